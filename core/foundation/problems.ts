import { DELIVERY_PROBLEMS } from './delivery-problems.ts';

export interface ProblemFacts {
  readonly status: number;
  readonly title: string;
  /** An operator should be alerted: counted by the alarm on errors. */
  readonly mayAlarm?: boolean;
}

/** THE error table: every `code` of a response (errors.problem-body). */
export const PROBLEMS = {
  ...DELIVERY_PROBLEMS,
  bad_request: { status: 400, title: 'The request is not valid HTTP' },
  request_timeout: { status: 408, title: 'The request arrived too slowly' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  validation_failed: { status: 400, title: 'The request has one or more invalid fields' },
  invalid_image_reference: { status: 400, title: 'The image reference is not valid here' },
  conflicting_fields: { status: 400, title: 'Fields cannot be combined' },
  missing_api_key: { status: 401, title: 'The X-API-Key header is missing' },
  invalid_api_key: { status: 401, title: 'The API key is not valid' },
  invalid_upload_key: { status: 401, title: 'The upload key is not valid' },
  missing_access_token: { status: 401, title: 'The access token is missing' },
  invalid_access_token: { status: 401, title: 'The access token is not valid' },
  origin_not_allowed: { status: 403, title: 'The origin is not an allowed origin of the project' },
  insufficient_role: { status: 403, title: 'Your role in the project does not permit this call' },
  insufficient_scope: { status: 403, title: 'The scopes of the API key do not permit this call' },
  project_suspended: { status: 403, title: 'The operator has suspended the project' },
  image_taken_down: { status: 403, title: 'The operator has blocked the image' },
  image_quota_exceeded: { status: 403, title: 'The plan allows no more images' },
  project_quota_exceeded: { status: 403, title: 'The plan allows no more projects' },
  plan_forbids_log_mode: { status: 403, title: 'The plan does not permit quotaMode log' },
  sign_in_too_old: { status: 403, title: 'The call requires a recent sign-in' },
  invitation_not_yours: { status: 403, title: 'The invitation is for another e-mail address' },
  receiver_quota_exceeded: {
    status: 403,
    title: 'The plan of the receiver has no room for the project',
  },
  signature_required: { status: 403, title: 'The project requires a signed URL' },
  signature_invalid: { status: 403, title: 'The signature does not match the URL' },
  project_not_found: { status: 404, title: 'The project does not exist' },
  key_not_found: { status: 404, title: 'The key does not exist in the project' },
  signing_secret_not_found: {
    status: 404,
    title: 'The signing secret does not exist in the project',
  },
  key_not_rotatable: {
    status: 409,
    title: 'The key has expired or was already revoked or rotated',
  },
  key_limit_reached: { status: 409, title: 'The project has the maximum number of keys' },
  signing_secret_limit_reached: {
    status: 409,
    title: 'The project has the maximum number of signing secrets',
  },
  member_not_found: { status: 404, title: 'The member does not exist in the project' },
  invitation_not_found: { status: 404, title: 'The invitation does not exist' },
  already_member: { status: 409, title: 'You are already a member of the project' },
  last_owner: { status: 409, title: 'The owner whose plan the project uses cannot be changed' },
  too_many_invitations: {
    status: 409,
    title: 'The project has the maximum number of open invitations',
  },
  webhook_not_found: { status: 404, title: 'The webhook does not exist' },
  delivery_not_found: { status: 404, title: 'The delivery does not exist' },
  webhook_limit_reached: { status: 409, title: 'The project has the maximum number of webhooks' },
  events_disabled: { status: 409, title: 'Events are disabled on this service' },
  account_deleting: { status: 409, title: 'The account is being deleted' },
  account_shares_projects: { status: 409, title: 'Projects of the account have other members' },
  default_project_stays: {
    status: 409,
    title: 'The default project cannot be deleted, only emptied',
  },
  already_saved: { status: 409, title: 'The temporary image is already saved with other metadata' },
  temporary_image_pending: {
    status: 409,
    title: 'The image has not arrived yet or is being validated',
  },
  temporary_image_expired: { status: 410, title: 'The temporary image has expired' },
  project_purged: { status: 410, title: 'The project can no longer be restored' },
  url_expired: { status: 410, title: 'The signed URL has expired' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The Content-Type is not accepted' },
  invalid_image: { status: 422, title: 'The image is truncated or damaged' },
  content_type_mismatch: { status: 422, title: 'The bytes do not match the declared Content-Type' },
  image_too_large: { status: 422, title: 'The image is too large' },
  temporary_image_refused: { status: 422, title: 'The uploaded bytes were rejected' },
  unsupported_for_animation: {
    status: 422,
    title: 'The parameter does not apply to animated images',
  },
  rate_limited: { status: 429, title: 'Too many uploads in one minute' },
  upload_limit_exceeded: {
    status: 429,
    title: 'The project has too many unsaved temporary images',
  },
  transformation_quota_exceeded: {
    status: 429,
    title: 'The transformations of the plan for this month are used up',
  },
  internal_error: { status: 500, title: 'An internal error occurred', mayAlarm: true },
  busy: { status: 503, title: 'The service is overloaded' },
  storage_full: { status: 507, title: 'The service has no storage left' },
} as const satisfies Record<string, ProblemFacts>;

export type ProblemCode = keyof typeof PROBLEMS;
