import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PARAMETERS, type Parameters } from '../../../../core/transform/parameters.ts';
import { queryOf } from '../../../../core/transform/query.ts';
import type { Transformation } from '../../../../core/transform/transformation.ts';
import {
  type PlannedFacts,
  planDelivery,
} from '../../../../core/use-cases/delivery/plan-delivery.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { anyParameters } from '../../../support/stores/arbitraries.ts';
import {
  makeServices,
  type TestServices,
  withPlan,
} from '../../../support/stores/make-services.ts';

const WIDTH = 300;
const HEIGHT = 200;
const FACTS: PlannedFacts = {
  format: 'jpg',
  width: WIDTH,
  height: HEIGHT,
  frames: 1,
  hasAlpha: false,
  bytes: 1,
  sha256: '',
  originalFilename: null,
  focalPoint: null,
  overlay: null,
  watermark: null,
  mainColor: null,
  thumbhash: null,
  convertedFrom: null,
  lost: null,
  hasWideGamut: false,
  hasGainMap: false,
  credit: null,
};
let test: TestServices;
let imageId: string;
/** How often each transformation was encoded. */
const encodes = new Map<string, number>();

beforeAll(async () => {
  test = withPlan(await makeServices());
  const { imageEngine } = test.services;
  const render = async (_: Uint8Array, transformation: Transformation) => {
    const text = JSON.stringify(transformation);
    encodes.set(text, (encodes.get(text) ?? 0) + 1);
    // another image's bytes for every result; never fewer than the original's
    return Buffer.alloc(20_000, text);
  };
  const services = {
    ...test.services,
    imageEngine: async () => ({ ...(await imageEngine()), render }),
  };
  test = { ...test, services };
  imageId = await storeImage(test, await drawJpeg(WIDTH, HEIGHT));
});
afterAll(() => test.remove());

/** The lengths that `dpr` multiplies; each may stand in a text. */
const LENGTHS = ['width', 'height', 'radius', 'border', 'pad'] as const;
const LENGTH = /\b\d{1,5}\b/g;

/** Half the lengths at twice the density, where that can be written. */
function asTwiceHalf(p: Parameters): Parameters {
  // the side that a ratio gives is rounded before dpr
  if (p.ratio !== undefined || p.dpr !== undefined || !(p.width || p.height)) return p;
  const texts = LENGTHS.flatMap((name) => {
    const value = p[name];
    return value === undefined ? [] : [[name, String(value)] as const];
  });
  const isEven = ([, text]: readonly [string, string]) =>
    (text.match(LENGTH) ?? []).every((length) => Number(length) % 2 === 0);
  if (!texts.every(isEven)) return p;
  const halves = texts.map(([name, text]) => [
    name,
    PARAMETERS[name].parse(text.replace(LENGTH, (length) => `${Number(length) / 2}`)),
  ]);
  return { ...p, ...Object.fromEntries(halves), dpr: 2 };
}

/** Ways to write the same request otherwise: each of a set of parameters, for this image. */
const REWRITES: readonly ((p: Parameters) => Parameters)[] = [
  (p) => p,
  (p) => ({ ...p, fit: p.fit ?? 'cover' }),
  (p) => ({ ...p, position: p.position ?? 'center' }),
  (p) => ({ ...p, dpr: p.dpr ?? 1 }),
  (p) => ({ ...p, grayscale: p.grayscale ?? false, flip: p.flip ?? false, flop: p.flop ?? false }),
  (p) => ({ ...p, enlarge: p.enlarge ?? false }),
  (p) => ({ ...p, crop: p.crop ?? `0,0,${WIDTH},9000` }),
  asTwiceHalf,
  (p) => {
    const isAlone = p.width !== undefined && p.height === undefined && p.ratio === undefined;
    const isFree = isAlone && !p.enlarge && !p.crop;
    return isFree && !p.rotate && (p.width ?? 0) * (p.dpr ?? 1) > WIDTH
      ? { ...p, width: 8_000 }
      : p;
  },
];
const EXTENSIONS = { jpg: ['jpg', 'jpeg', 'JPG', 'Jpeg'], webp: ['webp', 'WEBP'], png: ['png'] };

