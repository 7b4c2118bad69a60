import { API_FUNCTIONS } from '../../core/api/endpoints.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { Services } from '../../core/ports/services.ts';
import type { ProcessPlace } from './places.ts';

/**
 * The groups of threads: viewers of stored renditions wait behind no call, and behind no large
 * body.
 */
export type ThreadGroup = 'calls' | 'delivery' | 'bodies';

/** One function of the local service: its handler, and the bounds of its hosts. */
export interface FunctionSettings<S = Services> {
  /** From a request's arrival to its end, waiting included; the host is killed then. */
  readonly timeoutMs: number;
  /**
   * The additional time in which a response may be sent to the parent, after its head; without it,
   * the same timeout.
   */
  readonly wireMs?: number;
  /** Answers through `awslambda.streamifyResponse`. */
  readonly isStreaming: boolean;
  /** The threads that its requests start in; left out: they start in a process. */
  readonly threads?: { readonly group: ThreadGroup; readonly max: number };
  /**
   * How many processes may work for it concurrently; left out: it never asks for the engine. A
   * request in a thread moves to a process when it does.
   */
  readonly maxProcesses?: number;
  /** The kind of its work in a process, unless its request says another. */
  readonly place?: ProcessPlace;
  createHandler(services: S): unknown;
}

export const RENDER_FUNCTION = 'render-image';
export const PURGE_FUNCTION = 'purge-image';
/** Meters access logs too. */
export const SWEEP_FUNCTION = 'sweep-temporary-images';

/** Validates direct uploads too: both kinds of uploads have the same places. */
export const ACCEPT_FUNCTION = 'upload-temporary-image';

/** The functions of users' calls, which have separate permissions in AWS. */
const USER_FUNCTIONS = [
  'account-and-team-calls',
  'project-calls',
  'project-key-calls',
  'webhook-calls',
] as const satisfies (typeof API_FUNCTIONS)[number][];
export type UserFunction = (typeof USER_FUNCTIONS)[number];
/** They share one name and its bounds here, where one user has every right. */
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

/**
 * The hosts of each group. A thread holds some 20 MB, most of which stays with the service after
 * its end. Work in the background leaves two threads to the calls. Processes are few, so that the
 * sum of all memory stays below 2 GiB (security.deadline-kills). Measured, not proved: 1,683 MiB
 * with three decoders busy, 1,513 with two renderers beside them (decision 56).
 */
export const MAX_HOSTS = {
  calls: 5,
  delivery: 2,
  bodies: 2,
  decoders: 5,
} as const satisfies Record<ThreadGroup | 'decoders', number>;

/**
 * A client has its answer within 15 s (security.deadline-kills). This part of them is for the
 * answer about a host that was killed at its deadline.
 */
const LAST_ANSWER_MS = 1_000;
const API_MS = LIMITS.apiTimeoutMs - LAST_ANSWER_MS;
const DELIVERY_MS = LIMITS.deliveryWorkMs - LAST_ANSWER_MS;

/** The threads of one function; a slow one leaves the others of its group to the rest. */
const CALLS = { group: 'calls', max: 2 } as const;

function apiBounds(): [string, FunctionBounds][] {
  return [...new Set(API_FUNCTIONS.map(localApiFunction))].map((name) => [
    name,
    { timeoutMs: API_MS, isStreaming: false, threads: CALLS },
  ]);
}

/** The functions of the local service, by name, as the stack deploys them. */
export const FUNCTION_BOUNDS: Readonly<Record<string, FunctionBounds>> = {
  ...Object.fromEntries(apiBounds()),
  [ACCEPT_FUNCTION]: {
    timeoutMs: API_MS,
    isStreaming: false,
    maxProcesses: MAX_HOSTS.decoders,
    place: 'upload',
  },
  'upload-from-url': {
    timeoutMs: LIMITS.uploadFromUrlTimeoutMs,
    isStreaming: false,
    maxProcesses: 1,
    place: 'url-upload',
  },
  // only for a format whose decoder it must ask
  'upload-key-calls': {
    timeoutMs: API_MS,
    isStreaming: false,
    threads: CALLS,
    maxProcesses: 1,
    place: 'upload',
  },
  [RENDER_FUNCTION]: {
    timeoutMs: DELIVERY_MS,
    wireMs: LIMITS.deliveryFunctionMs - DELIVERY_MS,
    isStreaming: true,
    threads: { group: 'delivery', max: 2 },
    maxProcesses: 2,
    place: 'rendition',
  },
  // images and projects are purged side by side
  [PURGE_FUNCTION]: { timeoutMs: LIMITS.purgeTimeoutMs, isStreaming: false, threads: CALLS },
  [SWEEP_FUNCTION]: {
    timeoutMs: LIMITS.purgeTimeoutMs,
    isStreaming: false,
    threads: { group: 'calls', max: 1 },
  },
};
