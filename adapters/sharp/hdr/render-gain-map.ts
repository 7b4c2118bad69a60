import type { Sharp } from 'sharp';
import { creditPart } from '../../../core/codecs/credit/build-credit-packet.ts';
import type { Credit } from '../../../core/codecs/credit/credit.ts';
import { insertCredit } from '../../../core/codecs/credit/insert-credit.ts';
import { findGainMap } from '../../../core/codecs/gain-map/find-gain-map.ts';
import type { GainMapNumbers } from '../../../core/codecs/gain-map/gain-map.ts';
import { joinGainMap } from '../../../core/codecs/gain-map/join-gain-map.ts';
import { uprightSize } from '../../../core/codecs/image-file.ts';
import { readJpegColour } from '../../../core/codecs/jpeg/open-jpeg-colour.ts';
import { readHeader } from '../../../core/codecs/read-header.ts';
import { isSameSize, type Size } from '../../../core/transform/geometry.ts';
import type { SharpModule } from '../load/load-sharp.ts';
import { openFile } from '../open-served-image.ts';
import { angleOfMirrored, orientPixels } from '../orient-pixels.ts';
import { openPixels, type Pixels, readPixels } from '../pixels.ts';
import { type Moves, type View, viewOf } from './map-view.ts';
import { type Area, resample } from './resample.ts';

/** Android's documentation of Ultra HDR advises a quality of 85 to 90. A map is small already. */
const MAP_ENCODING = { quality: 85, chromaSubsampling: '4:4:4' };
/** The map is decoded at this many times the size of its result: `resample` does the rest. */
const MARGIN = 2;
/** Readers refuse a map whose shape differs from its image's by more (libultrahdr: 1 %). */
const MAX_SHAPE_ERROR = 0.005;
/** Of a result of 25 megapixels that is a map 3.5 times smaller; Android advises 4 times. */
const MAX_MAP_PIXELS = 2_000_000;

/** A map's own values, whatever colours they would be: sharp makes three channels of one. */
const asMap = (image: Sharp, isGrey: boolean) => (isGrey ? image.toColourspace('b-w') : image);

/** The map of the whole image, upright, turned and mirrored as the result is. */
async function readTurned(
  sharp: SharpModule,
  map: Uint8Array,
  size: Size,
  { orientation, turn, isMirrored }: Pick<Moves, 'turn' | 'isMirrored'> & { orientation: number },
): Promise<Pixels> {
  const isGrey = readJpegColour(map).components === 1;
  const file = openFile(sharp, map, false).resize(size.width, size.height, { fit: 'fill' });
  const pixels = await readPixels(asMap(file, isGrey));
  const upright = await orientPixels(sharp, pixels, orientation);
  if (turn === 0 && !isMirrored) return upright;
  // sharp mirrors before it turns
  const angle = angleOfMirrored({ turn, isMirrored });
  const turned = openPixels(sharp, upright).flop(isMirrored).rotate(angle);
  return readPixels(asMap(turned, isGrey));
}

/** The values that leave a pixel as bright as it is, as far as the map has them. */
function neutralValues({ min, max, gamma }: GainMapNumbers): number[] {
  return min.map((least, at) => {
    const [greatest, exponent] = [max[at] ?? least, gamma[at] ?? 1];
    if (greatest === least) return 0;
    const share = Math.max(0, Math.min(1, -least / (greatest - least)));
    return Math.round(255 * share ** exponent);
  });
}

/**
 * The map's size in a result: as much smaller than the result as it was than its image, within the
 * bounds. Its shape is the result's, as near as readers want it.
 */
function mapSize(output: Size, own: number): Size {
  const { width, height } = output;
  const bounded = Math.min(own, Math.sqrt(MAX_MAP_PIXELS / (width * height)));
  const isExact = (share: number) => {
    const [wide, high] = [Math.round(width * share), Math.round(height * share)];
    return wide > 0 && Math.abs((wide * height) / (high * width) - 1) <= MAX_SHAPE_ERROR;
  };
  // the rounding of a side of so many pixels is within the error
  const rounded = 0.5 / MAX_SHAPE_ERROR / Math.min(width, height);
  const share = isExact(bounded) ? bounded : Math.min(1, Math.max(bounded, rounded));
  return { width: Math.round(width * share), height: Math.round(height * share) };
}

/** A rectangle of the result in pixels of the map, whole ones. */
function innerOf({ output, inner }: View, size: Size): Area {
  const [across, down] = [size.width / output.width, size.height / output.height];
  const left = Math.round(inner.left * across);
  const top = Math.round(inner.top * down);
  const right = Math.round((inner.left + inner.width) * across);
  const bottom = Math.round((inner.top + inner.height) * down);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** The inner pixels in a frame that leaves its image as bright as it is. */
function addMargins(inner: Pixels, { left, top }: Area, size: Size, neutral: number[]): Pixels {
  if (isSameSize(inner, size)) return inner;
  const { channels } = inner;
  const line = size.width * channels;
  const data = Buffer.allocUnsafe(size.height * line);
  for (let at = 0; at < data.length; at += 1) data[at] = neutral[at % channels] ?? 0;
  const used = Math.min(inner.width, size.width - left) * channels;
  for (let y = 0; y < Math.min(inner.height, size.height - top); y += 1) {
    const from = y * inner.width * channels;
    inner.data.copy(data, (top + y) * line + left * channels, from, from + used);
  }
  return { ...inner, data, ...size };
}

/** The size in which a map is decoded, before it is turned: at most its own. */
function decodedSize(map: Size, image: Size, { area }: View, inner: Area): Size {
  const share = MARGIN * Math.max(inner.width / area.width, inner.height / area.height);
  const side = (own: number, whole: number) => Math.min(own, Math.ceil(whole * share));
  return { width: side(map.width, image.width), height: side(map.height, image.height) };
}

/** An area of an image, in pixels of its map. */
function areaOf({ turned, area }: View, map: Size): Area {
  const [across, down] = [map.width / turned.width, map.height / turned.height];
  return {
    left: area.left * across,
    top: area.top * down,
    width: area.width * across,
    height: area.height * down,
  };
}

/** A JPEG of an original's pixels, how they were moved, and the credit to write into the file. */
export interface Brightened {
  readonly original: Uint8Array;
  readonly moves: Moves;
  readonly rendition: Uint8Array;
  readonly credit: Credit | null;
}

/**
 * A rendition with its original's gain map, which is cropped, turned and resized as the pixels are.
 * An original without one gives none. The coded pixels of the rendition stay as they are. Rejects
 * with sharp's own errors.
 */
export async function addGainMap(
  sharp: SharpModule,
  { original, moves, rendition, credit }: Brightened,
): Promise<Uint8Array> {
  const found = findGainMap(original);
  if (!found) return insertCredit(rendition, credit);
  const image = readHeader(original);
  const map = readHeader(found.bytes);
  const { orientation } = image;
  const view = viewOf(uprightSize(image), moves);
  const size = mapSize(view.output, map.width / image.width);
  const inner = innerOf(view, size);
  const decoded = decodedSize(map, image, view, inner);
  const turned = await readTurned(sharp, found.bytes, decoded, { ...moves, orientation });
  const shown = resample(turned, areaOf(view, turned), inner);
  const framed = addMargins(shown, inner, size, neutralValues(found.numbers));
  const encoded = asMap(openPixels(sharp, framed), framed.channels === 1).jpeg(MAP_ENCODING);
  const made = { bytes: await encoded.toBuffer(), numbers: found.numbers };
  return joinGainMap(rendition, made, credit ? [creditPart(credit)] : []);
}
