import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';

const MINUTE_MS = 60_000;

function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - leading.length - trailing.length);
  return [...leading, ...Array<string>(zeros).fill('0'), ...trailing];
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

/** Calls that are counted together in each minute. */
export interface CallRate {
  readonly counter: string;
  readonly most: number;
  readonly detail: string;
}

/** Counts a call; throws rate_limited over the most in a minute. */
export async function limitRate(
  { clock, rates, hasRateLimits }: Pick<Services, 'clock' | 'rates' | 'hasRateLimits'>,
  { counter, most, detail }: CallRate,
): Promise<void> {
  if (!hasRateLimits) return;
  const now = clock();
  const start = now - (now % MINUTE_MS);
  const count = await rates.countUp(counter, start, start + MINUTE_MS);
  if (count <= most) return;
  const retryAfter = String(Math.ceil((start + MINUTE_MS - now) / 1000));
  throw new ServiceError('rate_limited', { detail, headers: { 'Retry-After': retryAfter } });
}
