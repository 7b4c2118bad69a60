import { LIMITS } from './limits.ts';

/**
 * The time within which a request may still store a rendition, or begin a response: its process is
 * killed after it. A response that is sent for longer checks the record again before its last bytes
 * (recheck-before-end.ts).
 */
const IN_FLIGHT_MS = LIMITS.deliveryWorkMs + LIMITS.renditionWaitMs;

/** The time until which a request that began before `moment` may still store a rendition. */
export function lastStoreAt(moment: number): number {
  return moment + IN_FLIGHT_MS;
}

/** Work that ended before this time has no worker any more. */
export function endedBefore(now: number): number {
  return now - IN_FLIGHT_MS;
}
