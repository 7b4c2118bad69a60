import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { issueToken } from '../../../local/identity-provider/issue-token.ts';
import { client } from './service-under-test.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address of an issuer for tests (test/support/identity/issuer.ts); empty: tokens are those
     * of the local service's own.
     */
    issuer: string;
  }
}

const [dataFlag, dataDir = ''] = inject('operator').split(' ');
const issuer = inject('issuer');

/** Whether users can sign in at the service under test; if not, the reason is printed. */
export const hasSignIn = issuer !== '' || dataFlag === '--data';
if (!hasSignIn) {
  console.warn('skipped: neither IMAGEWELL_ISSUER nor IMAGEWELL_OPERATOR says how users sign in');
}

/** An address that no user had before. */
export function newEmail(): string {
  return `user-${randomUUID()}@example.com`;
}

async function askIssuer(email: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, { method: 'POST', body: email });
  if (!response.ok) throw new Error(`the issuer for tests answered ${response.status}`);
  return response.text();
}

/**
 * Signs a user in: a new one, unless the address belongs to a known one. Returns a token, and calls
 * with it.
 */
export async function signIn(email = newEmail()) {
  const accessToken = issuer ? await askIssuer(email) : await issueToken(dataDir, email);
  return {
    email,
    accessToken,
    /** A call with the token, `X-API-Key` left empty. */
    call: (name: string, body: unknown = {}) =>
      client.call(name, body, { 'X-API-Key': '', Authorization: `Bearer ${accessToken}` }),
  };
}

/** A user who is signed in. */
export type SignedIn = Awaited<ReturnType<typeof signIn>>;
