import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import type { Project } from '../../projects/project.ts';
import type { ClientAddress } from './client-address.ts';

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

type Needs = Pick<Services, 'clock' | 'rates' | 'hasRateLimits'>;

interface UploadRate {
  /** The callers whose uploads are counted together. */
  readonly counter: string;
  readonly most: number;
  readonly detail: string;
}

async function limitRate(
  { clock, rates, hasRateLimits }: Needs,
  { counter, most, detail }: UploadRate,
): Promise<void> {
  if (!hasRateLimits) return;
  const now = clock();
  const start = now - (now % MINUTE_MS);
  const count = await rates.countUp(`upload/${counter}`, start, start + MINUTE_MS);
  if (count <= most) return;
  const retryAfter = String(Math.ceil((start + MINUTE_MS - now) / 1000));
  throw new ServiceError('rate_limited', { detail, headers: { 'Retry-After': retryAfter } });
}

/** Counts an upload of a key from an address; throws rate_limited over the limit by the minute. */
export function limitUploadRate(
  services: Needs,
  keyId: string,
  address: ClientAddress,
): Promise<void> {
  const most = LIMITS.maxUploadsPerMinute;
  const detail = `An upload key accepts ${most} uploads per minute from one IP address; wait before the next.`;
  return limitRate(services, { counter: `${keyId}/${networkOf(address)}`, most, detail });
}

/**
 * The same of who uploads to their own project, by the id of the API key or of the account,
 * wherever they are (uploads.own-rate-limit). The operator may have raised the limit of the project
 * for a time (operator.upload-limit).
 */
export function limitOwnUploadRate(
  services: Needs,
  callerId: string,
  { raisedUploads }: Pick<Project, 'raisedUploads'>,
): Promise<void> {
  const isRaised = raisedUploads !== undefined && services.clock() < raisedUploads.until;
  const most = isRaised ? raisedUploads.perMinute : LIMITS.maxOwnUploadsPerMinute;
  const detail = `You may upload ${most} images per minute; wait before the next.`;
  return limitRate(services, { counter: callerId, most, detail });
}
