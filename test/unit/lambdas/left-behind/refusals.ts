import type { Instead } from '../../../support/faults/strike-services.ts';

const SUSPENSION = { reason: 'r', suspendedAt: 1 };
const outcomes = (...all: string[]) => all.map((outcome) => ({ outcome }));
const withState = (state: string) => (real: object) => ({ ...real, state });

/**
 * The answers of ports for which a call is refused, by the port's method. Those that are no
 * functions stand in place of the call: a port that refuses has stored nothing.
 */
export const REFUSALS: Readonly<Record<string, readonly Instead[]>> = {
  'projects.getProject': [
    (real: object) => ({ ...real, suspension: SUSPENSION }),
    (real: object) => ({ ...real, isDefault: true }),
    (real: object) => ({ ...real, deletion: { deletedAt: 1, purgeAt: 2 } }),
    undefined,
  ],
  'keys.findApiKey': [undefined, (real: object) => ({ ...real, scopes: [] })],
  'keys.findUploadKey': [undefined],
  'memberships.getMembership': [undefined, (real: object) => ({ ...real, role: 'viewer' })],
  'accessTokens.identify': [undefined, (real: object) => ({ ...real, authenticatedAt: 1 })],
  'images.getImage': [undefined, withState('deleted')],
  'images.getTemporaryImage': [undefined, withState('expired')],
  'images.addTemporaryImage': ['limit_exceeded'],
  'images.saveImage': outcomes('quota_exceeded', 'ended', 'deleted', 'taken_down'),
  'images.replaceOriginal': ['changed', 'ended', 'used', 'taken_down'],
  'images.endReview': [false],
  'images.outdateRenditions': [false],
  'images.markDeleting': [false],
  'images.restoreFromBin': ['changed', 'quota_exceeded'],
  'images.restoreVersion': ['changed'],
  'images.getVersion': [undefined],
  'images.endVersion': [false],
  'images.moveToBin': [false],
  'rates.countUp': [1_000_000],
  'directUploads.add': ['limit_exceeded'],
  'directUploads.get': [
    { state: 'pending', projectId: 'other' },
    { state: 'refused', projectId: 'other', reason: 'invalid_image', detail: 'd' },
  ],
  'remoteFiles.read': [
    { outcome: 'not_allowed', detail: 'd' },
    { outcome: 'too_large' },
    { outcome: 'failed', fault: 'timed_out', status: null },
    { outcome: 'read', bytes: Buffer.from('no image'), disposition: undefined },
  ],
  'accounts.addProject': ['quota_exceeded', 'deleting'],
  'invitations.findInvitation': [
    undefined,
    (real: object) => ({ ...real, email: 'other@example.com' }),
  ],
  'invitations.readInvitation': [undefined],
  'invitations.listInvitations': [
    (real: object) => Array.from({ length: 1_000 }, () => ({ ...real, email: 'x@example.com' })),
  ],
  'invitations.acceptInvitation': ['already_member', 'not_found'],
  'invitations.revokeInvitation': [false],
  'memberships.changeMember': ['last_owner'],
  'ownershipTransfers.transfer': ['images_exceeded', 'projects_exceeded'],
  'keys.createKey': ['limit_exceeded'],
  'keys.rotateKey': ['limit_exceeded', 'not_rotatable'],
  'keys.revokeKey': [false],
  'signingSecrets.addSecret': [false],
  'signingSecrets.removeSecret': [false],
  'projectDeletions.restore': [false],
};

/**
 * Lines that calls may leave after an error of the service, each with its reason. A repetition of
 * the call takes them up, or a sweep removes them.
 */
export const LEFT_BY_ERRORS: Readonly<Record<string, RegExp>> = {
  // after an error that isn't the disk's the record may exist: then its bytes must
  'upload-temporary-image': /^\+ file .*\/tmp_/,
  'upload-project-image': /^\+ file .*\/tmp_/,
  'upload-from-url': /^\+ file .*\/tmp_/,
  // the copy of a save: the sweep of its temporary image removes it, or a second save has it
  'save-temporary-image': /^\+ file .*\/img_/,
  'replace-image': /^\+ file .*\/img_/,
  // its text was never shown: it is revoked immediately
  'create-api-key': /^\+ keys .*"revoked_at":\d/,
  'create-upload-key': /^\+ keys .*"revoked_at":\d/,
  // the change is made before the edge is purged, and the call is repeated until both are
  'update-project': /^[+-] (projects|edge_purges) /,
  'review-image': /^[+-] (images|accounts|project_images|purge_steps) /,
  'revoke-signing-secret': /^[+-] (signing_secrets|edge_purges) /,
  // a delivery that isn't queued is found by the schedule
  'resend-webhook-delivery': /^[+-] webhook_deliveries /,
  // the request is recorded first; the worker does the rest
  'delete-account': /^[+-] (accounts|projects|project_deletions|edge_purges) /,
  'delete-project': /^[+-] (projects|project_deletions|edge_purges) /,
};

/** Calls that the world refuses whatever is struck, with the reason. */
export const REFUSED_IN_THE_END: Readonly<Record<string, string>> = {
  'delete-account': 'others are members of its projects',
};

/** Refusals that are met by another test, by call. */
export const REFUSED_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'create-access-grant': ['private_images_disabled', 'image_public'],
  'create-project': ['plan_forbids_log_mode'],
  'create-webhook': ['webhook_limit_reached', 'events_disabled'],
  'delete-account': ['account_shares_projects'],
  'delete-image': ['conflicting_fields'],
  'delete-images': ['conflicting_fields'],
  'delete-project': ['sign_in_too_old'],
  'get-direct-upload': ['image_taken_down'],
  'get-project-upload': ['image_taken_down'],
  'get-usage': ['project_not_found'],
  'invite-member': ['too_many_invitations'],
  'list-webhook-deliveries': ['webhook_not_found'],
  'remove-member': ['last_owner'],
  'replace-image': [
    'temporary_image_pending',
    'temporary_image_refused',
    'already_saved',
    'image_taken_down',
    'review_pending',
  ],
  'resend-webhook-delivery': ['webhook_not_found', 'delivery_not_found', 'events_disabled'],
  'restore-image': ['image_quota_exceeded'],
  'restore-image-version': ['version_not_found', 'image_taken_down', 'review_pending'],
  'review-image': ['review_not_pending', 'review_outdated'],
  'rotate-api-key': ['key_not_found', 'key_limit_reached'],
  'rotate-upload-key': ['key_not_found', 'key_limit_reached'],
  'rotate-webhook-secret': ['webhook_not_found'],
  'save-temporary-image': ['temporary_image_pending', 'temporary_image_refused', 'already_saved'],
  'test-webhook': ['webhook_not_found', 'events_disabled'],
  'transfer-ownership': ['member_not_found', 'receiver_quota_exceeded'],
  'update-image-metadata': ['conflicting_fields'],
  'update-project': ['plan_forbids_log_mode'],
  'update-webhook': ['webhook_not_found'],
  'upload-from-url': ['image_too_large'],
  'upload-project-image': ['invalid_image', 'image_too_large', 'validation_failed'],
  'upload-temporary-image': ['invalid_image', 'image_too_large'],
};
