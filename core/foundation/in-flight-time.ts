import { LIMITS } from './limits.ts';

/**
 * How long whoever began in time may still store something, or begin an answer: its process is
 * killed before. An answer that is on the wire for longer looks again before its last bytes
 * (recheck-before-end.ts).
 */
const IN_FLIGHT_MS = LIMITS.deliveryWorkMs + LIMITS.renditionWaitMs;

/** Until when a request that began before `moment` may still store a rendition. */
export function lastStoreAt(moment: number): number {
  return moment + IN_FLIGHT_MS;
}

/** Work that ended before this time has no worker any more. */
export function endedBefore(now: number): number {
  return now - IN_FLIGHT_MS;
}
