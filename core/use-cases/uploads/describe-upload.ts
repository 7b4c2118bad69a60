import { createHash } from 'node:crypto';
import type { ImageFacts } from '../../images/image-states.ts';
import type { AcceptedImage } from './accept-image.ts';

/** The facts of an accepted image in its record. */
export function describeUpload(
  {
    facts,
    format,
    bytes,
    placeholder,
    convertedFrom,
    lost,
    hasWideGamut,
    hasGainMap,
  }: AcceptedImage,
  originalFilename: string | null,
): ImageFacts {
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
  };
}
