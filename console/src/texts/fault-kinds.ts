import { ImagewellError } from 'imagewell-client';

/** The codes of the service, and those of a missing or foreign answer. */
export type FaultCode = ImagewellError['code'];

/**
 * The meaning of a fault for the user. `passing`: the same may work later. `refused`: it never does
 * as it is. `gone`: the subject isn't there, or not any more. `session`: a sign-in comes first.
 */
export type FaultKind = 'passing' | 'refused' | 'gone' | 'session';

/** The kind of each code; a new code without its line doesn't compile. */
const FAULT_KINDS: Readonly<Record<FaultCode, FaultKind>> = {
  route_not_found: 'gone',
  method_not_allowed: 'refused',
  image_not_found: 'gone',
  temporary_image_not_found: 'gone',
  unsupported_output_format: 'refused',
  invalid_parameter: 'refused',
  bad_request: 'refused',
  request_timeout: 'passing',
  headers_too_large: 'refused',
  invalid_json: 'refused',
  validation_failed: 'refused',
  invalid_image_reference: 'refused',
  conflicting_fields: 'refused',
  missing_api_key: 'refused',
  invalid_api_key: 'refused',
  invalid_upload_key: 'refused',
  missing_access_token: 'session',
  invalid_access_token: 'session',
  origin_not_allowed: 'refused',
  insufficient_role: 'refused',
  insufficient_scope: 'refused',
  project_suspended: 'refused',
  image_taken_down: 'refused',
  review_not_pending: 'refused',
  image_quota_exceeded: 'refused',
  project_quota_exceeded: 'refused',
  plan_forbids_log_mode: 'refused',
  sign_in_too_old: 'session',
  invitation_not_yours: 'refused',
  receiver_quota_exceeded: 'refused',
  signature_required: 'refused',
  signature_invalid: 'refused',
  overlay_not_found: 'gone',
  project_not_found: 'gone',
  key_not_found: 'gone',
  signing_secret_not_found: 'gone',
  key_not_rotatable: 'refused',
  key_limit_reached: 'refused',
  signing_secret_limit_reached: 'refused',
  member_not_found: 'gone',
  invitation_not_found: 'gone',
  already_member: 'refused',
  last_owner: 'refused',
  too_many_invitations: 'refused',
  webhook_not_found: 'gone',
  delivery_not_found: 'gone',
  webhook_limit_reached: 'refused',
  events_disabled: 'refused',
  account_deleting: 'refused',
  account_shares_projects: 'refused',
  default_project_stays: 'refused',
  already_saved: 'refused',
  temporary_image_pending: 'passing',
  temporary_image_expired: 'gone',
  project_purged: 'gone',
  url_expired: 'gone',
  payload_too_large: 'refused',
  unsupported_media_type: 'refused',
  invalid_image: 'refused',
  content_type_mismatch: 'refused',
  image_too_large: 'refused',
  temporary_image_refused: 'refused',
  url_not_allowed: 'refused',
  url_unreachable: 'refused',
  unsupported_for_animation: 'refused',
  rate_limited: 'passing',
  upload_limit_exceeded: 'refused',
  transformation_quota_exceeded: 'refused',
  internal_error: 'passing',
  busy: 'passing',
  watermark_unavailable: 'passing',
  storage_full: 'passing',
  network_error: 'passing',
  unexpected_answer: 'passing',
};

/** The kind of a fault; one that isn't the service's may pass after the page is loaded again. */
export function kindOf(fault: unknown): FaultKind {
  if (!(fault instanceof ImagewellError)) return 'passing';
  // the service may be newer than this page
  return FAULT_KINDS[fault.code] ?? (fault.status >= 500 ? 'passing' : 'refused');
}

/** Whether the same act may work the next time. */
export const mayPass = (fault: unknown) => kindOf(fault) === 'passing';
