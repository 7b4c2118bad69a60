import { DELIVERY_PROBLEMS } from './delivery-problems.ts';

export interface ProblemFacts {
  readonly status: number;
  readonly title: string;
  /** A person should be woken: counted by the alarm on errors. */
  readonly mayAlarm?: boolean;
}

/** THE error table: every `code` that a caller can meet (errors.problem-body). */
export const PROBLEMS = {
  ...DELIVERY_PROBLEMS,
  bad_request: { status: 400, title: 'The request is not valid HTTP' },
  request_timeout: { status: 408, title: 'The request came too slowly' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  validation_failed: { status: 400, title: 'The request breaks one or more rules' },
  invalid_image_reference: { status: 400, title: 'The image reference is not valid here' },
  conflicting_fields: { status: 400, title: 'Fields exclude each other' },
  missing_api_key: { status: 401, title: 'The X-API-Key header is missing' },
  invalid_api_key: { status: 401, title: 'The API key is not valid' },
  invalid_upload_key: { status: 401, title: 'The upload key is not valid' },
  missing_access_token: { status: 401, title: 'The access token is missing' },
  invalid_access_token: { status: 401, title: 'The access token is not valid' },
  origin_not_allowed: { status: 403, title: "The origin is not on the project's list" },
  insufficient_role: { status: 403, title: 'Your role in the project may not do this' },
  insufficient_scope: { status: 403, title: 'The API key may not do this' },
  project_suspended: { status: 403, title: 'The operator keeps the project closed' },
  image_taken_down: { status: 403, title: 'The operator has taken the picture down' },
  image_quota_exceeded: { status: 403, title: "The plan's number of images is reached" },
  project_quota_exceeded: { status: 403, title: "The plan's number of projects is reached" },
  plan_forbids_log_mode: { status: 403, title: "The plan's quotas may not be exceeded" },
  sign_in_too_old: { status: 403, title: 'This needs a sign-in of the last minutes' },
  invitation_not_yours: { status: 403, title: 'The invitation is for another address' },
  receiver_quota_exceeded: { status: 403, title: "The receiver's plan has no room for it" },
  signature_required: { status: 403, title: 'The project requires a signed URL' },
  signature_invalid: { status: 403, title: 'The signature is not that of this URL' },
  project_not_found: { status: 404, title: 'There is no such project' },
  key_not_found: { status: 404, title: 'The project has no such key' },
  signing_secret_not_found: { status: 404, title: 'The project has no such signing secret' },
  key_not_rotatable: { status: 409, title: 'The key has ended or was rotated already' },
  key_limit_reached: { status: 409, title: 'The project has as many keys as it may' },
  signing_secret_limit_reached: {
    status: 409,
    title: 'The project has as many signing secrets as it may',
  },
  member_not_found: { status: 404, title: 'The project has no such member' },
  invitation_not_found: { status: 404, title: 'There is no such invitation' },
  already_member: { status: 409, title: 'You belong to the project already' },
  last_owner: { status: 409, title: 'The project would lose the owner whose plan it is on' },
  too_many_invitations: { status: 409, title: 'Too many invitations are open' },
  webhook_not_found: { status: 404, title: 'There is no such webhook' },
  delivery_not_found: { status: 404, title: 'There is no such delivery' },
  webhook_limit_reached: { status: 409, title: 'The project has as many webhooks as it may' },
  events_disabled: { status: 409, title: 'This service sends no events' },
  account_deleting: { status: 409, title: 'The account is being deleted' },
  account_shares_projects: { status: 409, title: 'Others belong to projects of the account' },
  default_project_stays: { status: 409, title: 'The default project can only be emptied' },
  already_saved: { status: 409, title: 'The temporary image is saved with other metadata' },
  temporary_image_pending: { status: 409, title: 'The picture is not here yet, or being judged' },
  temporary_image_expired: { status: 410, title: 'The temporary image has ended' },
  project_purged: { status: 410, title: 'The project can no longer be restored' },
  url_expired: { status: 410, title: 'The signed URL has ended' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The Content-Type is not accepted' },
  invalid_image: { status: 422, title: 'The image is cut or broken' },
  content_type_mismatch: { status: 422, title: 'The bytes are not of the declared type' },
  image_too_large: { status: 422, title: 'The image is larger than can be handled' },
  temporary_image_refused: { status: 422, title: 'The uploaded bytes were refused' },
  unsupported_for_animation: {
    status: 422,
    title: 'The parameter does not work on several frames',
  },
  rate_limited: { status: 429, title: 'Too many uploads in this minute' },
  upload_limit_exceeded: { status: 429, title: 'Too much is uploaded and not saved' },
  transformation_quota_exceeded: {
    status: 429,
    title: "The plan's transformations of this month are used up",
  },
  internal_error: { status: 500, title: 'Something went wrong on our side', mayAlarm: true },
  busy: { status: 503, title: 'Too much work at once' },
  storage_full: { status: 507, title: 'The service has no room left' },
} as const satisfies Record<string, ProblemFacts>;

export type ProblemCode = keyof typeof PROBLEMS;
