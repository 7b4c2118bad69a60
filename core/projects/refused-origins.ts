import { LIMITS } from '../foundation/limits.ts';
import { largest } from '../foundation/numbers/extremes.ts';
import { canBeAllowed } from './allowed-origins.ts';

/** A web origin whose pages tried to upload and were refused. */
export interface RefusedOrigin {
  readonly origin: string;
  /** How often it was noted. */
  readonly count: number;
  readonly lastAt: number;
}

/** The record of a project. */
export interface RefusedOrigins {
  readonly origins: readonly RefusedOrigin[];
  /** Raised by each change; 0 where nothing is kept. */
  readonly revision: number;
}

/** Those of the last days, the latest first. */
export function recentlyRefused(origins: readonly RefusedOrigin[], now: number): RefusedOrigin[] {
  return origins
    .filter(({ lastAt }) => now - lastAt < LIMITS.refusedOriginLifeMs)
    .toSorted((a, b) => b.lastAt - a.lastAt);
}

/** When the record may go: its latest was refused too long ago. */
export function refusedOriginsEnd({ origins }: RefusedOrigins): number {
  return (
    largest(
      origins.map(({ lastAt }) => lastAt),
      0,
    ) + LIMITS.refusedOriginLifeMs
  );
}

/** The origins with the most refusals, of equal ones the latest. */
function heaviest(origins: readonly RefusedOrigin[], most: number): RefusedOrigin[] {
  return origins.toSorted((a, b) => b.count - a.count || b.lastAt - a.lastAt).slice(0, most);
}

/**
 * The record after a refusal. Undefined if nothing is to be written: the last write was in this
 * minute, or no list could allow the origin.
 */
export function withRefusal(
  before: RefusedOrigins,
  origin: string,
  now: number,
): RefusedOrigins | undefined {
  if (!canBeAllowed(origin)) return undefined;
  const recent = recentlyRefused(before.origins, now);
  const [latest] = recent;
  if (latest && now - latest.lastAt < LIMITS.refusedOriginPauseMs) return undefined;
  const known = recent.find((one) => one.origin === origin);
  const others = recent.filter((one) => one !== known);
  // room for the new one first, or it could never come to a second refusal
  const kept = heaviest(others, LIMITS.maxRefusedOrigins - 1);
  const origins = [{ origin, count: (known?.count ?? 0) + 1, lastAt: now }, ...kept];
  return { origins, revision: before.revision + 1 };
}
