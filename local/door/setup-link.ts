import { createHash, randomBytes } from 'node:crypto';
import type { SignInStore } from '../../adapters/sqlite/sign-in/sign-in-store.ts';

/** The page of set-up links; the secret is the fragment, which browsers never send. */
export const SETUP_PATH = '/setup';
/** Milliseconds that a link lives. */
export const SETUP_LINK_MS = 30 * 60_000;
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** The stored digest of a link's secret; undefined for a text that no link has. */
export function digestSecret(secret: unknown): string | undefined {
  if (typeof secret !== 'string' || !SECRET.test(secret)) return undefined;
  return createHash('sha256').update(secret).digest('base64url');
}

/**
 * Makes a link that works once, for 30 minutes. With an address it is for that account, new or
 * known; without, it makes a new account that owns the service.
 */
export function makeSetupLink(
  store: Pick<SignInStore, 'links'>,
  baseUrl: string,
  email: string | null,
  now: number,
): string {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  store.links.add(digestSecret(secret) ?? '', email, now + SETUP_LINK_MS, now);
  return `${baseUrl}${SETUP_PATH}#${secret}`;
}
