import { API_FUNCTIONS } from '../../core/api/endpoints.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { Services } from '../../core/ports/services.ts';

/** One function of the local service: its handler, and the bounds of its process. */
export interface FunctionSettings<S = Services> {
  /** From a request's arrival to its end, waiting included; the process is killed then. */
  readonly timeoutMs: number;
  /**
   * The additional time in which a response may be sent to the parent, after its head; without it,
   * the same timeout.
   */
  readonly wireMs?: number;
  /** Answers through `awslambda.streamifyResponse`. */
  readonly isStreaming: boolean;
  readonly maxProcesses: number;
  /** Where it is given, a light process may hand a request over to one of so many heavy ones. */
  readonly maxHeavyProcesses?: number;
  createHandler(services: S): unknown;
}

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
const USER_FUNCTIONS = [
  'account-and-team-calls',
  'project-calls',
  'project-key-calls',
  'webhook-calls',
] as const satisfies (typeof API_FUNCTIONS)[number][];
export type UserFunction = (typeof USER_FUNCTIONS)[number];
/**
 * They share their processes here, where one user has every right: four times as many would only
 * take memory.
 */
export const USER_FUNCTION = 'person-calls';

type ApiFunction = (typeof API_FUNCTIONS)[number];
/** The function here that stands for one in AWS. */
export type LocalApiFunction = Exclude<ApiFunction, UserFunction> | typeof USER_FUNCTION;

function isUserFunction(name: ApiFunction): name is UserFunction {
  return (USER_FUNCTIONS as readonly string[]).includes(name);
}

/** The name here of a function in AWS. */
export function localApiFunction(name: ApiFunction): LocalApiFunction {
  return isUserFunction(name) ? USER_FUNCTION : name;
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
 * Processes are few. Three decoders and two renderers were busy on images of 50 megapixels: all of
 * them had at most 1,683 MiB. The bound is 2 GiB (security.deadline-kills, decision 56).
 */
export const FUNCTION_BOUNDS: Readonly<Record<string, FunctionBounds>> = {
  ...Object.fromEntries(apiBounds()),
  // one: it decodes too
  'upload-from-url': {
    timeoutMs: LIMITS.uploadFromUrlTimeoutMs,
    isStreaming: false,
    maxProcesses: 1,
  },
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
