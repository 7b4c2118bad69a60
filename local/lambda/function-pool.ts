import type { QueuedRender } from '../../core/ports/images/render-queue.ts';
import type { Log } from '../../core/ports/log.ts';
import { type FunctionBounds, MAX_HOSTS, type ThreadGroup } from './function-bounds.ts';
import type { RenditionEvent } from './host-messages.ts';
import {
  createHostPool,
  type GroupState,
  type HostPool,
  type HostPoolOptions,
} from './host-pool.ts';
import { createInvocation, type Invocation, type InvocationOutcome } from './invocation.ts';
import { hasPlace, type ProcessPlace } from './places.ts';
import type { FunctionRun } from './pooled-host.ts';
import { isInspected } from './start-process.ts';

/** An idle process has some 80 MB, an idle thread 20: those beyond one of a group end soon. */
const IDLE_MS = 10_000;
/** A process that had work is exchanged for a new one, which has half of its memory. */
const LAST_IDLE_MS = 60_000;
/**
 * After a request. Keeps the sum of all processes below 2 GiB (security.deadline-kills), as a
 * decoder's memory isn't all given back.
 */
export const MAX_PROCESS_BYTES = 200 * 1024 * 1024;
/** After a request; a thread grows beyond it only by a leak. */
export const MAX_THREAD_BYTES = 100 * 1024 * 1024;
/**
 * Of the function's timeout: a request that would start later is killed before it can be done, and
 * its host with it.
 */
const MAX_WAIT_SHARE = 0.8;

export interface PoolOptions {
  readonly functions: Readonly<Record<string, FunctionBounds>>;
  readonly entryPath: string;
  readonly settings: unknown;
  readonly maxProcessBytes?: number;
  readonly maxThreadBytes?: number;
  readonly idleMs?: number;
  readonly lastIdleMs?: number;
  /** Makes the edge forget; called before the function gets its answer. */
  onPurge(ids: readonly string[]): void;
  /** Makes something in the background. */
  onQueueRender(render: QueuedRender): void;
  /** A rendition was made or stored, or failed. */
  onRendition(event: RenditionEvent): void;
  /** A host is done with a request. */
  onRun?(run: FunctionRun): void;
  /** Takes the warnings of the functions, and the errors that handlers threw. */
  readonly log: Log;
}

export interface InvokeOptions {
  readonly requestId: string;
  /** The kind of its work in a process; left out: the function's. */
  readonly place?: ProcessPlace;
  /** When the request arrived, milliseconds of the Unix epoch; its time counts from then. */
  readonly arrivedAt?: number;
}

/** A function as its callers see it. */
export interface FunctionPool {
  invoke(event: unknown, options: InvokeOptions): Promise<InvocationOutcome>;
}

/** The functions of a service, which share their hosts. */
export interface FunctionPools {
  /** Throws an Error for a name that no function has. */
  of(name: string): FunctionPool;
  /** Undefined for a name that no function has. */
  find(name: string): FunctionPool | undefined;
  /** Starts the hosts that viewers would wait for otherwise. */
  warm(): void;
  /** The groups of hosts at this moment. */
  describe(): readonly GroupState[];
  /** Finishes the responses in progress, then ends the hosts. */
  stop(): Promise<void>;
}

type OfGroup = Pick<
  HostPoolOptions,
  'maxHosts' | 'maxMemoryBytes' | 'mayRun' | 'onForward' | 'lastIdleMs'
>;

function createGroup(
  options: PoolOptions,
  group: ThreadGroup | 'decoders',
  ofGroup: OfGroup,
): HostPool {
  const { entryPath, settings, idleMs = IDLE_MS } = options;
  const { onPurge, onQueueRender, onRendition, onRun, log } = options;
  const role = group === 'decoders' ? 'heavy' : 'light';
  return createHostPool({
    start: { entryPath, group, role, settings },
    idleMs,
    onPurge,
    onQueueRender,
    onRendition,
    ...(onRun ? { onRun } : {}),
    log,
    ...ofGroup,
  });
}

function countOf(running: readonly Invocation[], functionName: string): number {
  return running.filter((one) => one.functionName === functionName).length;
}

