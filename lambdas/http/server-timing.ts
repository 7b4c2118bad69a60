import type { Phase, Timings } from '../../core/foundation/timings.ts';

/**
 * The name of the header; only successful responses have it: the durations of a refusal would tell
 * more exactly than the network what exists (delivery.server-timing).
 */
export const SERVER_TIMING = 'server-timing';

/** The phases of one request as the header `Server-Timing` has them. */
export interface MeasuredTimings extends Timings {
  /** `auth;dur=1.2, store;dur=3`, in milliseconds. */
  header(): string;
}

/**
 * Measures with a clock in milliseconds that never goes back, beyond what another process has
 * measured of the request.
 */
export function createTimings(
  now: () => number = () => performance.now(),
  measured: ReadonlyMap<Phase, number> = new Map(),
): MeasuredTimings {
  const totals = new Map(measured);
  let measuredMs = 0;
  return {
    async measure(phase, work) {
      const startedAt = now();
      const before = measuredMs;
      try {
        return await work();
      } finally {
        const ownMs = now() - startedAt - (measuredMs - before);
        const totalMs = (totals.get(phase) ?? 0) + ownMs;
        totals.delete(phase); // they are listed in the order of their ends
        totals.set(phase, totalMs);
        measuredMs += ownMs;
      }
    },
    phases: () => new Map(totals),
    header: () =>
      [...totals].map(([phase, ms]) => `${phase};dur=${Math.round(ms * 10) / 10}`).join(', '),
  };
}
