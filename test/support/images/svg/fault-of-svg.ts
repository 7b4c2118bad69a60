import { ImageFileFault } from '../../../../core/codecs/image-file.ts';
import { rebuildSvg } from '../../../../core/codecs/svg/rebuild-svg.ts';

/** The reason for which an SVG is refused; `none` for one that comes in. */
export function faultOfSvg(bytes: Uint8Array): string {
  try {
    rebuildSvg(bytes);
    return 'none';
  } catch (fault) {
    if (fault instanceof ImageFileFault) return fault.reason;
    throw fault;
  }
}
