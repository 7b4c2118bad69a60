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
  // in a form a plus sign is a space; in an address of an image it is a plus sign
  const query = new URLSearchParams(url.search.replaceAll('+', '%2B'));
  const pairs = [...query].filter(([name]) => !SIGNATURE_NAMES.includes(name));
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

async function signed(
  address: string,
  { secret, expires }: SignOptions,
  purpose: '' | 'original:',
): Promise<string> {
  const seconds = expires instanceof Date ? Math.floor(expires.getTime() / 1000) : expires;
  if (!Number.isSafeInteger(seconds) || seconds < 1)
    throw new TypeError('expires must be a Date or an integer of seconds');
  const url = new URL(address);
  const signature = await hmac(secret, purpose + textToSign(url, seconds));
  const isOther = (pair: string) => !SIGNATURE_NAMES.includes(pair.split('=', 1)[0] ?? '');
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && isOther(pair));
  // by hand, since searchParams writes a space as a plus sign
  url.search = [...others, `expires=${seconds}`, `signature=${signature}`].join('&');
  url.hash = '';
  return url.href;
}

/** The URL with `expires` and `signature`, replacing older ones; uses Web Crypto. */
export function signImageUrl(address: string, options: SignOptions): Promise<string> {
  return signed(address, options, '');
}

/**
 * The URL of a saved image in its stored format, signed as one of its original. The answer has the
 * stored bytes without the watermark of the project, and no cache keeps it. Hide it from visitors.
 */
export function signOriginalUrl(imageUrl: string, options: SignOptions): Promise<string> {
  return signed(imageUrl, options, 'original:');
}
