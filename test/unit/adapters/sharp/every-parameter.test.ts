import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { UnfitContentError } from '../../../../core/ports/images/image-engine.ts';
import type { Format } from '../../../../core/transform/formats.ts';
import { PARAMETER_WORDS } from '../../../../core/transform/parameter-words.ts';
import type { ImageParameterName, Parameters } from '../../../../core/transform/parameters.ts';
import { parseQuery } from '../../../../core/transform/query.ts';
import {
  isTransformationFault,
  type OriginalFacts,
  outputSize,
  renditionKey,
  resolveTransformation,
  STEPS,
  type Transformation,
} from '../../../../core/transform/transformation.ts';
import {
  anyParameters,
  anyValueOf,
  IMAGE_PARAMETERS,
} from '../../../support/stores/arbitraries.ts';
import { statedDisplayP3 } from './support/display-p3.ts';
import { draw, drawFrames, quarters } from './support/drawing.ts';
import { type Seen, see } from './support/rendition.ts';

/**
 * Measured: the encoder's loss, and the 5 % that a resize mixes of the neighbour into the first and
 * the last row. A later frame is stored from its first changed pixel on, where its halved colour
 * begins: 4.3 along a border.
 */
const FRAMES_ALIKE = 5;

/** Of all parameters together, each with two images. */
const RUNS_OF_ALL = 400;

const engine = await createSharpEngine();
/** Drawn over the others where `overlay` is requested: half-clear on the left. */
const mark = await draw(16, 12, (x, y) => [x * 15, y * 20, 255 - x * 15, x < 8 ? 128 : 255])
  .png()
  .toBuffer();
const overlay = {
  imageId: 'img_mzxw6ytboi2dkmrvgezdgnbvgy',
  generation: 0,
  width: 16,
  height: 12,
} as const;
const marksOf = ({ overlays }: Transformation) => overlays.map(() => mark);
const FACTS: OriginalFacts = {
  format: 'png',
  width: 96,
  height: 64,
  frames: 1,
  hasAlpha: true,
  overlay,
};
const four = quarters(96, 64);
/**
 * Four colours with a texture; clear on the left, half-clear in the middle, opaque on the right.
 */
const original = await draw(96, 64, (x, y) => [
  ...four(x, y).map((value) => (value * 3 + ((x * 37 + y * 101) & 255)) >> 2),
  x < 24 ? 0 : x < 48 ? 128 : 255,
])
  .png()
  .toBuffer();

/** The same numbers as colours of Display P3. */
const wide = await statedDisplayP3(original);

const FRAMES = [quarters(48, 32), quarters(48, 32, ['green', 'blue', 'yellow', 'red'])];
const ANIMATION: OriginalFacts = { ...FACTS, width: 48, height: 32, frames: 2 };
const rolled = await drawFrames(48, 32, FRAMES).webp({ lossless: true }).toBuffer();
const frames = await Promise.all(FRAMES.map((paint) => draw(48, 32, paint).png().toBuffer()));

const read = (query: string) => parseQuery([...new URLSearchParams(query)]).parameters;

/** As one comparable text: the size, then the pixels of every frame. */
async function pixelsOf(bytes: Uint8Array): Promise<string> {
  const { width, height, data } = await see(bytes);
  return `${width}x${height}:${Buffer.from(data).toString('latin1')}`;
}

/** The original that a parameter needs to have an effect. */
function originalOf(name: ImageParameterName): readonly [OriginalFacts, Uint8Array] {
  if (name === 'frame') return [ANIMATION, rolled];
  return name === 'gamut' ? [{ ...FACTS, hasWideGamut: true }, wide] : [FACTS, original];
}

async function make(name: ImageParameterName, format: Format, parameters: Parameters) {
  const [facts, bytes] = originalOf(name);
  const result = resolveTransformation(facts, format, parameters);
  if (isTransformationFault(result)) return undefined;
  const { width, height } = outputSize(result);
  if (width * height > 40_000) return undefined; // a property renders many
  try {
    const rendered = await engine.render(bytes, result, marksOf(result));
    return { key: renditionKey(result), pixels: await pixelsOf(rendered) };
  } catch (error) {
    if (error instanceof UnfitContentError) return undefined; // only the pixels tell
    throw error;
  }
}

const foldPad = (pad: string) =>
  pad
    .split(',')
    .map((side) => Number(side) % 30)
    .join(',');

/** Sides and margins that a small image is shown with; any other value as it is. */
function fold(parameters: Parameters): Parameters {
  const { width, height, pad, ...others } = parameters;
  return {
    ...others,
    ...(width && { width: (width % 150) + 1 }),
    ...(height && { height: (height % 150) + 1 }),
    ...(pad && { pad: foldPad(pad) }),
  };
}

