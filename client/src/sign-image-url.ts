import { canonicalAddress } from './generated/canonical-address.ts';

export interface SignOptions {
  /** A signing secret of the project. Keep it on the back end. */
  readonly secret: string;
  /** Expiry of the URL: a date, or seconds since the Unix epoch. */
  readonly expires: Date | number;
}

type Canonical =
  | { readonly path: string; readonly query: string; readonly fault?: undefined }
  | { readonly fault: string };
const canonical: (path: string, pairs: readonly (readonly [string, string])[]) => Canonical =
  canonicalAddress;

const SIGNATURE_NAMES = ['expires', 'signature'];

function textToSign(url: URL, expires: number): string {
  const pairs = [...url.searchParams].filter(([name]) => !SIGNATURE_NAMES.includes(name));
  const canonicalUrl = canonical(url.pathname, pairs);
  if (canonicalUrl.fault !== undefined)
    throw new TypeError(`${url.pathname}: ${canonicalUrl.fault}`);
  return `${canonicalUrl.path}?${canonicalUrl.query === '' ? '' : `${canonicalUrl.query}&`}expires=${expires}`;
}

async function hmac(secret: string, text: string): Promise<string> {
  const bytes = (of: string) => new TextEncoder().encode(of);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, bytes(text));
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The URL with `expires` and `signature`, replacing older ones; uses Web Crypto. */
export async function signImageUrl(address: string, options: SignOptions): Promise<string> {
  const { secret, expires } = options;
  const seconds = expires instanceof Date ? Math.floor(expires.getTime() / 1000) : expires;
  if (!Number.isSafeInteger(seconds) || seconds < 1)
    throw new TypeError('expires must be a Date or an integer of seconds');
  const url = new URL(address);
  const signature = await hmac(secret, textToSign(url, seconds));
  for (const name of SIGNATURE_NAMES) url.searchParams.delete(name);
  url.searchParams.append('expires', String(seconds));
  url.searchParams.append('signature', signature);
  url.hash = '';
  return url.href;
}
