import { createPublicKey, verify } from 'node:crypto';
import { BlockList, isIPv4 } from 'node:net';
import {
  cannedPolicy,
  type Grant,
  type Policy,
  type Refusal,
  readGrant,
  readPolicy,
  splitTarget,
  valuesOfCookies,
} from './read-grant.ts';

/** A key that CloudFront trusts. */
export interface TrustedKey {
  readonly keyPairId: string;
  /** PEM of the public key, or of the private key that has it. */
  readonly pem: string;
}

/** A request for a private image. */
export interface GuardedRequest {
  /** The request target in origin form, as it was sent. */
  readonly rawUrl: string;
  readonly cookie: string | undefined;
  readonly ip: string;
  /** Milliseconds of the Unix epoch. */
  readonly now: number;
}

/** Whether `text` has the form of `pattern`: `*` is any letters, `?` is one. Linear memory. */
export function matchesWildcards(text: string, pattern: string): boolean {
  let [at, place, star, kept] = [0, 0, -1, 0];
  while (at < text.length) {
    if (pattern[place] === '*') {
      star = place;
      kept = at;
      place += 1;
    } else if (place < pattern.length && (pattern[place] === '?' || pattern[place] === text[at])) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      kept += 1;
      at = kept;
      place = star + 1;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(place));
}

function isFrom(ip: string, range: string): boolean {
  const [address = '', bits = '32', ...others] = range.split('/');
  const viewer = ip.replace(/^::ffff:/i, '');
  if (others.length > 0 || !isIPv4(address) || !isIPv4(viewer)) return false;
  if (!/^\d{1,2}$/.test(bits) || Number(bits) > 32) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), 'ipv4');
  return list.check(viewer, 'ipv4');
}

function allows(
  { resource, endsAt, startsAt, sourceIp }: Policy,
  url: string,
  { ip, now }: Pick<GuardedRequest, 'ip' | 'now'>,
): boolean {
  if (resource !== undefined && !matchesWildcards(url, resource)) return false;
  if (!(now < endsAt * 1000)) return false;
  if (startsAt !== undefined && !(now > startsAt * 1000)) return false;
  return sourceIp === undefined || isFrom(ip, sourceIp);
}

function isSigned({ hash, signature }: Grant, text: string, { pem }: TrustedKey): boolean {
  return verify(hash, Buffer.from(text), createPublicKey(pem), signature);
}

/** The request without its grant, or CloudFront's reason to refuse it. */
export type Checked = { readonly target: string } | { readonly refusal: Refusal };

/**
 * Checks a request before any function runs, as CloudFront does for a behaviour with trusted keys.
 * Its developer guide has the rules, in "Use signed URLs" and "Use signed cookies". A query string
 * with a part of a signature is a signed URL, whatever the cookies.
 */
export function checkGrant(
  request: GuardedRequest,
  origin: string,
  keys: readonly TrustedKey[],
): Checked {
  const { target, values } = splitTarget(request.rawUrl);
  const isInUrl = Object.keys(values).length > 0;
  const grant = readGrant(isInUrl ? values : valuesOfCookies(request.cookie));
  if (typeof grant === 'string') return { refusal: grant };
  const key = keys.find(({ keyPairId }) => keyPairId === grant.keyPairId);
  if (!key) return { refusal: 'InvalidKey' };
  const url = origin + target;
  const { signed } = grant;
  const text = 'policy' in signed ? signed.policy : cannedPolicy(url, signed.expires);
  if (!isSigned(grant, text, key)) return { refusal: 'AccessDenied' };
  const policy = readPolicy(text);
  if (!policy) return { refusal: 'MalformedPolicy' };
  // a canned policy names this very address, in which no letter is a wildcard
  const meant = 'policy' in signed ? policy : { ...policy, resource: undefined };
  return allows(meant, url, request) ? { target } : { refusal: 'AccessDenied' };
}
