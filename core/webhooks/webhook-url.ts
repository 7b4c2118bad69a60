import { LIMITS } from '../foundation/limits.ts';

/**
 * A name of at least two labels, the last of them no number: so neither an address nor a name of
 * this network alone.
 */
const PUBLIC_NAME =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/**
 * The fault of a webhook's address, for its owner; undefined: none. Each delivery checks the
 * addresses of its name.
 */
export function findWebhookUrlFault(text: string): string | undefined {
  if (text.length > LIMITS.maxWebhookUrlLength) {
    return `A webhook URL may have at most ${LIMITS.maxWebhookUrlLength} characters.`;
  }
  if (!URL.canParse(text)) return 'This field must be a URL.';
  const { protocol, port, username, password, hostname, hash } = new URL(text);
  if (protocol !== 'https:') return 'A webhook URL must use https.';
  if (port !== '') return 'A webhook URL must use port 443.';
  if (username !== '' || password !== '')
    return 'A webhook URL must not have a user name or password.';
  if (hash !== '' || text.includes('#')) return 'A webhook URL must not have a fragment.';
  if (!PUBLIC_NAME.test(hostname))
    return 'The host of a webhook URL must be a public DNS name, not an IP address.';
  return undefined;
}
