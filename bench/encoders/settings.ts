import type { Sharp } from 'sharp';

export interface Setting {
  readonly encode: (image: Sharp, quality: number) => Sharp;
  /** From the lowest up; scores and bytes between them are interpolated. */
  readonly qualities: readonly number[];
}

const jpeg = (chromaSubsampling: string) => (image: Sharp, quality: number) =>
  image.jpeg({ quality, progressive: true, quantisationTable: 3, chromaSubsampling });
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
  'avif effort 2': { encode: avif(2, '4:4:4'), qualities: [60] },
  'avif 4:4:4': { encode: avif(1, '4:4:4'), qualities: [54, 60, 66] },
  'avif 4:2:0': { encode: avif(1, '4:2:0'), qualities: [54, 60, 66, 72] },
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
