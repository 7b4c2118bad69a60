import type { Sharp, SharpOptions } from 'sharp';
import { detectFormat } from '../../core/codecs/detect-format.ts';
import { withoutGainMap } from '../../core/codecs/gain-map/find-gain-map.ts';
import { decodeGif } from '../../core/codecs/gif/decode-gif.ts';
import { isMisreadGif } from '../../core/codecs/gif/read-gif-header.ts';
import { hasWideGamut } from '../../core/codecs/losses/list-losses.ts';
import { type ColourKind, openColour } from '../../core/codecs/open-colour.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { openPixels, readPixels } from './pixels.ts';

const DECODING: SharpOptions = {
  failOn: 'warning', // a truncated or damaged file fails, rather than showing a half grey image
  limitInputPixels: LIMITS.maxInputPixels,
  sequentialRead: true,
};

/**
 * Opens the encoded bytes of an image for its facts: all of its frames as one strip, or only the
 * first. Its pixels may be of any kind.
 */
export function openFile(sharp: SharpModule, bytes: Uint8Array, allFrames: boolean): Sharp {
  // libvips decodes an image with a gain map by another decoder, which doesn't shrink on load
  return openAlone(sharp, withoutGainMap(bytes), allFrames);
}

/** The same for bytes without a gain map, as those of `openColour` are. */
function openAlone(sharp: SharpModule, bytes: Uint8Array, allFrames: boolean): Sharp {
  return sharp(bytes, { ...DECODING, ...(allFrames ? { animated: true } : { pages: 1 }) });
}

/** Whether sharp gets the image as pixels, whose frames it doesn't resize one by one. */
export function isDecodedHere(bytes: Uint8Array): boolean {
  return detectFormat(bytes) === 'gif' && isMisreadGif(bytes);
}

/** The pixels of a GIF that browsers show in another way than its decoder. */
function openDecodedGif(sharp: SharpModule, bytes: Uint8Array, allFrames: boolean): Sharp {
  const decoded = decodeGif(bytes, allFrames);
  const { buffer, byteOffset, byteLength } = decoded.data;
  const data = Buffer.from(buffer, byteOffset, byteLength);
  return openPixels(sharp, { ...decoded, data, channels: 4 });
}

type Convert = (sharp: SharpModule, file: Sharp) => Sharp | Promise<Sharp>;

/**
 * The ways to eight bits of sRGB. sharp itself converts a profile, after it shrinks on load. But it
 * takes 16 bits of three channels through Display P3, and drops the profile of grey ones.
 */
const CONVERSIONS: Readonly<Record<ColourKind, Convert>> = {
  usual: (_, file) => file,
  deep: (_, file) => file.pipelineColourspace('srgb'),
  'profiled grey': (_, file) => file,
  // sharp would composite in grey too
  'deep profiled grey': async (sharp, file) =>
    openPixels(sharp, await readPixels(file.autoOrient().pipelineColourspace('b-w'))),
};

/** An image that is open for its pixels. */
export interface ServedImage {
  readonly image: Sharp;
  /** The file is grey with a profile, which makes three channels of it: nothing may widen it. */
  readonly isColouredGrey: boolean;
}

/**
 * Opens the encoded bytes of an image for its pixels as browsers show them: all of its frames as
 * one strip, or only the first. They have eight bits in the working space, sRGB or grey of it,
 * before any step. THE only place where colours are converted. A plain file is opened as by
 * `openFile`. Rejects with an ImageFileFault for a broken GIF.
 */
export async function openServedImage(
  sharp: SharpModule,
  bytes: Uint8Array,
  allFrames: boolean,
): Promise<ServedImage> {
  if (isDecodedHere(bytes)) {
    return { image: openDecodedGif(sharp, bytes, allFrames), isColouredGrey: false };
  }
  const opened = openColour(bytes);
  const image = await CONVERSIONS[opened.kind](sharp, openAlone(sharp, opened.bytes, allFrames));
  return { image, isColouredGrey: opened.kind === 'profiled grey' };
}

/**
 * Opens the first frame of an image for a conversion of its colours. They are those of its file if
 * they exceed sRGB, else those of `openServedImage`.
 */
export async function openWideImage(sharp: SharpModule, bytes: Uint8Array): Promise<Sharp> {
  if (!hasWideGamut(bytes)) return (await openServedImage(sharp, bytes, false)).image;
  return sharp(openColour(bytes).bytes, { ...DECODING, pages: 1, ignoreIcc: true });
}
