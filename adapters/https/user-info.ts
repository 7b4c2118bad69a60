import { decodeJwt } from 'jose';
import { valueAt } from '../../core/foundation/json/json-value.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import { isLoopbackHost } from '../../core/images/image-reference.ts';
import type { UserFacts, UserInfo } from '../../core/ports/members/user-info.ts';

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 64_000;
const RETRY_AFTER_SECONDS = '5';
/** OpenID Connect Core 1.0, 5.3.3: errors are those of RFC 6750; these blame the token. */
const REFUSALS = [400, 401, 403];

function busy(cause?: unknown): ServiceError {
  const headers = { 'Retry-After': RETRY_AFTER_SECONDS };
  return new ServiceError('busy', {
    detail: 'The token issuer did not return your user information; retry.',
    headers,
    cause,
  });
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Some issuers, Amazon Cognito among them, write true and false as text. */
function readFacts(said: unknown, subject: string | undefined): UserFacts | undefined {
  const [sub, email, name, verified] = ['sub', 'email', 'name', 'email_verified'].map((field) =>
    valueAt(said, field),
  );
  // OpenID Connect Core 1.0, 5.3.2: a response about another subject must not be used
  if (sub !== subject) throw new Error('the response has another subject');
  if (typeof email !== 'string' || email === '') return undefined;
  const emailVerified = verified === true || verified === 'true';
  return { email, emailVerified, ...(typeof name === 'string' && { name }) };
}

/**
 * An issuer's userinfo endpoint. It gets the token, so it uses https except on the loopback
 * interface, and never follows a redirect.
 */
export function createHttpUserInfo(url: string, timeoutMs = TIMEOUT_MS): UserInfo {
  const { protocol, host } = new URL(url);
  if (protocol !== 'https:' && !isLoopbackHost(host)) {
    throw new Error(`a userinfo endpoint must use https: ${url}`);
  }
  return {
    async of(token) {
      const { sub: subject } = decodeJwt(token); // the caller has verified it
      const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(url, { headers, signal, redirect: 'error' });
        const body = await readBody(response);
        if (REFUSALS.includes(response.status)) return undefined;
        if (!response.ok) throw new Error(`the response status is ${response.status}`);
        return readFacts(JSON.parse(body), subject);
      } catch (error) {
        throw busy(error);
      }
    },
  };
}
