import type { PlantedBug } from './planted-bug.ts';

const KIND = 'a rule that one value breaks';
const METADATA = 'core/images/metadata.ts';
const METADATA_RULES = 'test/unit/core/images/metadata-rules.test.ts';
const SAVE = 'core/use-cases/images/save-temporary-image.ts';
const SAVING = ['test/unit/lambdas/images/save-rules.test.ts'];
const DELIVERY = 'core/use-cases/delivery/authorize-delivery.ts';
const ORIGINALS = 'test/unit/lambdas/delivery/overlay.test.ts';
const TEAMS = 'test/unit/lambdas/members/teams.test.ts';
const AUDIT = 'test/unit/lambdas/access/audit.test.ts';
const DELETE_MANY = 'core/use-cases/images/delete-images.ts';
const DELETING = [
  'test/unit/lambdas/images/delete-images.test.ts',
  'test/security/authorization-matrix/delete-images.test.ts',
];
const WEBHOOK_URL = 'test/unit/core/webhooks/loopback-webhooks.test.ts';
const EFFECTS = 'test/unit/adapters/sharp/effects.test.ts';
const CHROMA = 'test/unit/adapters/sharp/chroma.test.ts';
const UPLOAD_STATE = 'test/unit/lambdas/uploads/upload-state.test.ts';
const ANONYMITY = 'test/security/authorization-matrix/no-key-in-clear.test.ts';
const BANDWIDTH = 'test/unit/lambdas/projects/over-bandwidth.test.ts';

