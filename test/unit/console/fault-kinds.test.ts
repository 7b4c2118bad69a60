import { describe, expect, it } from 'vitest';
import { ImagewellError } from '../../../client/src/imagewell-error.ts';
import { type FaultCode, type FaultKind, kindOf } from '../../../console/src/texts/fault-kinds.ts';
import { PROBLEMS } from '../../../core/foundation/problems.ts';

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
  missing_api_key: 'session',
  invalid_api_key: 'session',
  invalid_upload_key: 'session',
  missing_access_token: 'session',
  invalid_access_token: 'session',
  origin_not_allowed: 'refused',
  insufficient_role: 'refused',
  insufficient_scope: 'refused',
  project_suspended: 'refused',
  image_taken_down: 'refused',
  review_not_pending: 'refused',
  review_pending: 'refused',
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
  image_public: 'refused',
  private_images_disabled: 'refused',
  review_outdated: 'refused',
  version_not_found: 'gone',
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
  bandwidth_quota_exceeded: 'refused',
  internal_error: 'passing',
  busy: 'passing',
  watermark_unavailable: 'passing',
  storage_full: 'passing',
  network_error: 'passing',
  unexpected_answer: 'passing',
};

const statusOf = (code: string) => (PROBLEMS as Record<string, { status: number }>)[code]?.status;

describe('the kind of a fault', () => {
  it.each(Object.entries(FAULT_KINDS))('%s is %s', (code, kind) => {
    // a foreign answer has its own status
    const status = statusOf(code) ?? (code === 'network_error' ? 0 : 502);
    const fault = new ImagewellError({ code: code as FaultCode, status, detail: 'd' });
    expect(kindOf(fault)).toBe(kind);
  });

  it('of a code that this page doesn’t know is the one of its status', () => {
    const kinds = [400, 401, 403, 404, 408, 409, 410, 422, 429, 500, 503].map((status) => {
      const code = 'newer' as FaultCode;
      return kindOf(new ImagewellError({ code, status, detail: 'd' }));
    });
    expect(kinds).toEqual([
      'refused',
      'session',
      'refused',
      'gone',
      'passing',
      'refused',
      'gone',
      'refused',
      'passing',
      'passing',
      'passing',
    ]);
    expect(kindOf(new Error('a bug'))).toBe('passing');
  });
});
