import { DELIVERY_PROBLEMS } from './delivery-problems.ts';

export interface ProblemFacts {
  readonly status: number;
  readonly title: string;
  /** The next step of the developer, in a sentence or two. */
  readonly hint: string;
  /** An operator should be alerted: counted by the alarm on errors. */
  readonly mayAlarm?: boolean;
}

/** THE error table: every `code` of a response (errors.problem-body). */
export const PROBLEMS = {
  ...DELIVERY_PROBLEMS,
  bad_request: {
    status: 400,
    title: 'The request is not valid HTTP',
    hint: 'Send HTTP/1.1; a line break, an unescaped space or a bad header breaks the request.',
  },
  request_timeout: {
    status: 408,
    title: 'The request arrived too slowly',
    hint: 'Send the body faster, or make it smaller.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    hint: 'Send fewer cookies and shorter headers.',
  },
  invalid_json: {
    status: 400,
    title: 'The body is not valid JSON',
    hint: 'Check the commas, the quotes and the brackets near the named place; `JSON.stringify` never gets them wrong.',
  },
  validation_failed: {
    status: 400,
    title: 'The request has one or more invalid fields',
    hint: 'Correct each field in `errors`; the call is described in the API reference.',
  },
  invalid_image_reference: {
    status: 400,
    title: 'The image reference is not valid here',
    hint: 'Copy the ID (img_… or tmp_…) or the URL from the answer of the service.',
  },
  conflicting_fields: {
    status: 400,
    title: 'Fields cannot be combined',
    hint: 'Send one of the named fields and leave the others out.',
  },
  missing_api_key: {
    status: 401,
    title: 'The X-API-Key header is missing',
    hint: 'Add the header `X-API-Key: private_…` with an API key of the project.',
  },
  invalid_api_key: {
    status: 401,
    title: 'The API key is not valid',
    hint: 'Use a live key of the kind `private_…`; an upload key (`upl_…`) belongs in the path of an upload.',
  },
  invalid_upload_key: {
    status: 401,
    title: 'The upload key is not valid',
    hint: 'Use a live key of the kind `upl_…` in the path; an API key (`private_…`) belongs in the header X-API-Key of other calls.',
  },
  missing_access_token: {
    status: 401,
    title: 'The access token is missing',
    hint: 'Sign in and send `Authorization: Bearer <token>`; `npx imagewell login` does both.',
  },
  invalid_access_token: {
    status: 401,
    title: 'The access token is not valid',
    hint: 'Sign in again; access tokens expire. An API key is no access token.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'The origin is not an allowed origin of the project',
    hint: 'Add the origin to the allowed origins of the project: `npx imagewell origins add ORIGIN`.',
  },
  insufficient_role: {
    status: 403,
    title: 'Your role in the project does not permit this call',
    hint: 'Ask an admin or owner of the project for the role.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The scopes of the API key do not permit this call',
    hint: 'Use an API key with the scope, or create one; a key without named scopes has all but images:grant.',
  },
  project_suspended: {
    status: 403,
    title: 'The operator has suspended the project',
    hint: 'Ask the operator of this service.',
  },
  image_taken_down: {
    status: 403,
    title: 'The operator has blocked the image',
    hint: 'Ask the operator of this service; another image can be uploaded.',
  },
  review_outdated: {
    status: 409,
    title: 'The decision is about other bytes',
    hint: 'Look at the image again, and decide about the bytes that it has now.',
  },
  version_not_found: {
    status: 404,
    title: 'The image has no such kept version',
    hint: 'Check the ID and its end with list-image-versions.',
  },
  review_not_pending: {
    status: 409,
    title: 'The image does not wait for this decision',
    hint: 'A decision is final: delete a served image with delete-image, or upload a deleted one again.',
  },
  image_quota_exceeded: {
    status: 403,
    title: 'The plan allows no more images',
    hint: 'Delete images, or ask the operator for a larger plan.',
  },
  project_quota_exceeded: {
    status: 403,
    title: 'The plan allows no more projects',
    hint: 'Delete a project, or ask the operator for a larger plan.',
  },
  plan_forbids_log_mode: {
    status: 403,
    title: 'The plan does not permit quotaMode log',
    hint: 'Leave `quotaMode` at `enforce`, or ask the operator for a plan that permits `log`.',
  },
  sign_in_too_old: {
    status: 403,
    title: 'The call requires a recent sign-in',
    hint: 'Sign in again and repeat the call: `npx imagewell login --again`.',
  },
  invitation_not_yours: {
    status: 403,
    title: 'The invitation is for another e-mail address',
    hint: 'Sign in with the invited address, or ask for an invitation to your address.',
  },
  receiver_quota_exceeded: {
    status: 403,
    title: 'The plan of the receiver has no room for the project',
    hint: 'The receiver deletes something or gets a larger plan; then repeat the call.',
  },
  signature_required: {
    status: 403,
    title: 'The project requires a signed URL',
    hint: 'Sign the URL with a signing secret of the project; see the page on signed URLs.',
  },
  signature_invalid: {
    status: 403,
    title: 'The signature does not match the URL',
    hint: 'Sign the path with the canonical query and `expires`, with an active signing secret; a change after signing breaks it.',
  },
  overlay_not_found: {
    status: 404,
    title: 'The image of the overlay does not exist in the project',
    hint: 'Use the ID of a saved image of the same project; temporary and deleted images cannot be overlays.',
  },
  project_not_found: {
    status: 404,
    title: 'The project does not exist',
    hint: 'Check the ID with list-projects; a key reaches its own project alone.',
  },
  key_not_found: {
    status: 404,
    title: 'The key does not exist in the project',
    hint: 'Check the ID with list-api-keys or list-upload-keys.',
  },
  signing_secret_not_found: {
    status: 404,
    title: 'The signing secret does not exist in the project',
    hint: 'Check the ID with list-signing-secrets.',
  },
  key_not_rotatable: {
    status: 409,
    title: 'The key has expired or was already revoked or rotated',
    hint: 'Create a new key.',
  },
  key_limit_reached: {
    status: 409,
    title: 'The project has the maximum number of keys',
    hint: 'Revoke a key that is not used any more.',
  },
  signing_secret_limit_reached: {
    status: 409,
    title: 'The project has the maximum number of signing secrets',
    hint: 'Revoke the older signing secret, then create the new one.',
  },
  member_not_found: {
    status: 404,
    title: 'The member does not exist in the project',
    hint: 'Check the account ID with list-members.',
  },
  invitation_not_found: {
    status: 404,
    title: 'The invitation does not exist',
    hint: 'Ask for a new invitation; they expire and can be used by one user.',
  },
  already_member: {
    status: 409,
    title: 'You are already a member of the project',
    hint: 'Nothing is to be done; an admin can change your role.',
  },
  last_owner: {
    status: 409,
    title: 'The owner whose plan the project uses cannot be changed',
    hint: 'Transfer the ownership first: transfer-ownership.',
  },
  too_many_invitations: {
    status: 409,
    title: 'The project has the maximum number of open invitations',
    hint: 'Revoke an open invitation.',
  },
  webhook_not_found: {
    status: 404,
    title: 'The webhook does not exist',
    hint: 'Check the ID with list-webhooks.',
  },
  delivery_not_found: {
    status: 404,
    title: 'The delivery does not exist',
    hint: 'Check the ID with list-webhook-deliveries; they are kept for 30 days.',
  },
  webhook_limit_reached: {
    status: 409,
    title: 'The project has the maximum number of webhooks',
    hint: 'Delete a webhook, or let one receive more kinds of events.',
  },
  events_disabled: {
    status: 409,
    title: 'Events are disabled on this service',
    hint: 'The operator enables events: `npx imagewell start --events` on one machine, the setting `events=on` in AWS.',
  },
  account_deleting: {
    status: 409,
    title: 'The account is being deleted',
    hint: 'Wait until the deletion ends, or sign in with another account.',
  },
  account_shares_projects: {
    status: 409,
    title: 'Projects of the account have other members',
    hint: 'Transfer or leave the named projects, then repeat the call.',
  },
  default_project_stays: {
    status: 409,
    title: 'The default project cannot be deleted, only emptied',
    hint: 'Empty the project in place of deleting it: empty-project.',
  },
  already_saved: {
    status: 409,
    title: 'The temporary image is already saved with other metadata',
    hint: 'Use update-image-metadata with the ID in `imageId`.',
  },
  private_images_disabled: {
    status: 409,
    title: 'This service has no keys of private images',
    hint: 'The operator makes one: `npx imagewell admin private-keys create`. Its public key goes into the setting `privateImageKeys`.',
  },
  image_public: {
    status: 409,
    title: 'The image is public and needs no grant',
    hint: 'Make it private with update-image-visibility, or show it by its `imageUrl`.',
  },
  review_pending: {
    status: 409,
    title: 'The image waits for a decision',
    hint: 'Wait for the decision of review-image, or delete the image and save another.',
  },
  temporary_image_pending: {
    status: 409,
    title: 'The image has not arrived yet or is being validated',
    hint: 'Repeat the request in a second.',
  },
  temporary_image_expired: {
    status: 410,
    title: 'The temporary image has expired',
    hint: 'Upload the image again and save it before its end.',
  },
  project_purged: {
    status: 410,
    title: 'The project can no longer be restored',
    hint: 'Create a new project; the images are gone.',
  },
  url_expired: {
    status: 410,
    title: 'The signed URL has expired',
    hint: 'Sign the URL again with a later `expires`.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    hint: 'Send at most `maxBytes` bytes; larger images take the direct upload.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The Content-Type is not accepted',
    hint: 'Set the Content-Type of the bytes that you send; a file with `curl` is `--data-binary @FILE`.',
  },
  invalid_image: {
    status: 422,
    title: 'The image is truncated or damaged',
    hint: 'Export the image again, and send its bytes alone and unchanged: `--data-binary @FILE` with `curl`.',
  },
  content_type_mismatch: {
    status: 422,
    title: 'The bytes do not match the declared Content-Type',
    hint: 'Set Content-Type to the format of the bytes, not to the extension of the file.',
  },
  image_too_large: {
    status: 422,
    title: 'The image is too large',
    hint: 'Make the image or the requested size smaller.',
  },
  temporary_image_refused: {
    status: 422,
    title: 'The uploaded bytes were rejected',
    hint: 'Upload the image again after `reason` is corrected.',
  },
  url_not_allowed: {
    status: 422,
    title: 'The URL leads to an address that is not allowed',
    hint: 'Use an https URL on port 443 whose host name has public addresses only; it may redirect to such URLs only.',
  },
  url_unreachable: {
    status: 422,
    title: 'The URL did not return a file',
    hint: 'Open the URL without signing in; `reason` says why it failed. Upload the bytes themselves if the server is slow.',
  },
  unsupported_for_animation: {
    status: 422,
    title: 'The parameter does not apply to animated images',
    hint: 'Leave the parameter out, or request a still format: .jpg, .png, .avif.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many calls in one minute',
    hint: 'Wait for `Retry-After` seconds; send fewer uploads or calls at a time.',
  },
  upload_limit_exceeded: {
    status: 429,
    title: 'The project has too many unsaved temporary images',
    hint: 'Save temporary images with save-temporary-image, or wait for their end.',
  },
  transformation_quota_exceeded: {
    status: 429,
    title: 'The transformations of the plan for this month are used up',
    hint: 'Use sizes that exist already, wait for the next month, or ask the operator for a larger plan.',
  },
  bandwidth_quota_exceeded: {
    status: 429,
    title: 'The bandwidth of the plan for this month is used up',
    hint: 'Wait for the next month, ask the operator for a larger plan, or have the project serve its images above it.',
  },
  internal_error: {
    status: 500,
    title: 'An internal error occurred',
    mayAlarm: true,
    hint: 'Repeat the request; if it fails again, give `requestId` to the operator.',
  },
  busy: {
    status: 503,
    title: 'The service is overloaded',
    hint: 'Repeat the request after `Retry-After` seconds.',
  },
  watermark_unavailable: {
    status: 503,
    title: 'The watermark of the project cannot be drawn',
    hint: 'An admin of the project sets a watermark with a saved image, or none: update-project.',
  },
  storage_full: {
    status: 507,
    title: 'The service has no storage left',
    hint: 'The operator makes room on the disk; then repeat the request.',
  },
} as const satisfies Record<string, ProblemFacts>;

export type ProblemCode = keyof typeof PROBLEMS;
