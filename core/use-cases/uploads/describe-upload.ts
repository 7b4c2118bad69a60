import { createHash } from 'node:crypto';
import type { ImageFacts } from '../../images/image-states.ts';
import type { AcceptedImage } from './accept-image.ts';

/** The facts of an accepted image in its record. */
export function describeUpload(
  accepted: AcceptedImage,
  originalFilename: string | null,
): ImageFacts {
  const { facts, format, bytes, placeholder, convertedFrom, lost } = accepted;
  const { hasWideGamut, hasGainMap, credit } = accepted;
  return {
    ...facts,
    ...placeholder,
    format,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    originalFilename,
    convertedFrom,
    lost,
    hasWideGamut,
    hasGainMap,
    credit,
  };
}
