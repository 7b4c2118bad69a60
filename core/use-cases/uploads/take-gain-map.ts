import { mendCodedData } from '../../codecs/end-coded-data.ts';
import type { GainMap } from '../../codecs/gain-map/gain-map.ts';
import { ImageFileFault, type ImageHeader } from '../../codecs/image-file.ts';
import { readJpegColour } from '../../codecs/jpeg/open-jpeg-colour.ts';
import { rebuildJpegPixels } from '../../codecs/jpeg/rebuild-jpeg.ts';
import { BrokenImageError, type ImageEngine } from '../../ports/images/image-engine.ts';

/** The largest difference of shape that readers accept (libultrahdr: 1 %), and a rounded side. */
const MAX_SHAPE_ERROR = 0.02;
const MAX_ROUNDING = 1;
/** One for all channels, or one each. */
const MAP_COMPONENTS: readonly number[] = [1, 3];

type Sides = Pick<ImageHeader, 'width' | 'height'>;

/** A map that is larger than its image, or of another shape, is none of it. */
function checkSides(map: Sides, image: Sides): void {
  const isLarger = map.width > image.width || map.height > image.height;
  const height = (map.width * image.height) / image.width;
  const width = (map.height * image.width) / image.height;
  const isLike = (side: number, expected: number) =>
    Math.abs(side - expected) <= Math.max(MAX_ROUNDING, expected * MAX_SHAPE_ERROR);
  if (isLarger || !(isLike(map.height, height) || isLike(map.width, width))) {
    throw new ImageFileFault('The gain map has another size than its image.');
  }
}

/** A rebuilt map of which every pixel can be decoded, mended if that is needed. */
async function decodeWhole(engine: ImageEngine, bytes: Uint8Array): Promise<Uint8Array> {
  try {
    await engine.decodeFully(bytes);
    return bytes;
  } catch (error) {
    const mended = error instanceof BrokenImageError ? mendCodedData(bytes) : undefined;
    if (!mended) throw error;
    await engine.decodeFully(mended);
    return mended;
  }
}

/**
 * The gain map of an image, decoded, bounded and rebuilt as an image of its own. Undefined if it
 * has none, or none that can be kept (uploads.gain-map). `find` answers a JPEG and its numbers, or
 * throws an ImageFileFault or a BrokenImageError. `image` is the header of the image, which is
 * within the bounds.
 */
export async function takeGainMap(
  engine: ImageEngine,
  find: () => Promise<GainMap | undefined>,
  image: ImageHeader,
): Promise<GainMap | undefined> {
  try {
    const found = await find();
    if (!found || !MAP_COMPONENTS.includes(readJpegColour(found.bytes).components)) {
      return undefined;
    }
    const { bytes } = rebuildJpegPixels(found.bytes, (map) => checkSides(map, image));
    return { bytes: await decodeWhole(engine, bytes), numbers: found.numbers };
  } catch (fault) {
    if (fault instanceof ImageFileFault || fault instanceof BrokenImageError) return undefined;
    throw fault;
  }
}
