import { API_FUNCTIONS } from '../../core/api/endpoints.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { FunctionSettings } from './function-settings.ts';

export const RENDER_FUNCTION = 'render-image';
export const PURGE_FUNCTION = 'purge-image';
/** Meters access logs too: one process less. */
export const SWEEP_FUNCTION = 'sweep-temporary-images';

/**
 * Validates direct uploads too: so both kinds of uploads together decode at most two images
 * concurrently.
 */
export const ACCEPT_FUNCTION = 'upload-temporary-image';

/** The functions of users' calls, which have separate permissions in AWS. */
const PERSON_FUNCTIONS = [
  'account-and-team-calls',
  'project-calls',
  'project-key-calls',
  'webhook-calls',
] as const satisfies (typeof API_FUNCTIONS)[number][];
export type UserFunction = (typeof PERSON_FUNCTIONS)[number];
/**
 * They share their processes here, where one user has every right: four times as many would only
 * take memory.
 */
export const USER_FUNCTION = 'person-calls';

type ApiFunction = (typeof API_FUNCTIONS)[number];
/** The function here that stands for one in AWS. */
export type LocalApiFunction = Exclude<ApiFunction, UserFunction> | typeof USER_FUNCTION;

function isPersonFunction(name: ApiFunction): name is UserFunction {
  return (PERSON_FUNCTIONS as readonly string[]).includes(name);
}

/** The name here of a function in AWS. */
export function localApiFunction(name: ApiFunction): LocalApiFunction {
  return isPersonFunction(name) ? USER_FUNCTION : name;
}

/** The properties of a function for the parent process, without its code. */
export type FunctionBounds = Omit<FunctionSettings, 'createHandler'>;

function apiBounds(): [string, FunctionBounds][] {
  return [...new Set(API_FUNCTIONS.map(localApiFunction))].map((name) => [
    name,
    { timeoutMs: LIMITS.apiTimeoutMs, isStreaming: false, maxProcesses: 2 },
  ]);
}

/**
 * The functions of the local service, by name, as the stack deploys them.
 * Processes are few: with two decoders and two renderers at their peak all of them stay below 2 GiB
 * (security.deadline-kills).
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
