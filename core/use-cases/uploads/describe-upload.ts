import { createHash } from 'node:crypto';
import type { ImageFacts } from '../../images/image-states.ts';
import type { AcceptedImage } from './accept-image.ts';

/** What a record tells of an accepted picture. */
export function describeUpload(
  { facts, format, bytes }: AcceptedImage,
  originalFilename: string | null,
): ImageFacts {
  return {
    ...facts,
    format,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    originalFilename,
  };
}
