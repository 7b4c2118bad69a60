import type { Sharp } from 'sharp';

export interface Setting {
  readonly encode: (image: Sharp, quality: number) => Sharp;
  /** From the lowest up; scores and bytes between them are interpolated. */
  readonly qualities: readonly number[];
}

const jpeg = (chromaSubsampling: string) => (image: Sharp, quality: number) =>
  image.jpeg({ quality, progressive: true, quantisationTable: 5, chromaSubsampling });
/** WebP lacks full resolution: sharp edges stand for it, as in adapters/sharp/choose-chroma. */
const webp = (smartSubsample: boolean) => (image: Sharp, quality: number) =>
  image.webp({ quality, effort: 4, smartSubsample });
const avif = (effort: number, chromaSubsampling: string) => (image: Sharp, quality: number) =>
  image.avif({ quality, effort, bitdepth: 8, chromaSubsampling });

/** The encoders' settings that the tables compare. */
export const SETTINGS = {
  'jpg mozjpeg': {
    encode: (image, quality) => image.jpeg({ quality, mozjpeg: true }),
    qualities: [80],
  },
  'jpg 4:2:0': { encode: jpeg('4:2:0'), qualities: [68, 76, 82, 88] },
  'jpg 4:4:4': { encode: jpeg('4:4:4'), qualities: [58, 68, 76, 82] },
  'webp 4:2:0': { encode: webp(false), qualities: [71, 79, 84, 90] },
  'webp 4:4:4': { encode: webp(true), qualities: [62, 71, 79, 84] },
  'avif effort 1': { encode: avif(1, '4:4:4'), qualities: [59] },
  'avif 4:4:4': { encode: avif(2, '4:4:4'), qualities: [53, 59, 65] },
  'avif 4:2:0': { encode: avif(2, '4:2:0'), qualities: [53, 59, 65, 71] },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