describe.each(IMAGE_PARAMETERS)('%s, as every parameter,', (name) => {
  it('makes another image and another rendition key of its two queries', async () => {
    const [first, other] = PARAMETER_WORDS[name].contrast.map(read);
    const left = await make(name, 'webp', first ?? {});
    const right = await make(name, 'webp', other ?? {});
    const isSame = name === 'hdr'; // a gain map is beside the pixels, in jpg alone
    expect(left?.pixels === right?.pixels, `${name} changes no pixel`).toBe(isSame);
    expect(left?.key === right?.key, `${name} is not in the rendition key`).toBe(isSame);
  });

  it('never makes two images under one rendition key, whatever the other parameters', async () => {
    const property = async (
      format: Format,
      others: Parameters,
      values: readonly [unknown, unknown],
    ) => {
      const result = await Promise.all(
        values.map((value) => make(name, format, fold({ ...others, [name]: value }))),
      );
      const [left, right] = result;
      if (!left || !right || left.key !== right.key) return;
      expect(left.pixels === right.pixels, `${name} in ${left.key}`).toBe(true);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Format>('png', 'webp', 'jpg'),
        anyParameters,
        fc.tuple(anyValueOf(name), fc.option(anyValueOf(name), { nil: undefined })),
        property,
      ),
      { numRuns: Math.ceil(RUNS_OF_ALL / IMAGE_PARAMETERS.length) },
    );
  });
});

describe.each(IMAGE_PARAMETERS)('%s, of an animation,', (name) => {
  it('changes every frame as it changes that frame alone', async () => {
    const parameters = { ...read(PARAMETER_WORDS[name].contrast[1]), quality: 100 };
    const result = resolveTransformation({ ...ANIMATION, format: 'webp' }, 'webp', parameters);
    if (isTransformationFault(result)) {
      expect(result.code).toBe('unsupported_for_animation');
      return;
    }
    const animated = await see(await engine.render(rolled, result, marksOf(result)));
    expect(animated.frames).toBe(name === 'frame' ? 1 : 2);
    for (const [at, frame] of frames.slice(0, animated.frames).entries()) {
      const still = { ...result, isAnimated: false };
      const alone = await see(await engine.render(frame, still, marksOf(result)));
      const shown = { ...animated, at: (x: number, y: number) => animated.at(x, y, at) };
      expect(distanceOf(shown, alone), `${name} in frame ${at}`).toBeLessThan(FRAMES_ALIKE);
    }
  });
});

/** The steps that serve one parameter each, in their order. */
const NAMED_STEPS = Object.keys(STEPS).filter((name): name is ImageParameterName =>
  IMAGE_PARAMETERS.includes(name as ImageParameterName),
);
const PAIRS = NAMED_STEPS.flatMap((first, at) =>
  NAMED_STEPS.slice(at + 1).map((second) => [first, second] as const),
);
const shownValue = (name: ImageParameterName) => read(PARAMETER_WORDS[name].contrast[1])[name];

async function renderPng(bytes: Uint8Array, parameters: Parameters): Promise<Uint8Array> {
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const result = resolveTransformation({ ...FACTS, width, height }, 'png', parameters);
  if (isTransformationFault(result)) throw new Error(result.detail);
  const rendered = await engine.render(bytes, result, marksOf(result));
  // four channels again, as the next step finds them otherwise
  return sharp(rendered).toColourspace('srgb').ensureAlpha().png().toBuffer();
}

async function inTurn(steps: readonly ImageParameterName[]): Promise<Uint8Array> {
  let bytes: Uint8Array = original;
  for (const name of steps) bytes = await renderPng(bytes, { [name]: shownValue(name) });
  return bytes;
}

type Image = Pick<Seen, 'width' | 'height' | 'at'>;

/** The mean difference of two images of one size, their colours weighted by their alpha. */
function distanceOf(image: Image, right: Image): number {
  expect([image.width, image.height]).toEqual([right.width, right.height]);
  let sum = 0;
  for (let y = 0; y < image.height; y += 1) {
    for (let x = 0; x < image.width; x += 1) {
      const [a, b] = [image.at(x, y), right.at(x, y)];
      a.forEach((value, at) => {
        const weigh = (channel: number, alpha: number) =>
          at === 3 ? channel : (channel * alpha) / 255;
        sum += Math.abs(weigh(value, a[3]) - weigh(b[at] ?? 0, b[3]));
      });
    }
  }
  return sum / (image.width * image.height * 4);
}

describe('the order of STEPS', () => {
  /**
   * Measured: 0.65 at most in their order, 1 and more in the other where they do not come to the
   * same.
   */
  const ALIKE = 0.8;

  it.each(PAIRS)('is %s, then %s, in one request', async (first, second) => {
    const parameters = { [first]: shownValue(first), [second]: shownValue(second) };
    const together = await renderPng(original, parameters);
    const distance = distanceOf(await see(together), await see(await inTurn([first, second])));
    expect(distance, `${first}, then ${second}`).toBeLessThan(ALIKE);
  });

  it('makes a difference that is seen: grayscale takes no colour out of a background', async () => {
    const [right, wrong] = [
      ['grayscale', 'background'],
      ['background', 'grayscale'],
    ] as const;
    const distance = distanceOf(await see(await inTurn(right)), await see(await inTurn(wrong)));
    expect(distance).toBeGreaterThan(5 * ALIKE);
  });
});