const anySpelling = fc.record({
  rewrites: fc.array(fc.constantFrom(...REWRITES), { maxLength: 4 }),
  extension: fc.nat(),
  order: fc.infiniteStream(fc.nat(1_000)),
  extra: fc.constantFrom('', '&utm_source=x', '&__proto__=1', '&a=%zz'),
});
type Spelling = typeof anySpelling extends fc.Arbitrary<infer T> ? T : never;

function pathOf(
  format: keyof typeof EXTENSIONS,
  requested: Parameters,
  spelling: Spelling,
): string {
  const parameters = spelling.rewrites.reduce((p, rewrite) => rewrite(p), requested);
  const pairs = queryOf(parameters).map((pair) => pair.join('='));
  const places = new Map(pairs.map((pair) => [pair, spelling.order.next().value ?? 0]));
  const query = pairs.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)).join('&');
  const names = EXTENSIONS[format];
  const name = names[spelling.extension % names.length];
  return `/res/${imageId}.${name}?${query}${spelling.extra}`;
}

describe('equal requests', () => {
  it('however they are spelled cost one encode, and give one entity (transformations.rendition-key)', async () => {
    let rendered = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('jpg', 'webp', 'png'),
        // trimmed results that are equal may be two renditions (docs/decisions/0057), and no image
        // is there to be drawn over another
        anyParameters.map(({ trim: _, overlay: __, ...parameters }) => parameters),
        anySpelling,
        anySpelling,
        async (format, requested, a, b) => {
          const before = [...encodes.values()].reduce((sum, count) => sum + count, 0);
          const left = await deliver(test, pathOf(format, requested, a));
          const right = await deliver(test, pathOf(format, requested, b));
          expect([right.status, right.code]).toEqual([left.status, left.code]);
          if (left.status !== 200) return;
          rendered += 1;
          expect(right.headers.etag).toBe(left.headers.etag);
          const plan = planDelivery(FACTS, format, requested);
          if (plan.kind === 'rendition' && !plan.transformation.mayServeOriginal) {
            // the fallback's bytes name their parameters: no other result may be stored under this
            // key
            const text = JSON.stringify(plan.transformation);
            expect(right.bytes.subarray(0, Buffer.byteLength(text)).toString()).toBe(text);
          }
          const after = [...encodes.values()].reduce((sum, count) => sum + count, 0);
          expect(after - before).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 800 },
    );
    expect(rendered).toBeGreaterThan(200);
    expect(Math.max(...encodes.values())).toBe(1);
  });

  it('with one cache entry at the edge have one result, and different results different entries (transformations.rendition-key)', async () => {
    const seen = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('jpg', 'webp', 'png'),
        anyParameters,
        anySpelling,
        async (format, requested, spelling) => {
          const { cacheKey, headers, status, code } = await deliver(
            test,
            pathOf(format, requested, spelling),
          );
          if (cacheKey === undefined) return;
          const answer = headers.etag ?? `${status} ${code}`;
          expect(seen.get(cacheKey) ?? answer).toBe(answer);
          seen.set(cacheKey, answer);
        },
      ),
      { numRuns: 800 },
    );
    expect(seen.size).toBeGreaterThan(200);
  });

  it.each([
    ['jpg?width=100&height=50', 'jpeg?height=50&width=100&fit=cover'],
    ['webp?dpr=2&width=100', 'webp?width=200'],
    ['webp?width=100&quality=80', 'WEBP?quality=80&width=100&x=y'],
    ['png?width=100&quality=3', 'png?width=100'],
  ])('%s and %s share a cache entry too (transformations.rendition-key)', async (a, b) => {
    const [left, right] = await Promise.all([
      deliver(test, `/res/${imageId}.${a}`),
      deliver(test, `/res/${imageId}.${b}`),
    ]);
    expect(left.cacheKey).toBe(right.cacheKey);
  });

  it('the plan is the same with and without the parameters that the edge leaves out (transformations.rendition-key)', async () => {
    expect(planDelivery(FACTS, 'jpg', { dpr: 3, fit: 'contain', flip: false })).toEqual({
      kind: 'stored',
      format: 'jpg',
    });
  });
});
