import fc from 'fast-check';
import { LOST_PART_NAMES } from '../../../core/codecs/lost-part.ts';
import type { MovedRecords } from '../../../core/ports/moving/moved-records.ts';
import { CONVERTED_FORMATS, UPLOAD_FORMATS } from '../../../core/transform/formats.ts';

type MovedImage = MovedRecords['image'];

const count = fc.integer({ min: 0, max: 2 ** 40 });
const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
/** Letters of every plane, marks that combine, and controls; never half of a pair. */
const anyText = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.toWellFormed());
const metadata = fc.dictionary(fc.stringMatching(/^[a-zA-Z_][\w-]{0,20}$/), anyText, {
  maxKeys: 10,
  noNullPrototype: true,
});
const sha256 = fc.stringMatching(/^[0-9a-f]{64}$/);
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const fraction = fc.integer({ min: 0, max: 1000 }).map((part) => part / 1000);
const point = fc.tuple(fraction, fraction).map(([x, y]) => `${x},${y}` as const);

const VALUES: {
  readonly [K in keyof Required<MovedImage>]: fc.Arbitrary<Required<MovedImage>[K]>;
} = {
  imageId: fc.constant(`img_${'q'.repeat(26)}`),
  temporaryImageId: fc.constant(`tmp_${'q'.repeat(26)}`),
  visibility: fc.constant('private'),
  originalId: fc.constant(`img_${'r'.repeat(26)}`),
  projectId: fc.constant(`prj_${'c'.repeat(26)}`),
  accountId: fc.constant(`acc_${'a'.repeat(26)}`),
  state: fc.constant('saved'),
  kept: fc.constant({ since: 1, until: 2, secret: 'kept' }),
  deletedAt: fc.constant(null),
  deletionId: fc.constant(null),
  steps: fc.constant({}),
  format: fc.constantFrom(...UPLOAD_FORMATS),
  width: count,
  height: count,
  bytes: count,
  sha256,
  frames: count,
  hasAlpha: fc.boolean(),
  originalFilename: orNull(anyText),
  mainColor: orNull(fc.stringMatching(/^#[0-9a-f]{6}$/)),
  thumbhash: orNull(fc.base64String({ maxLength: 36 })),
  convertedFrom: orNull(fc.constantFrom(...CONVERTED_FORMATS)),
  lost: orNull(fc.subarray([...LOST_PART_NAMES])),
  hasWideGamut: orNull(fc.boolean()),
  hasGainMap: fc.boolean(),
  credit: orNull(
    fc.record({
      creator: orNull(anyText),
      copyright: orNull(anyText),
      licenseUrl: orNull(anyText),
    }),
  ),
  createdAt: time,
  metadata,
  savedMetadata: metadata,
  savedFocalPoint: orNull(point),
  focalPoint: orNull(point),
  version: fc.integer({ min: 1, max: 1e6 }),
  generation: fc.integer({ min: 0, max: 1e6 }),
  takenDown: fc.record({ reason: anyText, takenDownAt: time }),
  review: fc.record({
    state: fc.constantFrom('pending', 'approved', 'rejected'),
    reason: orNull(anyText),
    reviewedAt: orNull(time),
    reviewedBy: orNull(anyText),
    labels: fc.array(fc.record({ name: anyText, confidence: fc.integer({ min: 0, max: 100 }) }), {
      maxLength: 3,
    }),
    secret: fc.stringMatching(/^[\w-]{43}$/),
  }),
};

/** An image of the first sample project with any value of each of its facts. */
export const anyMovedImage: fc.Arbitrary<MovedImage> = fc.record(VALUES, {
  requiredKeys: Object.keys(VALUES).filter(
    (name) => name !== 'takenDown' && name !== 'review' && name !== 'originalId',
  ) as never,
}) as fc.Arbitrary<MovedImage>;
