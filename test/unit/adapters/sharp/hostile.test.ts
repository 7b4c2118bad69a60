import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { BrokenImageError } from '../../../../core/ports/images/image-engine.ts';
import { ask } from './support/ask.ts';
import { draw, drawFrames, noise } from './support/drawing.ts';

// made before the engine blocks what makes them
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>';
const still = () => draw(120, 90, noise());
const FOREIGN: [string, Uint8Array][] = [
  ['SVG', Buffer.from(SVG)],
  ['TIFF', await still().tiff().toBuffer()],
  ['AVIF', await still().avif({ effort: 0 }).toBuffer()],
  ['PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')],
  ['PPM', Buffer.from('P6 2 2 255\n123456789012')],
  ['nothing', Buffer.alloc(0)],
  ['noise', Buffer.from(Array.from({ length: 200 }, (_, i) => (i * 77) & 255))],
];
const couldDecodeSvg = await sharp(Buffer.from(SVG))
  .png()
  .toBuffer()
  .then(() => true);

const frames = () => drawFrames(200, 150, [noise(1), noise(2), noise(3), noise(4)]);
const WHOLE: [string, Uint8Array][] = [
  ['baseline JPEG', await still().jpeg().toBuffer()],
  ['progressive JPEG', await still().jpeg({ progressive: true }).toBuffer()],
  ['PNG', await still().png().toBuffer()],
  ['interlaced PNG', await still().png({ progressive: true }).toBuffer()],
  ['palette PNG', await still().png({ palette: true, effort: 1 }).toBuffer()],
  ['lossy WebP', await still().webp().toBuffer()],
  ['lossless WebP', await still().webp({ lossless: true }).toBuffer()],
  ['WebP with alpha', await still().ensureAlpha(0.5).webp().toBuffer()],
  ['animated WebP', await frames().webp().toBuffer()],
  ['GIF', await still().gif({ effort: 1 }).toBuffer()],
  ['animated GIF', await frames().gif({ effort: 1 }).toBuffer()],
];

const engine = await createSharpEngine();
const FACTS = { width: 120, height: 90 };

describe('loaders (security.decoders)', () => {
  it('are of JPEG, PNG, WebP and GIF alone (security.decoders)', async () => {
    expect(couldDecodeSvg).toBe(true); // until the engine came
    for (const [name, bytes] of FOREIGN) {
      await expect(engine.decodeFully(bytes), name).rejects.toThrow(BrokenImageError);
      const rendering = engine.render(bytes, ask(FACTS, 'png', { width: 20 }));
      await expect(rendering, name).rejects.toThrow(BrokenImageError);
      const reading = async () => sharp(bytes).metadata();
      await expect(reading(), name).rejects.toThrow();
    }
  });

  it('read bytes alone, never a file', async () => {
    await expect(sharp('package.json').metadata()).rejects.toThrow();
  });
});

describe('one full decode (uploads.full-decode)', () => {
  it.each(WHOLE)('accepts a whole %s', async (_, bytes) => {
    await expect(engine.decodeFully(bytes)).resolves.toBeUndefined();
  });

  it.each(WHOLE)(
    'refuses a %s cut at each tenth, in its last percent and its last bytes',
    async (name, bytes) => {
      const ends = [0.001, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 0.993, 0.996, 0.999];
      const lengths = ends.map((end) => Math.floor(bytes.length * end));
      // the end of a PNG holds no pixels: core finds its last twelve bytes missing (core/codecs)
      for (const length of [...lengths.filter((n) => n < bytes.length - 12), bytes.length - 13]) {
        const cut = bytes.subarray(0, length);
        await expect(engine.decodeFully(cut), `at ${length} of ${bytes.length}`).rejects.toThrow(
          BrokenImageError,
        );
        // the decode of a still for its placeholder is the proof of an upload
        if (name.startsWith('animated')) continue;
        await expect(engine.placeholder(cut), `at ${length} of ${bytes.length}`).rejects.toThrow(
          BrokenImageError,
        );
      }
    },
  );

  it('decodes the last frame of an animation, too', async () => {
    const bytes = await frames().webp({ lossless: true }).toBuffer();
    const start = bytes.lastIndexOf('VP8L') + 20; // behind what the container's walk reads
    bytes.fill(0xff, start, start + 400);
    await expect(engine.decodeFully(bytes)).rejects.toThrow(BrokenImageError);
  });

  it('has the fault as its cause', async () => {
    const [, [, bytes] = ['', Buffer.alloc(0)]] = WHOLE;
    const error = await engine.decodeFully(bytes.subarray(0, 900)).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(BrokenImageError);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('refuses more than fifty megapixels', async () => {
    const create = { width: 10_001, height: 5_000, channels: 3 as const, background: 'red' };
    const bytes = await sharp({ create }).jpeg().toBuffer();
    await expect(engine.decodeFully(bytes)).rejects.toThrow(BrokenImageError);
    const fitting = await sharp({ create: { ...create, width: 10_000 } })
      .jpeg()
      .toBuffer();
    await expect(engine.decodeFully(fitting)).resolves.toBeUndefined();
  });
});

describe('render', () => {
  it.each(WHOLE)('makes nothing of half a %s (uploads.full-decode)', async (_, bytes) => {
    const half = bytes.subarray(0, bytes.length >> 1);
    for (const requested of [{ width: 20 }, { rotate: 90 as const }]) {
      const rendering = engine.render(half, ask(FACTS, 'jpg', requested));
      // a GIF's first frame may stand before the cut
      if (_ === 'animated GIF')
        await rendering.catch((error) => expect(error).toBeInstanceOf(BrokenImageError));
      else await expect(rendering).rejects.toThrow(BrokenImageError);
    }
  });

  it('passes on an error that is not the image’s', async () => {
    const [, bytes] = WHOLE[0] ?? ['', Buffer.alloc(0)];
    const crop = '0,0,500,500';
    const requested = ask({ width: 1000, height: 1000 }, 'png', { crop });
    const error = await engine.render(bytes, requested).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(BrokenImageError);
  });
});