function createDecoders(options: PoolOptions): HostPool {
  const { functions, maxProcessBytes = MAX_PROCESS_BYTES, lastIdleMs = LAST_IDLE_MS } = options;
  return createGroup(options, 'decoders', {
    maxHosts: MAX_HOSTS.decoders,
    maxMemoryBytes: maxProcessBytes,
    mayRun: ({ functionName, place }, running) => {
      const { maxProcesses = 0 } = functions[functionName] ?? {};
      if (countOf(running, functionName) >= maxProcesses) return false;
      const places = running.flatMap((one) => one.place ?? []);
      return place === undefined || hasPlace(place, places, MAX_HOSTS.decoders);
    },
    onForward: (invocation) => invocation.fail('threw'), // a process has the engine itself
    lastIdleMs,
  });
}

function createThreads(
  options: PoolOptions,
  group: ThreadGroup,
  decoders: HostPool,
  bodies?: HostPool,
): HostPool {
  const { functions, maxThreadBytes = MAX_THREAD_BYTES } = options;
  return createGroup(options, group, {
    maxHosts: MAX_HOSTS[group],
    maxMemoryBytes: maxThreadBytes,
    mayRun: ({ functionName }, running) =>
      countOf(running, functionName) < (functions[functionName]?.threads?.max ?? 0),
    onForward: (invocation, to) => {
      if (to === 'large-body') {
        if (bodies) bodies.enqueue(invocation);
        else invocation.fail('threw'); // it reads them itself
        return;
      }
      if (to === 'costly-rendition') invocation.place = to;
      if (functions[invocation.functionName]?.maxProcesses) decoders.enqueue(invocation);
      else invocation.fail('threw'); // it may not decode
    },
  });
}

/** A day. */
const INSPECTED_MS = 86_400_000;

function createPool(name: string, bounds: FunctionBounds, first: HostPool) {
  const { wireMs = 0 } = bounds;
  // a function that stands still in a debugger is not late
  const timeoutMs = isInspected ? INSPECTED_MS : bounds.timeoutMs;
  return {
    invoke(event, { requestId, arrivedAt = Date.now(), place = bounds.place }) {
      const deadlineAt = arrivedAt + timeoutMs;
      const waitUntil = arrivedAt + timeoutMs * MAX_WAIT_SHARE;
      const invocation = createInvocation(name, event, requestId, {
        place,
        deadlineAt,
        waitUntil,
        wireEndsAt: deadlineAt + wireMs,
      });
      first.enqueue(invocation);
      return invocation.outcome;
    },
  } satisfies FunctionPool;
}

/**
 * Functions over shared hosts. A request starts in a thread. It moves to a process when its handler
 * asks for the engine, or to a separate thread for a large body. A function that always decodes
 * starts in a process. Hard work therefore never blocks light work, and every decoder can be
 * killed.
 */
export function createFunctionPools(options: PoolOptions): FunctionPools {
  const decoders = createDecoders(options);
  const bodies = createThreads(options, 'bodies', decoders);
  const threads: Readonly<Record<ThreadGroup, HostPool>> = {
    calls: createThreads(options, 'calls', decoders),
    delivery: createThreads(options, 'delivery', decoders, bodies),
    bodies,
  };
  const pools = new Map<string, FunctionPool>(
    Object.entries(options.functions).map(([name, bounds]) => [
      name,
      createPool(name, bounds, bounds.threads ? threads[bounds.threads.group] : decoders),
    ]),
  );
  return {
    of(name) {
      const pool = pools.get(name);
      if (!pool) throw new Error(`the function ${name} does not exist`);
      return pool;
    },
    find: (name) => pools.get(name),
    warm() {
      for (const pool of [threads.delivery, threads.calls, decoders]) pool.warm();
    },
    describe: () => [...Object.values(threads), decoders].map((pool) => pool.describe()),
    async stop() {
      // first: until then they may hand requests over
      await Promise.all([threads.calls.stop(), threads.delivery.stop()]);
      await bodies.stop();
      await decoders.stop();
    },
  };
}
