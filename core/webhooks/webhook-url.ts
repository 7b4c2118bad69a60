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

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];
/** The accepted receivers on the machine of the service, for documents. */
export const LOOPBACK_WEBHOOKS = `http with any port of ${LOOPBACK.map((host) => `\`${host}\``).join(', ')}`;

/**
 * Whether it is a receiver on the machine of the service, for developers. Only a local service that
 * was started for it sends there.
 */
export function isLoopbackWebhookUrl(text: string): boolean {
  const url = text.length <= LIMITS.maxWebhookUrlLength ? URL.parse(text) : null;
  if (url?.protocol !== 'http:' || !LOOPBACK.includes(url.hostname)) return false;
  return url.username === '' && url.password === '' && !text.includes('#');
}