/** In the code of rules whose tests had never been seen to fail, two for each. */
export const RULE_BUGS: readonly PlantedBug[] = [
  // metadata.keys, metadata.null, metadata.values
  {
    kind: KIND,
    file: METADATA,
    old: '^[a-z][a-z0-9_]{0,',
    new: '^[a-z_][a-z0-9_]{0,',
    test: METADATA_RULES,
  },
  {
    kind: KIND,
    file: METADATA,
    old: '^[a-z][a-z0-9_]{0,',
    new: '^[a-z][a-z0-9_-]{0,',
    test: METADATA_RULES,
  },
  {
    kind: KIND,
    file: METADATA,
    old: 'metadataFrom({ ...metadata, ...added })',
    new: '{ ...metadata, ...metadataFrom(added) }',
    test: METADATA_RULES,
  },
  {
    kind: KIND,
    file: METADATA,
    old: 'metadataFrom({ ...metadata, ...added })',
    new: 'metadataFrom({ ...added, ...metadata })',
    test: METADATA_RULES,
  },
  {
    kind: KIND,
    file: METADATA,
    old: '[...value].length <=',
    new: 'value.length <=',
    test: METADATA_RULES,
  },
  {
    kind: KIND,
    file: METADATA,
    old: '!value.isWellFormed()',
    new: "value.includes('\\ufffd')",
    test: METADATA_RULES,
  },
  // references.ids
  {
    kind: KIND,
    file: 'core/images/ids.ts',
    old: '_[a-z2-7]{26}$/',
    new: '_[a-z0-9]{26}$/',
    test: 'test/unit/core/images/references.test.ts',
  },
  {
    kind: KIND,
    file: 'core/images/ids.ts',
    old: '& 31',
    new: '& 15',
    test: 'test/unit/core/images/references.test.ts',
  },
  // saving.conflict, saving.after-deletion
  {
    kind: KIND,
    file: SAVE,
    old: 'isSameMetadata(image.savedMetadata, metadata)',
    new: 'isSameMetadata(image.metadata, metadata)',
    test: SAVING,
  },
  {
    kind: KIND,
    file: SAVE,
    old: 'image.savedFocalPoint === focalPoint',
    new: 'image.focalPoint === focalPoint',
    test: SAVING,
  },
  {
    kind: KIND,
    file: SAVE,
    old: '{ detail, members: { ...saved } }',
    new: '{ detail }',
    test: SAVING,
  },
  // metadata.found-points, metadata.focal-point
  {
    kind: KIND,
    file: 'adapters/sqlite/images/purge-records.ts',
    old: ' AND generation = 0 AND focal_point IS NULL',
    new: ' AND generation = 0',
    test: 'test/contract/local.test.ts',
  },
  {
    kind: KIND,
    file: 'adapters/sqlite/images/image-store.ts',
    old: '      if (point) noteOutdated(imageId, point.now);\n',
    new: '',
    test: 'test/contract/local.test.ts',
  },
  {
    kind: KIND,
    file: SAVE,
    old: "  if (image.state !== 'saved') throw temporaryNotFound();\n",
    new: '',
    test: SAVING,
  },
  {
    kind: KIND,
    file: SAVE,
    old: "image.state !== 'saved'",
    new: "image.state === 'deleted'",
    test: SAVING,
  },
  // members.no-escalation, members.last-owner
  {
    kind: KIND,
    file: 'core/accounts/roles.ts',
    old: 'isEnough(own, current) && (',
    new: '(',
    test: TEAMS,
  },
  {
    kind: KIND,
    file: 'core/accounts/roles.ts',
    old: '(role === null || isEnough(own, role))',
    new: 'true',
    test: TEAMS,
  },
  {
    kind: KIND,
    file: 'core/use-cases/members/manage-members.ts',
    old: 'by === accountId && role === null',
    new: 'role === null',
    test: TEAMS,
  },
  {
    kind: KIND,
    file: 'core/use-cases/members/manage-members.ts',
    old: "if (outcome === 'last_owner') throw lastOwner();",
    new: '',
    test: [TEAMS, 'types'],
  },
  // keys.project
  {
    kind: KIND,
    file: 'lambdas/http/authenticate.ts',
    old: '? undefined : readNamedProject(contract, request)',
    new: '? readNamedProject(contract, request) : undefined',
    test: ['test/unit/lambdas/access/either-credential.test.ts'],
  },
  {
    kind: KIND,
    file: 'core/use-cases/access/authenticate.ts',
    old: 'keys.findUploadKey(hash)',
    new: 'keys.findApiKey(hash)',
    test: 'test/unit/lambdas/access/api.test.ts',
  },
  // origins.absent
  {
    kind: KIND,
    file: 'lambdas/http/cors.ts',
    old: '  if (origin === undefined) return;\n  if (isAllowedOrigin(',
    new: "  if (origin === undefined && project.allowedOrigins.length > 0) return;\n  if (origin === undefined) throw new ServiceError('origin_not_allowed');\n  if (isAllowedOrigin(",
    test: SAVING,
  },
  {
    kind: KIND,
    file: 'lambdas/http/cors.ts',
    old: '  if (origin === undefined) return;\n  if (isAllowedOrigin(',
    new: "  if (origin === undefined) throw new ServiceError('origin_not_allowed');\n  if (isAllowedOrigin(",
    test: SAVING,
  },
  // deletion.many
  { kind: KIND, file: DELETE_MANY, old: '[...new Set(imageIds)]', new: 'imageIds', test: DELETING },
  { kind: KIND, file: DELETE_MANY, old: 'isMore || isLeft', new: 'isLeft', test: DELETING },
  { kind: KIND, file: DELETE_MANY, old: "code !== 'image_not_found' && ", new: '', test: DELETING },
  // audit.*
  {
    kind: KIND,
    file: 'core/use-cases/access/admit-member.ts',
    old: '    return auditCall<Member>(services, refused, () => Promise.reject(error));',
    new: '    if (refused) throw error;\n    return auditCall<Member>(services, refused, () => Promise.reject(error));',
    test: AUDIT,
  },
  {
    kind: KIND,
    file: 'core/use-cases/access/audit-call.ts',
    old: 'if (projectId !== null && !membership) return run();',
    new: '',
    test: AUDIT,
  },
  {
    kind: KIND,
    file: 'core/use-cases/access/audit-act.ts',
    old: '  await services.audit.putEvent(trailOf(begun, act.accountId), begun);\n',
    new: '',
    test: AUDIT,
  },
  {
    kind: KIND,
    file: 'core/use-cases/access/audit-act.ts',
    old: "outcome: 'refused', code: error.code",
    new: "outcome: 'refused', code: null",
    test: AUDIT,
  },
  {
    kind: KIND,
    file: 'core/use-cases/accounts/list-audit-events.ts',
    old: 'found.length > limit',
    new: 'found.length >= limit',
    test: AUDIT,
  },
  {
    kind: KIND,
    file: 'core/use-cases/accounts/list-audit-events.ts',
    old: 'clock() - LIMITS.auditMs',
    new: '0',
    test: AUDIT,
  },
  // signing.originals
  { kind: KIND, file: DELIVERY, old: 'id !== imageId || format', new: 'format', test: ORIGINALS },
  { kind: KIND, file: DELIVERY, old: 'format !== facts.format || ', new: '', test: ORIGINALS },
  {
    kind: KIND,
    file: DELIVERY,
    old: ' || Object.keys(others).length > 0',
    new: '',
    test: ORIGINALS,
  },
  {
    kind: KIND,
    file: DELIVERY,
    old: ' || clock() >= expires * 1000) return false;',
    new: ') return false;',
    test: ORIGINALS,
  },
  {
    kind: KIND,
    file: DELIVERY,
    old: "admit({}, null, 'one')",
    new: "admit({}, null, 'everyone')",
    test: ORIGINALS,
  },
  {
    kind: KIND,
    file: DELIVERY,
    old: 'originalTextToSign(id, format, expires)',
    new: 'textToSign(id, format, { expires })',
    test: ORIGINALS,
  },
  // transformations.chroma, transformations.effects
  {
    kind: KIND,
    file: 'adapters/sharp/choose-chroma.ts',
    old: 'loss > maxHalvedLoss',
    new: 'loss < maxHalvedLoss',
    test: CHROMA,
  },
  {
    kind: KIND,
    file: 'adapters/sharp/choose-chroma.ts',
    old: ' && mayBeRead(requested);',
    new: ';',
    test: CHROMA,
  },
  {
    kind: KIND,
    file: 'adapters/sharp/choose-chroma.ts',
    old: 'channels < 4 ? 1 : (data[at + 3] ?? 0) / 255',
    new: '1',
    test: CHROMA,
  },
  {
    kind: KIND,
    file: 'core/transform/effects.ts',
    old: 'read: ({ gamma }) => gamma',
    new: 'read: ({ gamma = 1 }) => Math.max(1, gamma)',
    test: EFFECTS,
  },
  {
    kind: KIND,
    file: 'core/transform/effects.ts',
    old: 'read: ({ saturation }) => saturation',
    new: 'read: ({ saturation = 100 }) => Math.min(100, saturation)',
    test: EFFECTS,
  },
  // webhooks.url
  {
    kind: KIND,
    file: 'core/webhooks/webhook-url.ts',
    old: "url.username === '' && ",
    new: '',
    test: WEBHOOK_URL,
  },
  {
    kind: KIND,
    file: 'core/webhooks/webhook-url.ts',
    old: " && !text.includes('#')",
    new: '',
    test: WEBHOOK_URL,
  },
  // the figures of SECURITY.md
  {
    kind: KIND,
    file: 'lambdas/http/request-log.ts',
    old: '      route,\n',
    new: '      route: event.path,\n',
    test: ANONYMITY,
  },
  {
    kind: KIND,
    file: 'core/use-cases/keys/make-key.ts',
    old: 'text.slice(-4)',
    new: 'text',
    test: ANONYMITY,
  },
  // uploads.direct-state
  {
    kind: KIND,
    file: 'core/use-cases/uploads/get-direct-upload.ts',
    old: 'now < upload.expiresAt',
    new: 'now <= upload.expiresAt',
    test: UPLOAD_STATE,
  },
  {
    kind: KIND,
    file: 'core/use-cases/uploads/get-direct-upload.ts',
    old: '  if (isTemporaryForgotten(known, now)) throw temporaryNotFound();\n',
    new: '',
    test: UPLOAD_STATE,
  },
  {
    kind: KIND,
    file: 'lambdas/http/authenticate.ts',
    old: 'if (isRateLimited) await limitUploadRate(',
    new: 'await limitUploadRate(',
    test: UPLOAD_STATE,
  },
  {
    kind: KIND,
    file: 'client/src/wait-for-upload.ts',
    old: "answer && answer.state !== 'pending'",
    new: "answer?.state === 'refused'",
    test: 'test/unit/client/waits.test.ts',
  },
  // quotas.bandwidth-refusal
  {
    kind: KIND,
    file: 'core/projects/over-bandwidth.ts',
    old: 'limit !== null && bytes >= limit',
    new: 'limit !== null && bytes > limit',
    test: BANDWIDTH,
  },
  {
    kind: KIND,
    file: 'core/projects/over-bandwidth.ts',
    old: 'spentBandwidth?.month === monthOf(now) &&',
    new: 'spentBandwidth !== undefined &&',
    test: BANDWIDTH,
  },
  {
    kind: KIND,
    file: 'core/projects/over-bandwidth.ts',
    old: ' && !isQuotaOnlyLogged({ plan, settings })',
    new: '',
    test: BANDWIDTH,
  },
  {
    kind: KIND,
    file: 'core/use-cases/usage/note-bandwidth.ts',
    old: 'if (refusesImages(project, clock()) && isNew) return;',
    new: 'if (refusesImages(project, clock())) return;',
    test: BANDWIDTH,
  },
  {
    kind: KIND,
    file: 'core/use-cases/usage/note-bandwidth.ts',
    old: 'month === monthOf(services.clock()) && ',
    new: '',
    test: BANDWIDTH,
  },
];
