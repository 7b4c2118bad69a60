import { LIMITS } from '../contract/limits.ts';

/** How long whoever began in time may still store something, or hand an answer to the edge: its function is killed before. */
const IN_FLIGHT_MS = LIMITS.deliveryTimeoutMs + LIMITS.renditionWaitMs;

/** Until when a request that began before `moment` may still store a rendition. */
export function lastStoreAt(moment: number): number {
  return moment + IN_FLIGHT_MS;
}

/** What ended by then has nobody at work on it any more. */
export function endedBefore(now: number): number {
  return now - IN_FLIGHT_MS;
}
