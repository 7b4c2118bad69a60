import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endCodedData } from '../../../../core/codecs/end-coded-data.ts';
import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { readHeader } from '../../../../core/codecs/read-header.ts';
import { rebuildImage } from '../../../../core/codecs/rebuild-image.ts';
import { ZIP } from '../../../support/images/canaries.ts';
import { decodePixels } from '../../../support/images/raw-pixels.ts';
import { sampleImages } from '../../../support/images/sample-images.ts';

const SAMPLES = await sampleImages();

function refusalAt(bytes: Uint8Array, length: number, act: (cut: Uint8Array) => unknown): unknown {
  try {
    act(bytes.subarray(0, length));
    return undefined;
  } catch (error) {
    return error;
  }
}

// every offset of small files, evenly spread ones of large files, and all the tenths
function cutsOf(length: number): number[] {
  const step = Math.max(1, Math.floor(length / 1500));
  const spread = Array.from({ length: Math.floor(length / step) }, (_, i) => i * step);
  const tenths = Array.from({ length: 10 }, (_, i) => Math.floor((length * i) / 10));
  return [...spread, ...tenths, length - 3, length - 2, length - 1];
}

/** The rebuilt file of each cut, or its refusal. */
type Walks = ReadonlyMap<number, Uint8Array | Error>;

function walkAt(bytes: Uint8Array, length: number): Uint8Array | Error {
  try {
    return rebuildImage(bytes.subarray(0, length)).bytes;
  } catch (error) {
    return error as Error;
  }
}

/** Of the latest sample, for two tests: the walks of sixty thousand cuts are dear. */
let known: { readonly bytes: Uint8Array; readonly walks: Walks } | undefined;
function walksOf(bytes: Uint8Array): Walks {
  if (known?.bytes !== bytes) {
    const walks = new Map(cutsOf(bytes.length).map((length) => [length, walkAt(bytes, length)]));
    known = { bytes, walks };
  }
  return known.walks;
}

// the steps of an upload behind the walk: the end of the coded data, and the decoder
async function acceptedPixels(walked: Uint8Array) {
  try {
    return await decodePixels(await endCodedData(walked));
  } catch {
    return undefined;
  }
}

type Pixels = Awaited<ReturnType<typeof decodePixels>>;

// a GIF without a trailer ends behind any of its frames, as one that never had more
function expectWholeFrames(pixels: Pixels, whole: Pixels, place: string): void {
  const frameHeight = whole.height / (whole.delay?.length ?? 1);
  expect([pixels.width, pixels.height % frameHeight], place).toEqual([whole.width, 0]);
  // one without its later frames may have no alpha
  const coloursOf = ({ data, channels }: Pixels) =>
    Buffer.from(data.filter((_, at) => channels === 3 || at % channels < 3));
  const colours = coloursOf(pixels);
  expect(colours.equals(coloursOf(whole).subarray(0, colours.length)), place).toBe(true);
}

/** The facts that a file without its end has too: a GIF may have fewer frames. */
function headerOf(bytes: Uint8Array) {
  const { frames, hasAlpha, ...others } = readHeader(bytes);
  return others.format === 'gif' ? others : { ...others, frames, hasAlpha };
}

describe.each(SAMPLES)('cut files of $name', (sample) => {
  const { bytes } = sample;
  // stacks of sixty thousand refusals, which no test reads, take a third of the time
  const { stackTraceLimit } = Error;
  beforeAll(() => void Object.assign(Error, { stackTraceLimit: 0 }));
  afterAll(() => void Object.assign(Error, { stackTraceLimit }));

  it('are refused or keep every pixel (uploads.cleaning)', async () => {
    const whole = await decodePixels(bytes);
    let mended = 0;
    for (const [length, walked] of walksOf(bytes)) {
      const pixels = walked instanceof Error ? undefined : await acceptedPixels(walked);
      if (!pixels) continue;
      mended += 1;
      if (sample.format === 'gif') expectWholeFrames(pixels, whole, `at ${length}`);
      else expect(pixels, `at ${length}`).toEqual(whole);
    }
    // an end marker alone may be missing, except where nothing else tells the end
    if (sample.format === 'webp') expect(mended).toBe(0);
    else expect(mended).toBeGreaterThan(0);
  });

  it('are described without a byte of them', () => {
    const reasons = new Set<string>();
    for (const walked of walksOf(bytes).values()) {
      if (walked instanceof ImageFileFault) reasons.add(walked.reason);
    }
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z][a-zA-Z0-9 -]{9,70}\.$/);
    expect(reasons.size).toBeLessThan(10);
  });

  it('give a true header or none', () => {
    const whole = headerOf(bytes);
    const isTrueAt = (length: number) => {
      let header: unknown;
      const refusal = refusalAt(bytes, length, (cut) => {
        header = headerOf(cut);
      });
      return refusal instanceof ImageFileFault || isDeepStrictEqual(header, whole);
    };
    expect(cutsOf(bytes.length).filter((length) => !isTrueAt(length))).toEqual([]);
  });

  it('are whole if only bytes behind their end were cut', () => {
    const { bytes: whole } = rebuildImage(bytes);
    for (let cut = 0; cut <= ZIP.length; cut += 1) {
      const trailed = Buffer.concat([bytes, ZIP.subarray(0, cut)]);
      expect(Buffer.from(rebuildImage(trailed).bytes).equals(whole)).toBe(true);
    }
  });
});
