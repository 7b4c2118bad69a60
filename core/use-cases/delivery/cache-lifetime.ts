import { errorCacheControl, type Viewers } from '../../foundation/delivery-headers.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { PRIVATE_MAX_AGE_SECONDS } from '../../foundation/private-cache.ts';
import type { ServedImage } from './served-image.ts';

/** The limits of a response's cache lifetime, beside its own bound. */
export interface LifeBounds {
  /** The expiry of its URL, Unix seconds. */
  readonly urlExpires: number | undefined;
  /** The stored image replaces a rendition that exceeds the plan. */
  readonly isOverQuota: boolean;
  /** Seconds after which a better response may exist; Infinity if none will. */
  readonly maxSeconds: number;
  /** The project's lifetime in browsers. */
  readonly browserMaxAge: number;
}

/** Whole seconds from now to a moment in milliseconds, never negative. */
function secondsTo(end: number, now: number): number {
  return Math.max(0, Math.floor((end - now) / 1000));
}

/** For answers that no cache keeps, the viewer's own included (security.one-viewer). */
const KEPT_BY_NONE = 'private, no-store';

/** `Cache-Control` of an image that may be kept for `most` seconds, by its viewers. */
const OF_IMAGES: Readonly<Record<Viewers, (most: number, browserMaxAge: number) => string>> = {
  everyone: (most, browserMaxAge) => {
    const browser = Math.min(browserMaxAge, most);
    return `public, max-age=${browser}, s-maxage=${Math.min(LIMITS.edgeMaxAgeSeconds, most)}`;
  },
  granted: (most, browserMaxAge) => {
    const browser = Math.min(PRIVATE_MAX_AGE_SECONDS, browserMaxAge, most);
    return `public, max-age=${browser}, s-maxage=${Math.min(LIMITS.edgeMaxAgeSeconds, most)}`;
  },
  one: () => KEPT_BY_NONE,
  members: (most) => `private, max-age=${Math.min(LIMITS.browserMaxAgeSeconds, most)}`,
};

/**
 * `Cache-Control` of an image: never beyond the expiry of a temporary one or of its URL
 * (temporary.delivery, delivery.cache-lifetime, signing.expiry), and none for one viewer.
 */
export function imageCacheControl(
  viewers: Viewers,
  { expiresAt }: Pick<ServedImage, 'expiresAt'>,
  { urlExpires, isOverQuota, maxSeconds, browserMaxAge }: LifeBounds,
  now: number,
): string {
  const most = Math.min(
    expiresAt === null
      ? Infinity
      : Math.min(secondsTo(expiresAt, now), LIMITS.temporaryMaxAgeSeconds),
    urlExpires === undefined ? Infinity : secondsTo(urlExpires * 1000, now),
    isOverQuota ? LIMITS.overQuotaMaxAgeSeconds : Infinity,
    maxSeconds,
  );
  return OF_IMAGES[viewers](most, browserMaxAge);
}

/** A refusal before the URL's expiry doesn't outlive it. */
function refusalToEveryone(status: number, urlExpires: number | undefined, now: number): string {
  const usual = errorCacheControl(status);
  const remaining = urlExpires === undefined ? Infinity : secondsTo(urlExpires * 1000, now);
  const isEnded = urlExpires !== undefined && now >= urlExpires * 1000;
  return isEnded || remaining >= LIMITS.errorMaxAgeSeconds || usual === 'no-store'
    ? usual
    : `public, max-age=${remaining}`;
}

type RefusalLife = (status: number, urlExpires: number | undefined, now: number) => string;

const OF_REFUSALS: Readonly<Record<Viewers, RefusalLife>> = {
  everyone: refusalToEveryone,
  granted: refusalToEveryone,
  one: () => KEPT_BY_NONE,
  members: () => KEPT_BY_NONE,
};

/** `Cache-Control` of a refusal with this status, by its viewers; `urlExpires` in Unix seconds. */
export function refusalCacheControl(viewers: Viewers, ...refusal: Parameters<RefusalLife>): string {
  return OF_REFUSALS[viewers](...refusal);
}
