import { isJsonObject } from '../../core/foundation/json/json-value.ts';
import { isLoopbackHost } from '../../core/images/image-reference.ts';
import type { LocalIssuer } from './issuer-profile.ts';

/** An issuer in place of the development issuer, as the settings name it. */
export interface IssuerSettings {
  readonly issuer: string;
  readonly audience: readonly string[];
  readonly audienceClaim: 'aud' | 'client_id';
}

/** An issuer with its addresses, and the origins that a browser asks during sign-in. */
export interface FoundIssuer extends LocalIssuer {
  readonly origins: readonly string[];
}

/** The issuer can't be used; its message is a sentence. */
export class IssuerFaultError extends Error {
  override readonly name = 'IssuerFaultError';
}

/** The issuer doesn't answer now; its message is a sentence. */
export class IssuerSilentError extends Error {
  override readonly name = 'IssuerSilentError';
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256_000;
const NEEDED = ['jwks_uri', 'userinfo_endpoint', 'authorization_endpoint', 'token_endpoint'];
/** Of a browser that signs in and out. */
const ASKED = ['token_endpoint', 'userinfo_endpoint', 'revocation_endpoint'];

const isTemporary = (status: number) => status === 429 || status >= 500;

/** Why fetch failed: the name of the fault is in its cause. */
function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

async function fetchDocument(url: string, issuer: string, timeoutMs: number): Promise<unknown> {
  const silent = (reason: string) =>
    new IssuerSilentError(`the issuer ${issuer} does not respond (${reason})`);
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { signal, redirect: 'manual' }).catch((error: Error) => {
    throw silent(reasonOf(error));
  });
  const { ok, status } = response;
  if (isTemporary(status)) throw silent(`status ${status}`);
  if (!ok) throw new Error(`the status is ${status}`);
  const text = await response.text().catch((error: Error) => {
    throw silent(reasonOf(error));
  });
  if (text.length > MAX_BYTES) throw new Error('the response is too long');
  return JSON.parse(text);
}

function isSafe(value: unknown): value is string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url !== null && (url.protocol === 'https:' || isLoopbackHost(url.host));
}

/**
 * Finds an issuer's addresses by its discovery document (OpenID Connect Discovery 1.0, 4). Throws
 * an IssuerSilentError if it doesn't answer now, and an IssuerFaultError if it can't be used.
 */
export async function findIssuer(
  settings: IssuerSettings,
  timeoutMs = TIMEOUT_MS,
): Promise<FoundIssuer> {
  const { issuer, audience, audienceClaim } = settings;
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const fail = (reason: string) =>
    new IssuerFaultError(`the issuer ${issuer} cannot be used: ${reason}.`);
  const found = await fetchDocument(url, issuer, timeoutMs).catch((error: Error) => {
    if (error instanceof IssuerSilentError) throw error;
    throw fail(`${url} was not read (${error.message})`);
  });
  const document = isJsonObject(found) ? found : {};
  // its tokens would be refused: `iss` is compared exactly
  if (document.issuer !== issuer) throw fail(`it calls itself ${String(document.issuer)}`);
  const missing = NEEDED.filter((name) => !isSafe(document[name]));
  if (missing.length > 0) throw fail(`its document lacks an https URL for ${missing.join(', ')}`);
  const addressOf = (name: string) => String(document[name] ?? '');
  const asked = [issuer, ...ASKED.map(addressOf)].filter((one) => URL.canParse(one));
  return {
    issuer,
    jwksUri: addressOf('jwks_uri'),
    userInfoUrl: addressOf('userinfo_endpoint'),
    audience: { claim: audienceClaim, values: audience },
    origins: [...new Set(asked.map((one) => new URL(one).origin))],
  };
}
