import type { QueuedRender } from '../../core/ports/images/render-queue.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Invocation } from './invocation.ts';
import type { ChildMessage, RenditionEvent } from './process-messages.ts';
import { type FunctionProcess, type ProcessStart, startProcess } from './start-process.ts';

/** One process of a group, and its request. */
export interface PooledProcess {
  readonly process: FunctionProcess;
  state: 'starting' | 'idle' | 'busy' | 'gone';
  /** Counts its invocations, so that its messages about an earlier one are recognised. */
  invocationId: number;
  invocation: Invocation | undefined;
  timer: NodeJS.Timeout | undefined;
  /** As of the end of its last request. */
  rssBytes: number;
  /** When it took its last request, milliseconds of the Unix epoch. */
  startedAt: number;
}

/** The work of one process for one request. */
export interface FunctionRun {
  readonly requestId: string;
  readonly functionName: string;
  readonly role: ProcessStart['role'];
  readonly pid: number;
  /** Milliseconds of the Unix epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Its handler settled, it forwarded the request, or it died or was killed. */
  readonly end: 'settled' | 'forwarded' | 'killed';
}

export interface PooledProcessEvents {
  /** A process is done with a request. */
  onRun?(run: FunctionRun): void;
  /** It is ready for its first request, or done with one; retired where it should take no more. */
  onFree(member: PooledProcess): void;
  /** It is gone, killed or dead; its request has been failed. */
  onGone(member: PooledProcess, wasStarting: boolean): void;
  onForward(invocation: Invocation): void;
  onPurge(ids: readonly string[]): void;
  onQueueRender(render: QueuedRender): void;
  onRendition(event: RenditionEvent): void;
  readonly log: Log;
}

type InvocationMessage = Exclude<
  ChildMessage,
  { type: 'ready' | 'purge-edge' | 'queue-render' | 'rendition' | 'log' }
>;

/** Ends a process immediately, with its request. */
export function retirePooledProcess(member: PooledProcess): void {
  clearTimeout(member.timer);
  member.state = 'gone';
  member.process.kill();
}

function freeMember(member: PooledProcess): void {
  clearTimeout(member.timer);
  member.invocation?.setReader(undefined);
  member.invocation = undefined;
  member.state = 'idle';
}

function noteIdle(
  member: PooledProcess,
  { isAbandoned, rssBytes }: Extract<ChildMessage, { type: 'idle' }>,
  maxRssBytes: number,
): void {
  member.rssBytes = rssBytes;
  member.invocation?.fail('threw'); // it settled without an answer
  freeMember(member);
  if (isAbandoned || rssBytes > maxRssBytes) retirePooledProcess(member);
}

/** At the moment both are ended. */
function endAt(member: PooledProcess, invocation: Invocation, moment: number): void {
  clearTimeout(member.timer);
  member.timer = setTimeout(() => {
    invocation.fail('timed_out');
    retirePooledProcess(member);
  }, moment - Date.now());
}

function noteAnswer(
  member: PooledProcess,
  invocation: Invocation,
  message: InvocationMessage,
): void {
  if (message.type === 'result') invocation.takeResult(message.result);
  else if (message.type === 'head') {
    endAt(member, invocation, invocation.wireEndsAt);
    invocation.takeHead(message.head);
  } else if (message.type === 'chunk') invocation.takeChunk(message.data);
  else if (message.type === 'end') invocation.takeEnd();
}

function noteRun(
  { process: { pid }, invocation, startedAt }: PooledProcess,
  { functionName, role }: ProcessStart,
  { onRun }: PooledProcessEvents,
  end: FunctionRun['end'],
): void {
  if (!invocation || !onRun) return;
  const { requestId } = invocation;
  onRun({ requestId, functionName, role, pid, startedAt, endedAt: Date.now(), end });
}

function noteMessage(
  member: PooledProcess,
  message: ChildMessage,
  start: ProcessStart,
  events: PooledProcessEvents,
  maxRssBytes: number,
): void {
  const { invocation } = member;
  if (message.type === 'ready') {
    freeMember(member);
    events.onFree(member);
  } else if (message.type === 'purge-edge') {
    events.onPurge(message.ids);
    member.process.send({ type: 'purged', callId: message.callId });
  } else if (message.type === 'queue-render') {
    events.onQueueRender(message.render);
  } else if (message.type === 'rendition') {
    events.onRendition(message.event);
  } else if (message.type === 'log') {
    events.log[message.level](message.message, JSON.parse(message.fieldsText));
  } else if (!invocation || message.id !== member.invocationId) {
    return; // messages of a process about a request that moved to another are ignored
  } else if (message.type === 'idle') {
    noteRun(member, start, events, 'settled');
    noteIdle(member, message, maxRssBytes);
    events.onFree(member);
  } else if (message.type === 'hand-over') {
    noteRun(member, start, events, 'forwarded');
    freeMember(member);
    events.onForward(invocation);
    events.onFree(member);
  } else if (message.type === 'threw') {
    if (!invocation.hasSettled()) events.log.error('function failed', { error: message.message });
    invocation.fail('threw');
  } else noteAnswer(member, invocation, message);
}

/** Starts a process; it is free once it says that it is ready. */
export function startPooledProcess(
  start: ProcessStart,
  events: PooledProcessEvents,
  maxRssBytes: number,
): PooledProcess {
  const process = startProcess(start, {
    onMessage: (message) => {
      if (member.state !== 'gone') noteMessage(member, message, start, events, maxRssBytes);
    },
    onExit: () => {
      const wasStarting = member.state === 'starting';
      clearTimeout(member.timer);
      member.state = 'gone';
      noteRun(member, start, events, 'killed');
      member.invocation?.fail('crashed');
      events.onGone(member, wasStarting);
    },
  });
  const member: PooledProcess = {
    process,
    state: 'starting',
    invocationId: 0,
    invocation: undefined,
    timer: undefined,
    rssBytes: 0,
    startedAt: 0,
  };
  return member;
}

/**
 * Gives an idle process a request. At the request's deadline both are ended, or at the deadline of
 * sending if the response began before.
 */
export function runOnPooledProcess(member: PooledProcess, invocation: Invocation): void {
  const { event, requestId, deadlineAt } = invocation;
  clearTimeout(member.timer);
  member.invocationId += 1;
  member.state = 'busy';
  member.startedAt = Date.now();
  member.invocation = invocation;
  const id = member.invocationId;
  invocation.setReader({
    consumed: (bytes) => member.process.send({ type: 'consumed', id, bytes }),
    cancel: () => member.process.send({ type: 'cancel', id }),
  });
  endAt(member, invocation, deadlineAt);
  member.process.send({ type: 'invoke', id, requestId, deadlineAt, event });
}
