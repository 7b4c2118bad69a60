import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';

const MINUTE_MS = 60_000;

function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const origins = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - origins.length - right.length);
  return [...origins, ...Array<string>(zeros).fill('0'), ...right];
}

/**
 * The network that an address counts under: itself for IPv4, its /64 for IPv6 (uploads.rate-limit).
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const groups = expandIpv6(address.toLowerCase()).slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/** Counts an upload of a key from an address; throws rate_limited above the limit for a minute. */
export async function limitUploadRate(
  { clock, rates, hasRateLimits }: Pick<Services, 'clock' | 'rates' | 'hasRateLimits'>,
  keyId: string,
  address: string,
): Promise<void> {
  if (!hasRateLimits) return;
  const now = clock();
  const start = now - (now % MINUTE_MS);
  const counter = `upload/${keyId}/${networkOf(address)}`;
  const count = await rates.countUp(counter, start, start + MINUTE_MS);
  if (count <= LIMITS.maxUploadsPerMinute) return;
  const retryAfter = String(Math.ceil((start + MINUTE_MS - now) / 1000));
  throw new ServiceError('rate_limited', {
    detail: `An upload key accepts ${LIMITS.maxUploadsPerMinute} uploads per minute from one IP address; wait before the next.`,
    headers: { 'Retry-After': retryAfter },
  });
}
