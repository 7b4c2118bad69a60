import { errorCacheControl } from '../../foundation/delivery-headers.ts';
import { LIMITS } from '../../foundation/limits.ts';
import type { ServedImage } from './served-image.ts';

/** The limits of a response's cache lifetime, beside its own bound. */
export interface LifeBounds {
  /** The expiry of its URL, Unix seconds. */
  readonly urlExpires: number | undefined;
  /** The stored image replaces a rendition that exceeds the plan. */
  readonly isStandIn: boolean;
  /** Seconds after which a better response may exist; Infinity if none will. */
  readonly maxSeconds: number;
}

/** Whole seconds from now to a moment in milliseconds, never negative. */
function secondsTo(end: number, now: number): number {
  return Math.max(0, Math.floor((end - now) / 1000));
}

/**
 * `Cache-Control` of an image: never beyond the expiry of a temporary one or of its URL
 * (temporary.delivery, delivery.cache-lifetime, signing.expiry).
 */
export function imageCacheControl(
  { expiresAt }: Pick<ServedImage, 'expiresAt'>,
  { urlExpires, isStandIn, maxSeconds }: LifeBounds,
  now: number,
): string {
  const most = Math.min(
    expiresAt === null
      ? Infinity
      : Math.min(secondsTo(expiresAt, now), LIMITS.temporaryMaxAgeSeconds),
    urlExpires === undefined ? Infinity : secondsTo(urlExpires * 1000, now),
    isStandIn ? LIMITS.overQuotaMaxAgeSeconds : Infinity,
    maxSeconds,
  );
  const browser = Math.min(LIMITS.browserMaxAgeSeconds, most);
  return `public, max-age=${browser}, s-maxage=${Math.min(LIMITS.edgeMaxAgeSeconds, most)}`;
}

/** `Cache-Control` of a refusal: a refusal before the URL's expiry doesn't outlive it. */
export function refusalCacheControl(
  status: number,
  urlExpires: number | undefined,
  now: number,
): string {
  const usual = errorCacheControl(status);
  const remaining = urlExpires === undefined ? Infinity : secondsTo(urlExpires * 1000, now);
  const isEnded = urlExpires !== undefined && now >= urlExpires * 1000;
  return isEnded || remaining >= LIMITS.errorMaxAgeSeconds || usual === 'no-store'
    ? usual
    : `public, max-age=${remaining}`;
}
