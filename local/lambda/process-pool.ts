import type { Invocation } from './invocation.ts';
import {
  type PooledProcess,
  type PooledProcessEvents,
  retirePooledProcess,
  runOnPooledProcess,
  startPooledProcess,
} from './pooled-process.ts';
import type { ProcessStart } from './start-process.ts';

export interface ProcessPoolOptions
  extends Pick<PooledProcessEvents, 'onForward' | 'onPurge' | 'onQueueRender' | 'onFault'> {
  readonly start: ProcessStart;
  readonly maxProcesses: number;
  /** A process that has grown beyond it is ended after its request. */
  readonly maxRssBytes: number;
  /** Idle processes beyond one are ended after so long, and the last one after lastIdleMs more. */
  readonly idleMs: number;
  readonly lastIdleMs: number;
}

/**
 * The processes of one function and role: one request at a time each, more of them as load asks.
 */
export interface ProcessPool {
  enqueue(invocation: Invocation): void;
  /** Ends when every request is answered and every process is gone. */
  stop(): Promise<void>;
}

/** A request that waits for less needs no further process: the one before it is about to end. */
const GROW_AFTER_MS = 20;
/** A process that can't even start is no reason to start it for ever. */
const MAX_FAILED_STARTS = 3;

interface Waiting {
  readonly since: number;
  readonly patience: NodeJS.Timeout;
}

interface Group {
  readonly options: ProcessPoolOptions;
  readonly members: Set<PooledProcess>;
  /** In the order they came. */
  readonly waiting: Map<Invocation, Waiting>;
  failedStarts: number;
  noteQuiet: (() => void) | undefined;
}

function membersIn({ members }: Group, state: PooledProcess['state']): PooledProcess[] {
  return [...members].filter((member) => member.state === state);
}

function takeWaiting({ waiting }: Group): Invocation | undefined {
  const [first] = waiting;
  if (!first) return undefined;
  const [invocation, { patience }] = first;
  clearTimeout(patience);
  waiting.delete(invocation);
  return invocation;
}

function startOne(group: Group): void {
  const { start, maxRssBytes, onForward, onPurge, onQueueRender, onFault } = group.options;
  const events: PooledProcessEvents = {
    onFree: (member) => noteFree(group, member),
    onGone: (member, wasStarting) => noteGone(group, member, wasStarting),
    onForward,
    onPurge,
    onQueueRender,
    onFault,
  };
  group.members.add(startPooledProcess(start, events, maxRssBytes));
}

function countUnserved({ waiting, members }: Group): number {
  if (members.size === 0) return Math.min(1, waiting.size);
  const before = performance.now() - GROW_AFTER_MS;
  return [...waiting.values()].filter(({ since }) => since <= before).length;
}

/**
 * Gives the idle processes work, and starts as many more as there are requests that waited for a
 * while, within the bound.
 */
function assign(group: Group): void {
  const { members, waiting, options } = group;
  for (const member of membersIn(group, 'idle')) {
    const invocation = takeWaiting(group);
    if (!invocation) break;
    runOnPooledProcess(member, invocation);
  }
  const starting = membersIn(group, 'starting').length;
  const room = options.maxProcesses - members.size;
  const more = Math.min(countUnserved(group) - starting, room);
  for (let i = 0; i < more; i += 1) startOne(group);
  if (waiting.size === 0 && membersIn(group, 'busy').length === 0) group.noteQuiet?.();
}

function noteFree(group: Group, member: PooledProcess): void {
  if (member.state === 'idle') {
    group.failedStarts = 0;
    rest(group, member);
  }
  assign(group);
}

/** An idle process holds some 80 MB: processes of a burst and unused ones are ended soon. */
function rest(group: Group, member: PooledProcess): void {
  const { idleMs, lastIdleMs } = group.options;
  member.timer = setTimeout(() => {
    if (membersIn(group, 'idle').length > 1) return retirePooledProcess(member);
    member.timer = setTimeout(() => retirePooledProcess(member), lastIdleMs);
    member.timer.unref();
  }, idleMs);
  member.timer.unref();
}

/** A place is free only now: a process that is being ended still has its memory. */
function noteGone(group: Group, member: PooledProcess, wasStarting: boolean): void {
  group.members.delete(member);
  if (wasStarting) group.failedStarts += 1;
  if (group.failedStarts >= MAX_FAILED_STARTS) {
    group.failedStarts = 0;
    takeWaiting(group)?.fail('crashed');
  }
  assign(group);
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
  if (group.waiting.has(invocation)) setTimeout(() => assign(group), GROW_AFTER_MS + 1).unref();
}

async function stop(group: Group): Promise<void> {
  await new Promise<void>((resolve) => {
    group.noteQuiet = resolve;
    assign(group);
  });
  const last = [...group.members];
  for (const member of last) retirePooledProcess(member);
  await Promise.all(last.map((member) => member.process.exited));
}

/** Runs invocations in processes that it starts, keeps warm and replaces. */
export function createProcessPool(options: ProcessPoolOptions): ProcessPool {
  const group: Group = {
    options,
    members: new Set(),
    waiting: new Map(),
    failedStarts: 0,
    noteQuiet: undefined,
  };
  return {
    enqueue: (invocation) => enqueue(group, invocation),
    stop: () => stop(group),
  };
}
