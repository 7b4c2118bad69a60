import type { Sharp } from 'sharp';
import { uprightSize } from '../../core/codecs/image-file.ts';
import { readHeader } from '../../core/codecs/read-header.ts';
import { type Size, sizeBeforeCut } from '../../core/transform/geometry.ts';
import type { Transformation } from '../../core/transform/transformation.ts';
import { readInDisplayP3 } from './colour/display-p3.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { openWideImage, type ServedImage } from './open-served-image.ts';
import { openPixels, readPixels } from './pixels.ts';

/** The facts of a request that decide how far its decoder may shrink. */
export type Shrunk = Pick<Transformation, 'crop' | 'turn' | 'resize'>;

/** The result before it is cut and turned: the size that an upright original is scaled to. */
function scaledSize({ width, height }: Size, { turn, resize }: Shrunk): Size {
  const isOnSide = turn % 180 !== 0;
  const from = isOnSide ? { width: height, height: width } : { width, height };
  const to = resize.how === 'contain' ? resize.inner : sizeBeforeCut(from, resize);
  return isOnSide ? { width: to.height, height: to.width } : to;
}

function openHeader(bytes: Uint8Array) {
  const header = readHeader(bytes);
  return { format: header.format, upright: uprightSize(header) };
}

/**
 * How many times smaller the result is, between which a JPEG may be shrunk as far as its decoder
 * can. It is halved or quartered then, and at least a third of the rest is left to the resize.
 * 12 to 16 % less CPU of decode and resize cost 0.6 to 1.3 % of bytes at equal score. An eighth
 * would cost 6 to 18 % (docs/decisions/0120).
 */
const FAST_REDUCTIONS = [
  [3, 4],
  [6, 8],
] as const;

/**
 * Whether the decoder may shrink the original to less than twice the result. A WebP that was not
 * opened by `openShrunk` costs 1.87 times as much without it.
 */
export function mayShrinkFast(bytes: Uint8Array, requested: Shrunk): boolean {
  const { format, upright } = openHeader(bytes);
  if (format !== 'jpg') return true;
  const { width, height } = scaledSize(upright, requested);
  const reduction = Math.min(upright.width / width, upright.height / height);
  return FAST_REDUCTIONS.some(([from, below]) => reduction >= from && reduction < below);
}

/** How many times larger than its result a WebP is decoded. */
const MARGIN = 2;
/** Of the decoded pixels, which are in memory at one time: up to 32 MB. */
const MAX_SHRUNK_PIXELS = 8_000_000;

/** The upright size of twice the result, for an image that is reduced by more than a half. */
function sizeOfTwice(upright: Size, requested: Shrunk): Size | undefined {
  if (requested.crop) return undefined; // a part is decoded with the whole
  const to = scaledSize(upright, requested);
  const [width, height] = [to.width * MARGIN, to.height * MARGIN];
  const isSmaller = width < upright.width && height < upright.height;
  return isSmaller && width * height <= MAX_SHRUNK_PIXELS ? { width, height } : undefined;
}

/**
 * The image of an original of any colours in Display P3, ready for its steps. Its pixels are
 * reduced to twice the result before, where that is smaller.
 */
export async function openInDisplayP3(
  sharp: SharpModule,
  bytes: Uint8Array,
  requested: Shrunk,
): Promise<ServedImage> {
  const size = sizeOfTwice(openHeader(bytes).upright, requested);
  const upright = (await openWideImage(sharp, bytes)).autoOrient();
  const file = size ? upright.resize(size.width, size.height, { fit: 'fill' }) : upright;
  return { image: openPixels(sharp, await readInDisplayP3(file)), isColouredGrey: false };
}

/**
 * An opened image, ready for its steps. Of a WebP that is reduced by more than a half, these are
 * the upright pixels of twice the result. libwebp's own scaling to the result loses 1.5 to 2 points
 * of score, and a whole decode takes twice the CPU (docs/decisions/0120).
 */
export async function openShrunk(
  sharp: SharpModule,
  opened: ServedImage,
  bytes: Uint8Array,
  requested: Shrunk,
): Promise<ServedImage> {
  const { format, upright } = openHeader(bytes);
  const size = format === 'webp' ? sizeOfTwice(upright, requested) : undefined;
  if (!size) return opened;
  const scaled: Sharp = opened.image.autoOrient().resize(size.width, size.height, { fit: 'fill' });
  return { ...opened, image: openPixels(sharp, await readPixels(scaled)) };
}
