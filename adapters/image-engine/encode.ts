import type { Metadata, Sharp } from 'sharp';
import type { Format } from '../../core/transform/formats.ts';
import type { Transformation } from '../../core/transform/transformation.ts';

interface Timing {
  readonly delay?: number[];
  readonly loop?: number;
}

type Encode = (picture: Sharp, quality: number, timing: Timing) => Sharp;

/** The encoders and their settings; a change of one raises RENDITION_VERSION. Sources: docs/decisions/0004-encoders.md */
const ENCODERS: Readonly<Record<Format, Encode>> = {
  jpg: (picture, quality) => picture.jpeg({ quality, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 6 }),
  webp: (picture, quality, timing) =>
    picture.webp({ quality, effort: 4, smartSubsample: true, ...timing }),
  avif: (picture, quality) => picture.avif({ quality, effort: 2 }),
  gif: (picture, _quality, timing) => picture.gif({ ...timing }),
};

/** Encodes sRGB pixels and nothing else; of frames that come as raw pixels the timing is given. */
export function encode(
  picture: Sharp,
  { format, quality }: Transformation,
  timing?: Pick<Metadata, 'delay' | 'loop'>,
): Sharp {
  const { delay, loop } = timing ?? {};
  const kept = { ...(delay ? { delay } : {}), ...(loop === undefined ? {} : { loop }) };
  return ENCODERS[format](picture.toColourspace('srgb'), quality ?? 80, kept);
}
