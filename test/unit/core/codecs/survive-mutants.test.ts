import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ImageFileFault, type RebuiltImage } from '../../../../core/codecs/image-file.ts';
import { readHeader } from '../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { ZIP } from '../../../support/images/canaries.ts';
import { insertSegments, tellingSegments } from '../../../support/images/make-jpeg.ts';
import { insertAfterHeader, tellingChunks } from '../../../support/images/make-png.ts';
import { type SampleImage, sampleImages } from '../../../support/images/sample-images.ts';

const SEED = 20_261_121;
const RUNS = 4_000;
const SAMPLES = (await sampleImages()).map(withMetadata);

// metadata widen what a mutation can hit
function withMetadata({ name, format, bytes }: SampleImage): SampleImage {
  if (format === 'jpg')
    return { name, format, bytes: insertSegments(bytes, ...tellingSegments(6)) };
  if (format === 'png')
    return { name, format, bytes: insertAfterHeader(bytes, ...tellingChunks(6)) };
  return { name, format, bytes };
}

const value = fc.oneof(
  fc.constantFrom(0x00, 0xff, 0x01, 0x7f, 0x80, 0xd9, 0xda, 0x3b, 0x2c, 0x21),
  fc.nat(255),
);

// three of four mutations hit the first bytes, where headers are
const place = fc.oneof(fc.nat(400), fc.nat(100), fc.nat(60), fc.nat(0xffff));

const mutation = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), at: place, value }),
  fc.record({ kind: fc.constant('remove' as const), at: place, value: fc.nat(40) }),
  fc.record({ kind: fc.constant('repeat' as const), at: place, value: fc.nat(40) }),
  fc.record({ kind: fc.constant('cut' as const), at: place, value }),
);

type Mutation = { kind: 'set' | 'remove' | 'repeat' | 'cut'; at: number; value: number };

function mutate(bytes: Uint8Array, mutations: readonly Mutation[]): Uint8Array {
  let mutant = Buffer.from(bytes);
  for (const { kind, at, value } of mutations) {
    const place = at % Math.max(1, mutant.length);
    const [before, after] = [mutant.subarray(0, place), mutant.subarray(place)];
    if (kind === 'set') mutant[place] = value;
    if (kind === 'remove') mutant = Buffer.concat([before, after.subarray(value)]);
    if (kind === 'repeat') mutant = Buffer.concat([before, after.subarray(0, value), after]);
    if (kind === 'cut') mutant = Buffer.from(before);
  }
  return mutant;
}

const mutants = fc
  .tuple(fc.constantFrom(...SAMPLES), fc.array(mutation, { minLength: 1, maxLength: 4 }))
  .map(([sample, mutations]) => mutate(sample.bytes, mutations));

// an image whose end marker alone is missing is whole as well, until something follows it
const ENDS = { jpg: '\xff\xd9', png: 'IEND\xaeB\x60\x82', gif: ';', webp: '' } as const;

function hasEnd(bytes: Uint8Array, { header, bytes: rebuilt }: RebuiltImage): boolean {
  const [mutant, stored] = [Buffer.from(bytes), Buffer.from(rebuilt)];
  const end = Buffer.from(ENDS[header.format], 'latin1');
  if (header.format === 'gif') return mutant.at(-1) === end[0];
  // data of a PNG that are cut contain the end chunk
  const isApart = header.format !== 'png' || stored.indexOf(end) === stored.length - end.length;
  return isApart && mutant.includes(end, mutant.length - 100);
}

function rebuildOrFault(bytes: Uint8Array) {
  try {
    return rebuildImage(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(ImageFileFault);
    return undefined;
  }
}

describe('mutants', () => {
  it(`${RUNS} of them give an image or an ImageFileFault`, () => {
    let rebuilt = 0;
    fc.assert(
      fc.property(mutants, (mutant) => {
        if (rebuildOrFault(mutant)) rebuilt += 1;
      }),
      { seed: SEED, numRuns: RUNS },
    );
    // neither all refused nor all let through, or the mutations would prove little
    expect(rebuilt).toBeGreaterThan(RUNS / 10);
    expect(rebuilt).toBeLessThan((RUNS * 9) / 10);
  });

  it('those that are rebuilt are rebuilt to the same bytes again, under the same header', () => {
    fc.assert(
      fc.property(mutants, (mutant) => {
        const once = rebuildOrFault(mutant);
        if (!once) return;
        const twice = rebuildImage(once.bytes);
        expect(Buffer.from(twice.bytes).equals(once.bytes)).toBe(true);
        expect(twice.header).toEqual(once.header);
        expect(readHeader(once.bytes)).toEqual(once.header);
        expect(readHeader(mutant)).toEqual(once.header);
      }),
      { seed: SEED + 1, numRuns: RUNS },
    );
  });

  it('those that are whole are rebuilt without what follows them', () => {
    fc.assert(
      fc.property(mutants, (mutant) => {
        const alone = rebuildOrFault(mutant);
        if (!alone || !hasEnd(mutant, alone)) return;
        const trailed = rebuildImage(Buffer.concat([mutant, ZIP]));
        expect(Buffer.from(trailed.bytes).equals(alone.bytes)).toBe(true);
      }),
      { seed: SEED + 2, numRuns: RUNS },
    );
  });

  it('of random bytes behind a signature give a header or an ImageFileFault', () => {
    const signatures = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\x40\0\0\0WEBP', 'GIF89a'];
    const noise = fc
      .tuple(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 200 }))
      .map(([signature, rest]) => Buffer.concat([Buffer.from(signature, 'latin1'), rest]));
    fc.assert(
      fc.property(noise, (bytes) => {
        rebuildOrFault(bytes);
        try {
          readHeader(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(ImageFileFault);
        }
      }),
      { seed: SEED + 3, numRuns: RUNS },
    );
  });
});
