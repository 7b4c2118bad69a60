import type { PlantedBug } from './planted-bug.ts';

const KIND = 'the exact bound';
const BOUNDS = 'test/unit/core/foundation/exact-bounds.test.ts';
const FIELDS = 'test/unit/core/api/field-bounds.test.ts';
const CALLS = 'test/unit/lambdas/access/exact-bounds-of-calls.test.ts';

const TIMES = 'test/unit/lambdas/images/exact-times-and-sizes.test.ts';

/** At a limit: the last accepted value is refused, or the first refused one is accepted. */
export const BOUNDS_BUGS: readonly PlantedBug[] = [
  {
    kind: KIND,
    file: 'lambdas/http/read-json-body.ts',
    old: 'bytes.length > LIMITS.maxJsonBytes',
    new: 'bytes.length >= LIMITS.maxJsonBytes',
    test: CALLS,
  },
  {
    kind: KIND,
    file: 'core/use-cases/uploads/create-direct-upload.ts',
    old: 'wish.bytes > LIMITS.maxDirectUploadBytes',
    new: 'wish.bytes >= LIMITS.maxDirectUploadBytes',
    test: CALLS,
  },
  {
    kind: KIND,
    file: 'core/use-cases/access/limit-rate.ts',
    old: 'count <= most',
    new: 'count < most',
    test: CALLS,
  },
  {
    kind: KIND,
    file: 'core/use-cases/uploads/limit-upload-rate.ts',
    old: 'services.clock() < raisedUploads.until',
    new: 'services.clock() <= raisedUploads.until',
    test: CALLS,
  },
  {
    kind: KIND,
    file: 'cli/import/dry-run.ts',
    old: 'toImport <= left',
    new: 'toImport < left',
    test: 'test/unit/cli/files/dry-run.test.ts',
  },
  {
    kind: KIND,
    file: 'cli/import/dry-run.ts',
    old: 'Math.ceil(toImport / UPLOADS_PER_MINUTE)',
    new: 'Math.floor(toImport / UPLOADS_PER_MINUTE)',
    test: 'test/unit/cli/files/dry-run.test.ts',
  },
  {
    kind: KIND,
    file: 'lambdas/edge/site-request.ts',
    old: 'weights.html >= weights.json',
    new: 'weights.html > weights.json',
    test: 'test/unit/lambdas/edge/site-request.test.ts',
  },
  {
    kind: KIND,
    file: 'core/foundation/limits.ts',
    old: 'maxTemporaryRenditions: 10',
    new: 'maxTemporaryRenditions: 100',
    test: 'test/unit/core/foundation/limits.test.ts',
  },
  {
    kind: KIND,
    file: 'core/api/fields.ts',
    old: 'length > 0 && length <= maxLength',
    new: 'length > 0 && length < maxLength',
    test: FIELDS,
  },
  {
    kind: KIND,
    file: 'core/foundation/fault-list.ts',
    old: 'sent <= max',
    new: 'sent <= max + 1',
    test: FIELDS,
  },
  {
    kind: KIND,
    file: 'core/api/reference-fields.ts',
    old: 'sent.length > maxItems',
    new: 'sent.length >= maxItems',
    test: FIELDS,
  },
  {
    kind: KIND,
    file: 'core/projects/presets.ts',
    old: 'entries.length > LIMITS.maxPresets',
    new: 'entries.length >= LIMITS.maxPresets',
    test: FIELDS,
  },
  {
    kind: KIND,
    file: 'core/images/image-states.ts',
    old: 'now >= image.expiresAt',
    new: 'now > image.expiresAt',
    test: BOUNDS,
  },
  {
    kind: KIND,
    file: 'core/projects/credentials.ts',
    old: 'now < key.expiresAt',
    new: 'now <= key.expiresAt',
    test: BOUNDS,
  },
  {
    kind: KIND,
    file: 'core/events/quota-marks.ts',
    old: 'used * 100 >= limit * percent',
    new: 'used * 100 > limit * percent',
    test: BOUNDS,
  },
  {
    kind: KIND,
    file: 'core/transform/transformation-faults.ts',
    old: 'pixels > maxOutputPixels',
    new: 'pixels >= maxOutputPixels',
    test: BOUNDS,
  },
  {
    kind: KIND,
    file: 'core/projects/refused-origins.ts',
    old: 'now - latest.lastAt < LIMITS.refusedOriginPauseMs',
    new: 'now - latest.lastAt <= LIMITS.refusedOriginPauseMs',
    test: BOUNDS,
  },
  {
    kind: 'a rule without any test',
    file: 'lambdas/http/authenticate.ts',
    old: 'limitUploadRate(services, caller.keyId, addressOf(event))',
    new: 'limitUploadRate(services, addressOf(event), caller.keyId)',
    test: 'types',
  },
  {
    kind: 'a rule without any test',
    file: 'core/use-cases/access/limit-rate.ts',
    old: '.slice(0, 4)',
    new: '.slice(0, 3)',
    test: CALLS,
  },
  {
    kind: 'a rule without any test',
    file: 'core/use-cases/access/limit-rate.ts',
    old: '8 - leading.length - trailing.length',
    new: '7 - leading.length - trailing.length',
    test: CALLS,
  },
  {
    kind: KIND,
    file: 'core/use-cases/uploads/accept-image.ts',
    old: 'Math.max(width, height) <= maxInputSide',
    new: 'Math.max(width, height) < maxInputSide',
    test: TIMES,
  },
  {
    kind: KIND,
    file: 'core/use-cases/uploads/accept-image.ts',
    old: 'frames <= maxInputFrames',
    new: 'frames < maxInputFrames',
    test: TIMES,
  },
  {
    kind: KIND,
    file: 'core/use-cases/uploads/accept-image.ts',
    old: 'width * height * frames <= maxInputPixels',
    new: 'width * height * frames < maxInputPixels',
    test: TIMES,
  },
  {
    kind: KIND,
    file: 'core/use-cases/images/find-temporary-image.ts',
    old: 'now >= expiresAt + LIMITS.temporaryGraceMs',
    new: 'now > expiresAt + LIMITS.temporaryGraceMs',
    test: TIMES,
  },
  {
    kind: KIND,
    file: 'core/use-cases/access/authenticate.ts',
    old: 'now - lastUsedAt < LIMITS.lastUsedGranularityMs',
    new: 'now - lastUsedAt <= LIMITS.lastUsedGranularityMs',
    test: TIMES,
  },
];
