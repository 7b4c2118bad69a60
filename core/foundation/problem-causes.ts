import type { ProblemCode } from './problems.ts';

/**
 * Why a caller meets each problem, for the documents. Apart from THE error table, so that the
 * functions stay small.
 */
export const PROBLEM_CAUSES: Readonly<Record<ProblemCode, string>> = {
  overlay_not_found:
    'The image of `overlay` is of another project, temporary, deleted or blocked, or the ID is wrong.',
  watermark_unavailable:
    "The image of the project's watermark was deleted or blocked. No image is served without it.",
  already_member:
    'The signed-in user accepted an invitation to a project that they are already in.',
  image_public: 'A grant was asked for an image that everybody with its address may see.',
  private_images_disabled:
    'The stack was deployed without `privateImageKeys`, so no grant can be signed. Private images are served to no viewer.',
  already_saved:
    'The temporary image was saved before, with other metadata. The same metadata would return the saved image again.',
  account_deleting: 'The account is marked for deletion. Nothing new can be created in it.',
  account_shares_projects:
    'Other members use a project that the account owns. Deleting the account would take it from them.',
  bad_request: 'The bytes of the request are not HTTP/1.1: a malformed line, header or length.',
  bandwidth_quota_exceeded:
    'The access logs of the CDN show that the bandwidth of the plan is used up. The project or the plan chose to refuse images then.',
  busy: 'All processes are working, a deadline has passed, or the database throttled the request. Only a call that was ended during a write may have changed something.',
  conflicting_fields: 'Two fields of the request mean the same thing, or contradict each other.',
  content_type_mismatch:
    'The first bytes of the file belong to another format than its Content-Type. Renamed files are the usual case.',
  default_project_stays:
    'Every account keeps its default project. Only additional projects can be deleted.',
  delivery_not_found:
    'The webhook has no delivery with this ID. Deliveries are removed after thirty days.',
  events_disabled: 'The service runs without events, so webhooks would never be called.',
  headers_too_large:
    'The headers of the request exceed the limit of the server. Large cookies are the usual case.',
  image_not_found: 'The ID is wrong, the image was deleted, or it belongs to another project.',
  image_quota_exceeded:
    'The account already has as many images as its plan allows. Temporary images are not counted.',
  review_pending:
    'The image waits for a decision in a project with moderation, and a reviewer has its bytes on the screen.',
  review_outdated:
    'The bytes of the image were replaced after they were shown to the reviewer: their SHA-256 differs.',
  version_not_found:
    'The ID is wrong, the version was restored, or its keeping has ended. A lower `keepDays` ends it earlier.',
  review_not_pending:
    'A decision was made before, the opposite one, or the image was saved without moderation.',
  image_taken_down:
    'The operator of the service blocked this image. Its owner cannot lift the block.',
  image_too_large:
    'The image has more pixels, frames or pixels on a side than the service processes, or the rendition would cost too much.',
  insufficient_role:
    'The signed-in user is a member of the project, but their role does not include this call.',
  insufficient_scope:
    'The API key was created with some scopes only, and this call requires another one.',
  internal_error: 'The service failed. The log has the reason under the `requestId`.',
  invalid_access_token:
    'The access token has expired, is of another issuer, or its signature is wrong.',
  invalid_api_key:
    'The key is misspelt, revoked or expired, or an upload key was sent in its place.',
  invalid_image: 'The file ends too early, or its data cannot be decoded.',
  invalid_image_reference:
    'The field has no image ID or image URL of this service, or one of another kind.',
  invalid_json: 'The body is not JSON as RFC 8259 defines it, or an object has a name twice.',
  invalid_parameter:
    'A transformation parameter is malformed, out of bounds, given twice, or not permitted by the project.',
  invalid_upload_key:
    'The key in the path is misspelt, revoked or expired, or an API key was sent in its place.',
  invitation_not_found: 'The invitation was revoked, already used, or has expired.',
  invitation_not_yours:
    'The e-mail address of the signed-in user differs from the address that was invited.',
  key_limit_reached:
    'The project already has as many active keys of this kind as a project can have.',
  key_not_found: 'The project has no key of this kind with this ID.',
  key_not_rotatable:
    'Only an active key can be rotated. This one has ended, or its successor exists.',
  last_owner: 'The project uses the plan of this owner. Without this owner it would have no plan.',
  member_not_found: 'The account is not a member of the project, or has left it.',
  method_not_allowed: 'Calls are `POST` requests, images are `GET` or `HEAD` requests.',
  missing_access_token:
    'The call is made by users who have signed in, and the request has no access token.',
  missing_api_key:
    'The request has no header `X-API-Key`. Keys in the query or the body are not read.',
  origin_not_allowed:
    'A page on an origin that is not in the list of the project used an upload key.',
  payload_too_large: 'The body has more bytes than this call accepts. `maxBytes` is the limit.',
  plan_forbids_log_mode:
    '`quotaMode: log` counts beyond the quotas, and the plan of the account does not permit that.',
  project_not_found: 'The ID is wrong, or the signed-in user is not a member of the project.',
  project_purged:
    'More than seven days passed since the project was deleted. Its data are removed.',
  project_quota_exceeded: 'The account already owns as many projects as its plan allows.',
  project_suspended:
    'The operator of the service suspended the project. Changes and uploads are rejected.',
  rate_limited: 'The upload key made more uploads in one minute than the service accepts.',
  receiver_quota_exceeded: 'The images of the project would exceed the plan of its new owner.',
  request_timeout: 'The bytes of the request stopped arriving before it was complete.',
  route_not_found: 'The path is misspelt, or the request went to another service or stage.',
  sign_in_too_old: 'The call cannot be undone, so it requires a sign-in of the last minutes.',
  signature_invalid: 'The URL was changed after it was signed, or its signing secret was revoked.',
  signature_required: 'The project serves signed URLs only, and this URL has no signature.',
  signing_secret_limit_reached: 'A project has at most two signing secrets at the same time.',
  signing_secret_not_found: 'The project has no active signing secret with this ID.',
  storage_full: 'The disk of the service has no room left. Images are still served.',
  temporary_image_expired: 'The temporary image was not saved before its end.',
  temporary_image_not_found:
    'The ID is wrong, or the temporary image was removed or belongs to another project.',
  temporary_image_pending:
    'The bytes of a direct upload have not arrived yet, or are being validated.',
  temporary_image_refused:
    'The bytes of a direct upload were rejected. `reason` names the code of the fault.',
  too_many_invitations: 'The project already has as many open invitations as a project can have.',
  transformation_quota_exceeded:
    'The month has no transformations left, and the requested rendition does not exist yet.',
  unsupported_for_animation: 'The parameter has no meaning for an image with several frames.',
  unsupported_media_type:
    'The Content-Type is missing, or the call does not accept it. HEIC is the usual case.',
  unsupported_output_format: 'The extension of the URL names no output format.',
  upload_limit_exceeded: 'The project has too many temporary images that are not saved.',
  url_expired: 'The time in `expires` has passed. The signature was valid.',
  url_not_allowed:
    'The URL, or one that it redirects to, is not https on port 443, or its name has a private address.',
  url_unreachable:
    'The server of the URL was not found, did not answer 200, or did not send the file in time.',
  validation_failed:
    'Fields are missing, unknown, or have values that the call does not accept. `errors` lists each of them.',
  webhook_limit_reached: 'The project already has as many webhooks as a project can have.',
  webhook_not_found: 'The project has no webhook with this ID.',
};
