import { API_FUNCTIONS } from '../core/contract/endpoints.ts';
import { LIMITS } from '../core/contract/limits.ts';
import type { FunctionSettings } from './function-settings.ts';

export const RENDER_FUNCTION = 'render-image';
export const PURGE_FUNCTION = 'purge-image';
/** Meters access logs too: one process less. */
export const SWEEP_FUNCTION = 'sweep-temporary-images';

/** Judges direct uploads too: so both ways in together decode two pictures at once at most. */
export const ACCEPT_FUNCTION = 'upload-temporary-image';

/** What the parent has to know of a function, without loading its code. */
export type FunctionBounds = Omit<FunctionSettings, 'createHandler'>;

function apiBounds(): [string, FunctionBounds][] {
  return API_FUNCTIONS.map((name) => [
    name,
    { timeoutMs: LIMITS.apiTimeoutMs, isStreaming: false, maxProcesses: 2 },
  ]);
}

/**
 * The functions of the local service, by name, as the stack deploys them.
 * Processes are few: with two decoders and two renderers at their peak all of them stay below 2 GiB (SECURITY promise 4).
 */
export const FUNCTION_BOUNDS: Readonly<Record<string, FunctionBounds>> = {
  ...Object.fromEntries(apiBounds()),
  [RENDER_FUNCTION]: {
    timeoutMs: LIMITS.deliveryWorkMs,
    wireMs: LIMITS.deliveryFunctionMs - LIMITS.deliveryWorkMs,
    isStreaming: true,
    maxProcesses: 2,
    maxHeavyProcesses: 2,
  },
  // images and projects are purged side by side
  [PURGE_FUNCTION]: { timeoutMs: LIMITS.purgeTimeoutMs, isStreaming: false, maxProcesses: 2 },
  [SWEEP_FUNCTION]: { timeoutMs: LIMITS.purgeTimeoutMs, isStreaming: false, maxProcesses: 1 },
};
