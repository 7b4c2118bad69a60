import { buildAvif } from '../../codecs/avif/build-avif.ts';
import { readAvif } from '../../codecs/avif/read-avif-header.ts';
import { readBmpProfile } from '../../codecs/bmp/bmp-profile.ts';
import { readBmpHeader, readBmpPixels } from '../../codecs/bmp/read-bmp.ts';
import type { GainMap } from '../../codecs/gain-map/gain-map.ts';
import { readHeicHeader } from '../../codecs/heic/read-heic-header.ts';
import type { ImageHeader } from '../../codecs/image-file.ts';
import { insertProfile } from '../../codecs/insert-profile.ts';
import { rebuildSvg } from '../../codecs/svg/rebuild-svg.ts';
import type { ImageEngine } from '../../ports/images/image-engine.ts';
import type { ConvertedFormat } from '../../transform/formats.ts';

/** An image that is stored as JPEG or PNG. */
export interface ConvertedImage {
  readonly bytes: Uint8Array;
  /** Its gain map, which is neither decoded nor proved yet; undefined for none. */
  readonly findMap?: () => Promise<GainMap>;
}

/** Throws if an image of this size is not permitted. */
export type CheckBounds = (bounds: Pick<ImageHeader, 'width' | 'height' | 'frames'>) => void;

type Convert = (
  engine: ImageEngine,
  bytes: Uint8Array,
  checkBounds: CheckBounds,
) => Promise<ConvertedImage>;

/** By our own readers, so that no decoder sees a file beyond the bounds. */
const CONVERT: Readonly<Record<ConvertedFormat, Convert>> = {
  heic: async (engine, bytes, checkBounds) => {
    const header = readHeicHeader(bytes);
    checkBounds({ ...header, frames: 1 });
    const { profile, gainMap } = header;
    const converted = { bytes: insertProfile(await engine.convert.heic(bytes, header), profile) };
    if (!gainMap) return converted;
    const { id, numbers } = gainMap;
    const findMap = async () => ({ bytes: await engine.convert.heicMap(bytes, id), numbers });
    return { ...converted, findMap };
  },
  avif: async (engine, bytes, checkBounds) => {
    const { header, parts } = readAvif(bytes);
    checkBounds(header);
    const decoded = await engine.convert.avif(buildAvif(parts), header);
    return { bytes: insertProfile(decoded, header.profile) };
  },
  bmp: async (engine, bytes, checkBounds) => {
    const pixels = readBmpPixels(readBmpHeader(bytes, checkBounds));
    return { bytes: insertProfile(await engine.convert.bmp(pixels), readBmpProfile(bytes)) };
  },
  svg: async (engine, bytes, checkBounds) => {
    const { svg, width, height } = rebuildSvg(bytes);
    checkBounds({ width, height, frames: 1 });
    return { bytes: await engine.convert.svg(svg, { width, height }) };
  },
};

/**
 * A JPEG or PNG of an image that isn't stored as it is sent. Throws an ImageFileFault, a
 * BrokenImageError, and the errors of checkBounds.
 */
export function convertImage(
  engine: ImageEngine,
  bytes: Uint8Array,
  format: ConvertedFormat,
  checkBounds: CheckBounds,
): Promise<ConvertedImage> {
  return CONVERT[format](engine, bytes, checkBounds);
}
