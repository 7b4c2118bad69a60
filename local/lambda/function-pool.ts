import type { QueuedRender } from '../../core/ports/images/render-queue.ts';
import type { Log } from '../../core/ports/log.ts';
import { createInvocation, type Invocation, type InvocationOutcome } from './invocation.ts';
import type { FunctionRun } from './pooled-process.ts';
import type { RenditionEvent } from './process-messages.ts';
import {
  createProcessPool,
  type GroupState,
  type ProcessPool,
  type ProcessPoolOptions,
} from './process-pool.ts';

/**
 * An idle process has some 80 MB, and the next starts in a quarter of a second. Those beyond one
 * end soon, the last one later.
 */
const IDLE_MS = 10_000;
const LAST_IDLE_MS = 60_000;
/**
 * Keeps the sum of all processes below 2 GiB (security.deadline-kills): a decoder's memory isn't
 * all given back.
 */
const MAX_HEAVY_RSS_BYTES = 200 * 1024 * 1024;
/**
 * Of the function's timeout: a request that would start later is killed before it can be done, and
 * its process with it.
 */
const MAX_WAIT_SHARE = 0.8;

export interface PoolOptions {
  readonly name: string;
  readonly entryPath: string;
  readonly settings: unknown;
  readonly timeoutMs: number;
  readonly wireMs?: number;
  readonly maxProcesses: number;
  readonly maxHeavyProcesses?: number;
  readonly maxHeavyRssBytes?: number;
  readonly idleMs?: number;
  readonly lastIdleMs?: number;
  /** Makes the edge forget; called before the function gets its answer. */
  onPurge(ids: readonly string[]): void;
  /** Makes something in the background. */
  onQueueRender(render: QueuedRender): void;
  /** A rendition was made or stored, or failed. */
  onRendition(event: RenditionEvent): void;
  /** A process is done with a request. */
  onRun?(run: FunctionRun): void;
  /** Takes the warnings of the functions, and the errors that handlers threw. */
  readonly log: Log;
}

export interface InvokeOptions {
  readonly requestId: string;
  /** When the request arrived, milliseconds of the Unix epoch; its time counts from then. */
  readonly arrivedAt?: number;
}

/** A function as its callers see it. */
export interface FunctionPool {
  invoke(event: unknown, options: InvokeOptions): Promise<InvocationOutcome>;
  /** Its groups of processes at this moment. */
  describe(): readonly GroupState[];
  /** Finishes the responses in progress, then ends the processes. */
  stop(): Promise<void>;
}

function createGroup(
  options: PoolOptions,
  role: 'light' | 'heavy',
  sizes: Pick<ProcessPoolOptions, 'maxProcesses' | 'maxRssBytes' | 'onForward'>,
): ProcessPool {
  const { name, entryPath, settings, idleMs = IDLE_MS, lastIdleMs = LAST_IDLE_MS } = options;
  const { onPurge, onQueueRender, onRendition, onRun, log } = options;
  const start = { entryPath, functionName: name, role, settings };
  return createProcessPool({
    start,
    idleMs,
    lastIdleMs,
    onPurge,
    onQueueRender,
    onRendition,
    ...(onRun ? { onRun } : {}),
    log,
    ...sizes,
  });
}

/**
 * A function with its own processes. If it has heavy processes, requests start in a light one and
 * move to a heavy one when the handler asks for it. Hard work therefore never blocks light work.
 */
export function createFunctionPool(options: PoolOptions): FunctionPool {
  const { timeoutMs, wireMs = 0, maxProcesses, maxHeavyProcesses = 0 } = options;
  const heavy = createGroup(options, 'heavy', {
    maxProcesses: maxHeavyProcesses,
    maxRssBytes: options.maxHeavyRssBytes ?? MAX_HEAVY_RSS_BYTES,
    onForward: (invocation) => invocation.fail('threw'), // there is nobody further to hand it to
  });
  // a function without heavy processes does its hard work in the ones that it has
  const isSplit = maxHeavyProcesses > 0;
  const light = createGroup(options, isSplit ? 'light' : 'heavy', {
    maxProcesses,
    maxRssBytes: options.maxHeavyRssBytes ?? MAX_HEAVY_RSS_BYTES,
    onForward: (invocation: Invocation) => {
      if (isSplit) heavy.enqueue(invocation);
      else invocation.fail('threw');
    },
  });
  return {
    invoke(event, { requestId, arrivedAt = Date.now() }) {
      const deadlineAt = arrivedAt + timeoutMs;
      const waitUntil = arrivedAt + timeoutMs * MAX_WAIT_SHARE;
      const invocation = createInvocation(event, requestId, {
        deadlineAt,
        waitUntil,
        wireEndsAt: deadlineAt + wireMs,
      });
      light.enqueue(invocation);
      return invocation.outcome;
    },
    describe: () => (isSplit ? [light.describe(), heavy.describe()] : [light.describe()]),
    async stop() {
      await light.stop(); // first: until then it may hand requests over
      await heavy.stop();
    },
  };
}
