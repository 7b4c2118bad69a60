import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { UploadFormat } from '../../core/transform/formats.ts';
import type { OriginalFacts } from '../../core/transform/transformation.ts';

/** An original with its facts. */
export interface CostlyOriginal {
  readonly bytes: Buffer;
  readonly facts: OriginalFacts;
}

/** Seeded noise in every byte, the dearest pixels for every encoder. */
function noise(length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update('noise').digest();
}

function openNoise(width: number, height: number, channels: 3 | 4, pageHeight?: number) {
  const raw = { width, height, channels, ...(pageHeight && { pageHeight }) };
  return sharp(noise(width * height * channels), { raw, limitInputPixels: false });
}

async function still(
  format: UploadFormat,
  [width, height, channels]: readonly [number, number, 3 | 4],
  encode: (image: Sharp) => Sharp,
): Promise<CostlyOriginal> {
  const bytes = await encode(openNoise(width, height, channels)).toBuffer();
  return { bytes, facts: { format, width, height, frames: 1, hasAlpha: channels === 4 } };
}

async function animation(format: 'gif' | 'webp', side: number, frames: number) {
  const opened = openNoise(side, side * frames, 4, side);
  const bytes = await (format === 'gif'
    ? opened.gif({ effort: 1 })
    : opened.webp({ effort: 0 })
  ).toBuffer();
  const facts: OriginalFacts = { format, width: side, height: side, frames, hasAlpha: true };
  return { bytes, facts };
}

/** Originals of noise, near the bounds of what comes in: 50 megapixels, 500 frames, 25 MB. */
export const COSTLY_ORIGINALS = {
  'JPEG of 640 x 480': () => still('jpg', [640, 480, 3], (image) => image.jpeg({ quality: 90 })),
  'PNG of 640 x 480 with alpha': () => still('png', [640, 480, 4], (image) => image.png()),
  'JPEG of 24 megapixels': () =>
    still('jpg', [6_000, 4_000, 3], (image) => image.jpeg({ quality: 70 })),
  'JPEG of 50 megapixels, progressive, with a profile': () =>
    still('jpg', [8_000, 6_250, 3], (image) =>
      image
        .withIccProfile('p3')
        .jpeg({ quality: 20, progressive: true, chromaSubsampling: '4:4:4' }),
    ),
  'JPEG of 24 megapixels in four inks': () =>
    still('jpg', [6_000, 4_000, 3], (image) =>
      image.toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 40 }),
    ),
  'PNG of 50 megapixels in 256 colours': () =>
    still('png', [8_000, 6_250, 3], (image) =>
      image.toColourspace('b-w').png({ palette: true, colours: 8, effort: 1 }),
    ),
  'PNG of 8 megapixels, 16 bits, with alpha': () =>
    still('png', [3_200, 2_500, 4], (image) =>
      image.toColourspace('rgb16').png({ compressionLevel: 1 }),
    ),
  'WebP of 25 megapixels with alpha': () =>
    still('webp', [5_000, 5_000, 4], (image) =>
      image.webp({ quality: 40, alphaQuality: 1, effort: 0 }),
    ),
  'GIF of 500 frames of 200 x 200': () => animation('gif', 200, 500),
  'WebP of 50 frames of 300 x 300': () => animation('webp', 300, 50),
} as const satisfies Readonly<Record<string, () => Promise<CostlyOriginal>>>;

export type OriginalName = keyof typeof COSTLY_ORIGINALS;
