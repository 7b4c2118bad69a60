import { availableParallelism } from 'node:os';
import type { HostRole } from './host-channel.ts';
import type { Invocation } from './invocation.ts';
import {
  type PooledHost,
  type PooledHostEvents,
  retirePooledHost,
  runOnPooledHost,
  startPooledHost,
} from './pooled-host.ts';
import type { HostStart } from './started-host.ts';

export interface HostPoolOptions
  extends Pick<
    PooledHostEvents,
    'onForward' | 'onPurge' | 'onQueueRender' | 'onRendition' | 'onRun' | 'log'
  > {
  readonly start: HostStart;
  readonly maxHosts: number;
  /** Whether a request may run beside these; one that is being ended still counts. */
  mayRun(invocation: Invocation, running: readonly Invocation[]): boolean;
  /** A host that has grown beyond it is ended after its request. */
  readonly maxMemoryBytes: number;
  /** Idle hosts beyond one are ended after so long. */
  readonly idleMs: number;
  /** After so long more, the last one is exchanged for a new one; left out: it stays. */
  readonly lastIdleMs?: number;
}

/** The hosts of one group at a moment. */
export interface GroupState {
  readonly name: string;
  readonly role: HostRole;
  readonly states: readonly PooledHost['state'][];
  /** Requests that no host has taken yet. */
  readonly waiting: number;
  /** As of the end of the last request of each host. */
  readonly memoryBytes: number;
}

/** The hosts of one group: one request at a time each, more of them as load asks. */
export interface HostPool {
  enqueue(invocation: Invocation): void;
  /** Starts a host if there is none, so that no request waits for its start. */
  warm(): void;
  describe(): GroupState;
  /** Ends when every request is answered and every host is gone. */
  stop(): Promise<void>;
}

/**
 * A request that waits for less needs no further host: the one before it is about to end. The start
 * of a host takes longer, and memory stays with the service after the end of a thread.
 */
const GROW_AFTER_MS = 50;
/**
 * The same where each processor has a host: a further one makes nothing faster, and is for requests
 * behind slow ones.
 */
const GROW_SLOWLY_AFTER_MS = 250;
/** Read a single time: each read opens files of the kernel, and every request asks. */
const PROCESSORS = availableParallelism();
/** A host that can't even start is no reason to start it for ever. */
const MAX_FAILED_STARTS = 3;

interface Waiting {
  readonly since: number;
  readonly patience: NodeJS.Timeout;
}

interface Group {
  readonly options: HostPoolOptions;
  readonly members: Set<PooledHost>;
  /** In the order they came. */
  readonly waiting: Map<Invocation, Waiting>;
  /** Counts the requests that were taken. */
  started: number;
  /** By kind of request, the count at its last one. */
  readonly turns: Map<string, number>;
  failedStarts: number;
  /** The next check at the waiting requests, while the group may grow for them. */
  nextCheck: NodeJS.Timeout | undefined;
  isStopping: boolean;
  noteQuiet: (() => void) | undefined;
}

function membersIn({ members }: Group, state: PooledHost['state']): PooledHost[] {
  return [...members].filter((member) => member.state === state);
}

function runningIn({ members }: Group): Invocation[] {
  return [...members].flatMap(({ invocation }) => invocation ?? []);
}

function kindOf({ functionName, place }: Invocation): string {
  return `${functionName} ${place ?? ''}`;
}

/** The first request of each kind that may run beside these. */
function* runnable(
  { waiting, options }: Group,
  running: readonly Invocation[],
): Generator<Invocation> {
  const kinds = new Set<string>();
  for (const invocation of waiting.keys()) {
    const kind = kindOf(invocation);
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    if (options.mayRun(invocation, running)) yield invocation;
  }
}

/** Of the kind whose last turn is the longest ago: many requests of one kind delay its like. */
function takeWaiting(group: Group): Invocation | undefined {
  const turnOf = (invocation: Invocation): number => group.turns.get(kindOf(invocation)) ?? 0;
  const [next] = [...runnable(group, runningIn(group))].sort((a, b) => turnOf(a) - turnOf(b));
  if (!next) return undefined;
  group.started += 1;
  group.turns.set(kindOf(next), group.started);
  clearTimeout(group.waiting.get(next)?.patience);
  group.waiting.delete(next);
  return next;
}

function startOne(group: Group): void {
  const { start, maxMemoryBytes, onForward, onPurge, onQueueRender, onRendition, onRun, log } =
    group.options;
  const events: PooledHostEvents = {
    onFree: (member) => noteFree(group, member),
    onGone: (member, wasStarting) => noteGone(group, member, wasStarting),
    onForward,
    onPurge,
    onQueueRender,
    onRendition,
    ...(onRun ? { onRun } : {}),
    log,
  };
  group.members.add(startPooledHost(start, events, maxMemoryBytes));
}

