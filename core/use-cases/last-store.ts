import { LIMITS } from '../contract/limits.ts';

/** Until when a request that began before `moment` may still store a rendition, or hand an answer to the edge. */
export function lastStoreAt(moment: number): number {
  return moment + LIMITS.deliveryTimeoutMs + LIMITS.renditionWaitMs;
}
