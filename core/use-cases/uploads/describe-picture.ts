import { createHash } from 'node:crypto';
import type { PictureFacts } from '../../images/image-states.ts';
import type { AcceptedPicture } from './accept-picture.ts';

/** What a record tells of an accepted picture. */
export function describePicture(
  { facts, format, bytes }: AcceptedPicture,
  originalFilename: string | null,
): PictureFacts {
  return {
    ...facts,
    format,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    originalFilename,
  };
}