/** How long a request waits before the group grows for it, in milliseconds. */
function growthDelay({ members }: Group): number {
  return members.size < PROCESSORS ? GROW_AFTER_MS : GROW_SLOWLY_AFTER_MS;
}

/** Requests that waited for a while and may run; the first of a group need not wait. */
function countUnserved(group: Group): number {
  const { waiting, members, options } = group;
  if (members.size === 0) return Math.min(1, waiting.size);
  const before = performance.now() - growthDelay(group);
  const running = runningIn(group);
  const full = new Set<string>();
  let count = 0;
  for (const [invocation, { since }] of waiting) {
    if (since > before || count === options.maxHosts) break;
    const kind = kindOf(invocation);
    if (full.has(kind)) continue;
    if (options.mayRun(invocation, running)) {
      running.push(invocation);
      count += 1;
    } else full.add(kind);
  }
  return count;
}

/** Checks again when the next waiting request may be a reason to grow: one timer for all. */
function checkAgain(group: Group): void {
  const { waiting, members, options, nextCheck } = group;
  if (nextCheck || waiting.size === 0 || members.size >= options.maxHosts) return;
  const check = (): void => {
    group.nextCheck = undefined;
    assign(group);
  };
  const [now, delay] = [performance.now(), growthDelay(group)];
  const next = [...waiting.values()].find(({ since }) => since + delay > now);
  group.nextCheck = setTimeout(check, (next?.since ?? now) + delay - now + 1);
  group.nextCheck.unref();
}

/**
 * Gives the idle hosts work, and starts as many more as there are requests that waited for a
 * while, within the bound.
 */
function assign(group: Group): void {
  const { members, waiting, options } = group;
  for (const member of membersIn(group, 'idle')) {
    const invocation = takeWaiting(group);
    if (!invocation) break;
    runOnPooledHost(member, invocation);
  }
  const isShort = () => countUnserved(group) > membersIn(group, 'starting').length;
  while (members.size < options.maxHosts && isShort()) startOne(group);
  checkAgain(group);
  if (waiting.size === 0 && membersIn(group, 'busy').length === 0) group.noteQuiet?.();
}

function noteFree(group: Group, member: PooledHost): void {
  if (member.state === 'idle') {
    group.failedStarts = 0;
    rest(group, member);
  }
  assign(group);
}

/**
 * The hosts of a burst are ended soon. The last one stays, so that no request waits for a start: a
 * used process is exchanged, because a decoder's memory isn't all given back.
 */
function rest(group: Group, member: PooledHost): void {
  const { idleMs, lastIdleMs } = group.options;
  member.timer = setTimeout(() => {
    if (membersIn(group, 'idle').length > 1) return retirePooledHost(member);
    if (lastIdleMs === undefined || member.invocationId === 0) return;
    member.timer = setTimeout(() => retirePooledHost(member), lastIdleMs);
    member.timer.unref();
  }, idleMs);
  member.timer.unref();
}

/** A place is free only now: a host that is being ended still has its memory. */
function noteGone(group: Group, member: PooledHost, wasStarting: boolean): void {
  group.members.delete(member);
  if (wasStarting) group.failedStarts += 1;
  if (group.failedStarts >= MAX_FAILED_STARTS) {
    group.failedStarts = 0;
    takeWaiting(group)?.fail('crashed');
  }
  if (!wasStarting && !group.isStopping) warm(group);
  assign(group);
}

function warm(group: Group): void {
  if (group.members.size === 0) startOne(group);
}

function enqueue(group: Group, invocation: Invocation): void {
  const giveUp = (): void => {
    group.waiting.delete(invocation);
    invocation.fail('busy');
    assign(group);
  };
  const patience = setTimeout(giveUp, invocation.waitUntil - Date.now());
  group.waiting.set(invocation, { since: performance.now(), patience });
  assign(group);
}

function describe({ options, members, waiting }: Group): GroupState {
  const { group: name, role } = options.start;
  const all = [...members];
  return {
    name,
    role,
    states: all.map(({ state }) => state),
    waiting: waiting.size,
    memoryBytes: all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
  };
}

async function stop(group: Group): Promise<void> {
  await new Promise<void>((resolve) => {
    group.noteQuiet = resolve;
    assign(group);
  });
  group.isStopping = true;
  const last = [...group.members];
  for (const member of last) retirePooledHost(member);
  await Promise.all(last.map((member) => member.host.exited));
}

/** Runs invocations in hosts that it starts, keeps warm and replaces. */
export function createHostPool(options: HostPoolOptions): HostPool {
  const group: Group = {
    options,
    members: new Set(),
    waiting: new Map(),
    started: 0,
    turns: new Map(),
    failedStarts: 0,
    nextCheck: undefined,
    isStopping: false,
    noteQuiet: undefined,
  };
  return {
    enqueue: (invocation) => enqueue(group, invocation),
    warm: () => warm(group),
    describe: () => describe(group),
    stop: () => stop(group),
  };
}
