import type { PlantedBug } from './planted-bug.ts';

const SQLITE = 'test/contract/local.test.ts';
const DYNAMO = 'test/contract/dynamodb.test.ts';
const STYLES = 'test/unit/core/codecs/svg/exact-bounds-of-styles.test.ts';
const EXACT = 'test/unit/core/foundation/exact-bounds.test.ts';

type Row = readonly [file: string, old: string, planted: string, test: string | readonly string[]];

const ROWS: readonly Row[] = [
  [
    'admin/private-keys/run-private-keys.ts',
    'stored.length >= LIMITS.maxGrantKeys',
    'stored.length > LIMITS.maxGrantKeys',
    'test/unit/admin/private-keys.test.ts',
  ],
  [
    'core/images/search/terms.ts',
    'added.length > LIMITS.maxTermsOfImage - OTHER_TERMS',
    'added.length >= LIMITS.maxTermsOfImage - OTHER_TERMS',
    'test/unit/core/images/search/words.test.ts',
  ],
  [
    'core/use-cases/images/search/choose-source.ts',
    'paceOf(a, start) > paceOf(b, start)',
    'paceOf(a, start) < paceOf(b, start)',
    'test/unit/core/images/search/counted-rows.test.ts',
  ],
  [
    'core/use-cases/access/require-fresh-sign-in.ts',
    'clock() - authenticatedAt < LIMITS.freshSignInMs',
    'clock() - authenticatedAt <= LIMITS.freshSignInMs',
    ['test/unit/lambdas/projects/account-deletion.test.ts', EXACT],
  ],
  [
    'core/use-cases/members/manage-invitations.ts',
    'open.length < LIMITS.maxOpenInvitations',
    'open.length <= LIMITS.maxOpenInvitations',
    'test/unit/lambdas/members/teams.test.ts',
  ],
  [
    'core/use-cases/webhooks/manage-webhooks.ts',
    'before.length >= LIMITS.maxWebhooks',
    'before.length > LIMITS.maxWebhooks',
    'test/unit/lambdas/webhooks/webhooks.test.ts',
  ],
  [
    'adapters/sqlite/keys/signing-secret-store.ts',
    'length >= LIMITS.maxSigningSecrets',
    'length > LIMITS.maxSigningSecrets',
    SQLITE,
  ],
  [
    'adapters/sqlite/keys/key-store.ts',
    '>= LIMITS.maxKeysInOverlap',
    '> LIMITS.maxKeysInOverlap',
    SQLITE,
  ],
  [
    'adapters/dynamodb/keys/project-keys.ts',
    '>= LIMITS.maxKeysInOverlap',
    '> LIMITS.maxKeysInOverlap',
    DYNAMO,
  ],
  [
    'core/projects/project-keys.ts',
    'now - at < LIMITS.endedKeyMs',
    'now - at <= LIMITS.endedKeyMs',
    [SQLITE, EXACT],
  ],
  [
    'core/projects/refused-origins.ts',
    'now - lastAt < LIMITS.refusedOriginLifeMs',
    'now - lastAt <= LIMITS.refusedOriginLifeMs',
    ['test/unit/core/projects/refused-origins.test.ts', EXACT],
  ],
  [
    'core/images/image-states.ts',
    'deletedAt + LIMITS.deletionReceiptMs <= now',
    'deletedAt + LIMITS.deletionReceiptMs < now',
    EXACT,
  ],
  [
    'core/images/lease.ts',
    'view.now < leaseUntil && leaseUntil <= latestLeaseEnd(view)',
    'view.now <= leaseUntil && leaseUntil <= latestLeaseEnd(view)',
    [SQLITE, EXACT],
  ],
  [
    'core/images/lease.ts',
    'leaseUntil <= latestLeaseEnd(view)',
    'leaseUntil < latestLeaseEnd(view)',
    [SQLITE, EXACT],
  ],
  [
    'core/images/rendition-back-off.ts',
    'times.now - lastAt < LIMITS.maxBackOffMs',
    'times.now - lastAt <= LIMITS.maxBackOffMs',
    [SQLITE, EXACT],
  ],
  [
    'core/images/rendition-back-off.ts',
    'keys.length >= LIMITS.timedOutKeysOfImage',
    'keys.length > LIMITS.timedOutKeysOfImage',
    [SQLITE, EXACT],
  ],
  [
    'core/use-cases/delivery/make-rendition.ts',
    'length <= LIMITS.maxDeliveredBytes',
    'length < LIMITS.maxDeliveredBytes',
    [EXACT, 'test/unit/lambdas/delivery/delivery.test.ts'],
  ],
  [
    'core/use-cases/uploads/accept-direct-upload.ts',
    'tries === undefined || tries < LIMITS.maxKilledValidations',
    'tries === undefined || tries <= LIMITS.maxKilledValidations',
    'test/unit/lambdas/uploads/direct-upload.test.ts',
  ],
  [
    'core/images/old-address.ts',
    'bytes <= MAX_ROUTE_PATH_BYTES',
    'bytes < MAX_ROUTE_PATH_BYTES',
    ['test/unit/core/images/old-path.test.ts', EXACT],
  ],
  [
    'core/projects/allowed-origins.ts',
    'text.length > LIMITS.maxOriginLength',
    'text.length >= LIMITS.maxOriginLength',
    EXACT,
  ],
  [
    'core/projects/allowed-origins.ts',
    'sent.length > LIMITS.maxAllowedOrigins',
    'sent.length >= LIMITS.maxAllowedOrigins',
    [EXACT, 'test/unit/core/projects/allowed-origins.test.ts'],
  ],
  [
    'core/projects/read-settings.ts',
    'sent.length <= LIMITS.maxAllowedSizes',
    'sent.length < LIMITS.maxAllowedSizes',
    [EXACT, 'test/unit/core/projects/read-settings.test.ts'],
  ],
  [
    'core/webhooks/webhook-url.ts',
    'text.length <= LIMITS.maxWebhookUrlLength',
    'text.length < LIMITS.maxWebhookUrlLength',
    [EXACT, 'test/unit/core/webhooks/loopback-webhooks.test.ts'],
  ],
  [
    'adapters/https/remote-files.ts',
    'redirects <= LIMITS.maxSourceRedirects',
    'redirects < LIMITS.maxSourceRedirects',
    'test/unit/adapters/https/remote-files.test.ts',
  ],
  [
    'core/accounts/email-address.ts',
    'text.length <= MAX_EMAIL_LENGTH',
    'text.length < MAX_EMAIL_LENGTH',
    [EXACT, 'test/unit/core/api/field-bounds.test.ts'],
  ],
  [
    'local/api-gateway/gateway.ts',
    'bytes > LIMITS.maxGatewayPayloadBytes',
    'bytes >= LIMITS.maxGatewayPayloadBytes',
    'test/unit/local/api-gateway/gateway.test.ts',
  ],
  [
    'local/api-gateway/refused-by-head.ts',
    'declaredBytes > LIMITS.maxJsonBytes',
    'declaredBytes >= LIMITS.maxJsonBytes',
    ['test/unit/local/api-gateway/gateway.test.ts', 'test/unit/local/http/slow-bodies.test.ts'],
  ],
  [
    'core/api/key-fields.ts',
    'length <= MAX_NAME',
    'length < MAX_NAME',
    ['test/unit/core/api/field-bounds.test.ts', EXACT],
  ],
  [
    'core/transform/text/drawable-text.ts',
    'characters.length > MAX_CHARACTERS',
    'characters.length >= MAX_CHARACTERS',
    [EXACT, 'test/unit/lambdas/delivery/overlay-text.test.ts'],
  ],
  [
    'core/use-cases/delivery/plan-delivery.ts',
    'width * height > LIMITS.maxQuickAvifPixels',
    'width * height >= LIMITS.maxQuickAvifPixels',
    [EXACT, 'test/unit/lambdas/delivery/price.test.ts'],
  ],
  [
    'core/transform/transformation-faults.ts',
    'width * height * frames <= LIMITS.maxInputPixels',
    'width * height * frames < LIMITS.maxInputPixels',
    EXACT,
  ],
  [
    'core/use-cases/keys/make-key.ts',
    'if (at > now) return at;',
    'if (at >= now) return at;',
    ['test/unit/lambdas/keys/keys.test.ts', EXACT],
  ],
  [
    'local/api-gateway/gateway.ts',
    'eventBytes(event, size.end()) > LIMITS.maxLambdaEventBytes',
    'eventBytes(event, size.end()) >= LIMITS.maxLambdaEventBytes',
    'test/unit/local/api-gateway/gateway.test.ts',
  ],
  ['admin/session/read-reason.ts', '> LIMITS.maxReasonLength', '>= LIMITS.maxReasonLength', EXACT],
  ['adapters/sqlite/keys/key-store.ts', '>= LIMITS.maxKeys)', '> LIMITS.maxKeys)', SQLITE],
  [
    'core/use-cases/uploads/accept-direct-upload.ts',
    'judging.openTries < LIMITS.maxKilledValidations',
    'judging.openTries <= LIMITS.maxKilledValidations',
    'test/unit/lambdas/uploads/direct-upload.test.ts',
  ],
  [
    'core/projects/read-settings.ts',
    'length > LIMITS.maxProjectNameLength',
    'length >= LIMITS.maxProjectNameLength',
    EXACT,
  ],
  [
    'core/ports/moving/moved-kinds.ts',
    'end + LIMITS.endedKeyMs <= now',
    'end + LIMITS.endedKeyMs < now',
    EXACT,
  ],
  [
    'core/ports/moving/moved-kinds.ts',
    'event.at + LIMITS.auditMs <= now',
    'event.at + LIMITS.auditMs < now',
    EXACT,
  ],
  [
    'core/images/metadata.ts',
    'count <= LIMITS.maxMetadataKeys',
    'count < LIMITS.maxMetadataKeys',
    EXACT,
  ],
  [
    'core/codecs/svg/read-svg.ts',
    'Math.max(header.width, header.height) > LIMITS.maxInputSide',
    'Math.max(header.width, header.height) >= LIMITS.maxInputSide',
    'test/unit/core/codecs/svg/exact-bounds-of-svg.test.ts',
  ],
  [
    'core/codecs/svg/rebuild-svg.ts',
    'work.pixels > LIMITS.maxInputPixels',
    'work.pixels >= LIMITS.maxInputPixels',
    'test/unit/core/codecs/svg/exact-bounds-of-svg.test.ts',
  ],
  [
    'core/codecs/svg/style-work.ts',
    'this.tokens > MAX_TOKENS',
    'this.tokens >= MAX_TOKENS',
    STYLES,
  ],
  ['core/codecs/svg/style-work.ts', 'this.steps > MAX_STEPS', 'this.steps >= MAX_STEPS', STYLES],
  [
    'core/codecs/svg/styles/read-selectors.ts',
    'children.size > MAX_PARTS',
    'children.size >= MAX_PARTS',
    STYLES,
  ],
  [
    'core/codecs/svg/styles/variables.ts',
    'open.length > MAX_CHAIN',
    'open.length >= MAX_CHAIN',
    STYLES,
  ],
  [
    'core/codecs/svg/styles/variables.ts',
    'text.length > MAX_VALUE',
    'text.length >= MAX_VALUE',
    STYLES,
  ],
  [
    'core/codecs/svg/styles/collect-styles.ts',
    'this.applied > MAX_APPLIED',
    'this.applied >= MAX_APPLIED',
    STYLES,
  ],
  [
    'core/codecs/svg/styles/pick-value.ts',
    'this.reads > MAX_READ',
    'this.reads >= MAX_READ',
    STYLES,
  ],
  [
    'local/lambda/start-thread.ts',
    '  setFlagsFromString(NO_OTHER_BOUND);\n',
    '',
    'test/unit/local/lambda/young-objects.test.ts',
  ],
  [
    'local/lambda/start-thread.ts',
    'const MAX_YOUNG_MB = 12;',
    'const MAX_YOUNG_MB = 24;',
    'test/unit/local/lambda/young-objects.test.ts',
  ],
  ['core/codecs/svg/styles/css-syntax.ts', 'depth > MAX_BRACKETS', 'depth >= MAX_BRACKETS', STYLES],
  [
    'core/codecs/svg/styles/styled-node.ts',
    'work.addSteps(nodes.length + 1)',
    'work.addSteps(1)',
    STYLES,
  ],
];

/** Comparisons with a limit that the first reading didn't try. */
export const SECOND_BOUNDS_BUGS: readonly PlantedBug[] = ROWS.map(([file, old, planted, test]) => ({
  kind: 'the exact bound',
  file,
  old,
  new: planted,
  test,
}));
