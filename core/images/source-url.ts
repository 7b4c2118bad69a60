import { LIMITS } from '../foundation/limits.ts';
import { findPublicUrlFault } from '../foundation/public-url.ts';

/** The fault of an address that an image is uploaded from; undefined: none. */
export function findSourceUrlFault(text: string): string | undefined {
  return findPublicUrlFault(text, {
    subject: 'A source URL',
    maxLength: LIMITS.maxSourceUrlLength,
  });
}
