import sharp, { type Sharp } from 'sharp';
import {
  type Chroma,
  chooseChroma,
  measureChromaLoss,
} from '../../adapters/sharp/choose-chroma.ts';
import { openPixels, type Pixels } from '../../adapters/sharp/pixels.ts';
import type { Work } from '../originals/works.ts';
import { encodePixels } from '../setting/sharp-alone.ts';

/** Encodes the pixels of a result at a quality. */
export type EncodeAt = (pixels: Pixels, quality: number) => Promise<Buffer>;

const encoderOf =
  (format: Work['format'], encode: (image: Sharp, quality: number, chroma: Chroma) => Sharp) =>
  (pixels: Pixels, quality: number) => {
    const chroma = chooseChroma(format, measureChromaLoss(pixels));
    return encode(openPixels(sharp, pixels), quality, chroma).toBuffer();
  };

/** Without a resolution of colour it is the one that the engine chooses. */
const jpeg = (quantisationTable = 5, fixed?: Chroma): EncodeAt =>
  encoderOf('jpg', (image, quality, chosen) =>
    image.jpeg({
      quality,
      progressive: true,
      quantisationTable,
      overshootDeringing: true,
      chromaSubsampling: fixed ?? chosen,
    }),
  );
const webp = (effort = 4, fixed?: Chroma): EncodeAt =>
  encoderOf('webp', (image, quality, chosen) =>
    image.webp({ quality, effort, smartSubsample: (fixed ?? chosen) === '4:4:4' }),
  );
const avif = (effort = 2, bitdepth: 8 | 10 = 8, fixed?: Chroma): EncodeAt =>
  encoderOf('avif', (image, quality, chosen) =>
    image.avif({ quality, effort, bitdepth, chromaSubsampling: fixed ?? chosen }),
  );

export const ours =
  (format: Work['format']): EncodeAt =>
  (pixels, quality) =>
    encodePixels(pixels, format, quality);

/** The two resolutions of colour of each format; WebP has sharp edges in place of the whole one. */
export const CHROMA: Readonly<Record<Work['format'], { halved: EncodeAt; whole: EncodeAt }>> = {
  jpg: { halved: jpeg(5, '4:2:0'), whole: jpeg(5, '4:4:4') },
  webp: { halved: webp(4, '4:2:0'), whole: webp(4, '4:4:4') },
  avif: { halved: avif(2, 8, '4:2:0'), whole: avif(2, 8, '4:4:4') },
};

/** Settings that ours could have instead, by format. */
export const CANDIDATES: Readonly<Record<Work['format'], Readonly<Record<string, EncodeAt>>>> = {
  jpg: {
    'table 3': jpeg(3),
    'defaults of sharp': encoderOf('jpg', (image, quality) => image.jpeg({ quality })),
    mozjpeg: encoderOf('jpg', (image, quality, chromaSubsampling) =>
      image.jpeg({ quality, mozjpeg: true, chromaSubsampling }),
    ),
  },
  webp: { 'effort 2': webp(2), 'effort 6': webp(6) },
  avif: { 'effort 1': avif(1), 'effort 4': avif(4), '10 bits': avif(2, 10) },
};
