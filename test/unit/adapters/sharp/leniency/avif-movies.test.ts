import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { readAvif } from '../../../../../core/codecs/avif/read-avif-header.ts';
import { acceptUnhurried } from '../../../../support/images/accept-unhurried.ts';
import { type CodedImage, readCodedImages } from '../../../../support/images/avif/make-avif.ts';
import { makeMovie } from '../../../../support/images/avif/make-movie.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
const accept = (bytes: Uint8Array) =>
  acceptUnhurried(services, { bytes, contentType: 'image/avif' });

async function tint(background: string): Promise<readonly [CodedImage, CodedImage]> {
  const create = { width: 64, height: 48, channels: 4 as const, background };
  const [image, alpha] = readCodedImages(await sharp({ create }).avif({ effort: 0 }).toBuffer());
  if (!image || !alpha) throw new Error('the encoder wrote no such image');
  return [image, alpha];
}

const [red, halfClear] = await tint('rgba(200, 30, 30, 0.5)');
const [blue] = await tint('rgba(40, 60, 200, 0.5)');

async function pixelOf(bytes: Uint8Array): Promise<number[]> {
  return [...(await sharp(bytes).raw().toBuffer()).subarray(0, 4)];
}

describe('an AVIF movie without a primary image is its first frame (uploads.avif)', () => {
  it.each([
    ['without a meta box', makeMovie({ frames: [red, blue] })],
    ['with a meta box that names none', makeMovie({ frames: [red, blue], hasMeta: true })],
    ['of one frame', makeMovie({ frames: [red] })],
    ['with places of 64 bits', makeMovie({ frames: [red, blue], isLarge: true })],
  ])('%s', async (_, movie) => {
    const { bytes, facts, lost } = await accept(movie);
    expect(facts).toMatchObject({ width: 64, height: 48, frames: 1, hasAlpha: false });
    const [r = 0, g = 255, b = 255] = await pixelOf(bytes);
    expect(Math.abs(r - 200) + Math.abs(g - 30) + Math.abs(b - 30)).toBeLessThan(15);
    expect(lost?.includes('animation')).toBe(readAvif(movie).header.frames > 1);
  });

  it('with its transparency', async () => {
    const movie = makeMovie({ frames: [red, blue], alphas: [halfClear, halfClear] });
    const { bytes, facts } = await accept(movie);
    expect(facts.hasAlpha).toBe(true);
    const [, , , alpha = 0] = await pixelOf(bytes);
    expect(Math.abs(alpha - 128)).toBeLessThan(4);
  });

  it.each([
    ['without a frame', (movie: Buffer) => movie.indexOf('stco') + 8],
    ['with a frame outside of the file', (movie: Buffer) => movie.indexOf('stco') + 12],
    ['of another codec', (movie: Buffer) => movie.indexOf('stsd') + 16],
    ['without a configuration', (movie: Buffer) => movie.indexOf('av1C')],
  ])('and is refused %s', async (_, placeOf) => {
    const movie = makeMovie({ frames: [red, blue] });
    movie.writeUInt32BE(
      placeOf(movie) === movie.indexOf('stco') + 8 ? 0 : 0x7fffffff,
      placeOf(movie),
    );
    await expect(accept(movie)).rejects.toMatchObject({ code: 'invalid_image' });
  });

  it('and is bounded by all of its frames', () => {
    expect(readAvif(makeMovie({ frames: [red, blue] })).header.frames).toBe(2);
  });
});
