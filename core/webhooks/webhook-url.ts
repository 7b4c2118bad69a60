import { LIMITS } from '../foundation/limits.ts';
import { findPublicUrlFault } from '../foundation/public-url.ts';

/**
 * The fault of a webhook's address, for its owner; undefined: none. Each delivery checks the
 * addresses of its name.
 */
export function findWebhookUrlFault(text: string): string | undefined {
  const maxLength = LIMITS.maxWebhookUrlLength;
  return findPublicUrlFault(text, { subject: 'A webhook URL', maxLength });
}
