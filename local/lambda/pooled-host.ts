import type { QueuedRender } from '../../core/ports/images/render-queue.ts';
import type { Log } from '../../core/ports/log.ts';
import type { HostMessage, RenditionEvent } from './host-messages.ts';
import type { Invocation } from './invocation.ts';
import type { HandOver } from './places.ts';
import { CONSUMED_BYTES } from './response-stream.ts';
import { startProcess } from './start-process.ts';
import { startThread } from './start-thread.ts';
import type { FunctionHost, HostStart } from './started-host.ts';

/** One host of a group, and its request. */
export interface PooledHost {
  readonly host: FunctionHost;
  state: 'starting' | 'idle' | 'busy' | 'gone';
  /** Counts its invocations, so that its messages about an earlier one are recognised. */
  invocationId: number;
  invocation: Invocation | undefined;
  timer: NodeJS.Timeout | undefined;
  /** As of the end of its last request. */
  memoryBytes: number;
  /** When it took its last request, milliseconds of the Unix epoch. */
  startedAt: number;
}

/** The work of one host for one request. */
export interface FunctionRun {
  readonly requestId: string;
  readonly functionName: string;
  readonly role: HostStart['role'];
  readonly pid: number;
  /** 0 for a process. */
  readonly threadId: number;
  /** Milliseconds of the Unix epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Its handler settled, it forwarded the request, or it died or was killed. */
  readonly end: 'settled' | 'forwarded' | 'killed';
}

export interface PooledHostEvents {
  /** A host is done with a request. */
  onRun?(run: FunctionRun): void;
  /** It is ready for its first request, or done with one; retired where it should take no more. */
  onFree(member: PooledHost): void;
  /** It is gone, killed or dead; its request has been failed. */
  onGone(member: PooledHost, wasStarting: boolean): void;
  onForward(invocation: Invocation, to: HandOver): void;
  onPurge(ids: readonly string[]): void;
  onQueueRender(render: QueuedRender): void;
  onRendition(event: RenditionEvent): void;
  readonly log: Log;
}

type InvocationMessage = Exclude<
  HostMessage,
  { type: 'ready' | 'purge-edge' | 'queue-render' | 'rendition' | 'log' }
>;

/** Logged where a host ended that nothing here has ended. */
export const HOST_DIED = 'a host of functions died';

/** Ends a host immediately, with its request. */
export function retirePooledHost(member: PooledHost): void {
  clearTimeout(member.timer);
  member.state = 'gone';
  member.host.kill();
}

function freeMember(member: PooledHost): void {
  clearTimeout(member.timer);
  member.invocation?.setReader(undefined);
  member.invocation = undefined;
  member.state = 'idle';
}

function noteIdle(
  member: PooledHost,
  { isAbandoned, memoryBytes }: Extract<HostMessage, { type: 'idle' }>,
  maxMemoryBytes: number,
): void {
  member.memoryBytes = memoryBytes;
  member.invocation?.fail('threw'); // it settled without an answer
  freeMember(member);
  if (isAbandoned || memoryBytes > maxMemoryBytes) retirePooledHost(member);
}

/** At the moment both are ended. */
function endAt(member: PooledHost, invocation: Invocation, moment: number): void {
  clearTimeout(member.timer);
  member.timer = setTimeout(() => {
    invocation.fail('timed_out');
    retirePooledHost(member);
  }, moment - Date.now());
}

function noteAnswer(member: PooledHost, invocation: Invocation, message: InvocationMessage): void {
  if (message.type === 'result') invocation.takeResult(message.result);
  else if (message.type === 'head') {
    endAt(member, invocation, invocation.wireEndsAt);
    invocation.takeHead(message.head);
  } else if (message.type === 'chunk') invocation.takeChunk(message.data);
  else if (message.type === 'end') invocation.takeEnd();
}

function noteRun(
  { host: { pid, threadId }, invocation, startedAt }: PooledHost,
  { role }: HostStart,
  { onRun }: PooledHostEvents,
  end: FunctionRun['end'],
): void {
  if (!invocation || !onRun) return;
  const { requestId, functionName } = invocation;
  const endedAt = Date.now();
  onRun({ requestId, functionName, role, pid, threadId, startedAt, endedAt, end });
}

function noteMessage(
  member: PooledHost,
  message: HostMessage,
  start: HostStart,
  events: PooledHostEvents,
  maxMemoryBytes: number,
): void {
  const { invocation } = member;
  if (message.type === 'ready') {
    freeMember(member);
    events.onFree(member);
  } else if (message.type === 'purge-edge') {
    events.onPurge(message.ids);
    member.host.send({ type: 'purged', callId: message.callId });
  } else if (message.type === 'queue-render') {
    events.onQueueRender(message.render);
  } else if (message.type === 'rendition') {
    events.onRendition(message.event);
  } else if (message.type === 'log') {
    const { functionName, level, fieldsText } = message;
    events.log[level](message.message, { function: functionName, ...JSON.parse(fieldsText) });
  } else if (!invocation || message.id !== member.invocationId) {
    return; // messages of a host about a request that moved to another are ignored
  } else if (message.type === 'idle') {
    noteRun(member, start, events, 'settled');
    noteIdle(member, message, maxMemoryBytes);
    events.onFree(member);
  } else if (message.type === 'hand-over') {
    noteRun(member, start, events, 'forwarded');
    freeMember(member);
    invocation.begun = message.begun;
    events.onForward(invocation, message.to);
    events.onFree(member);
  } else if (message.type === 'threw') {
    const { functionName } = invocation;
    const facts = { function: functionName, error: message.message };
    if (!invocation.hasSettled()) events.log.error('function failed', facts);
    invocation.fail('threw');
  } else noteAnswer(member, invocation, message);
}

/** Starts a host; it is free once it says that it is ready. */
export function startPooledHost(
  start: HostStart,
  events: PooledHostEvents,
  maxMemoryBytes: number,
): PooledHost {
  const startHost = start.role === 'light' ? startThread : startProcess;
  const host = startHost(start, {
    onMessage: (message) => {
      if (member.state !== 'gone') noteMessage(member, message, start, events, maxMemoryBytes);
    },
    onExit: (end) => {
      const wasStarting = member.state === 'starting';
      if (member.state !== 'gone') events.log.warn(HOST_DIED, { group: start.group, end });
      clearTimeout(member.timer);
      member.state = 'gone';
      noteRun(member, start, events, 'killed');
      member.invocation?.fail('crashed');
      events.onGone(member, wasStarting);
    },
  });
  const member: PooledHost = {
    host,
    state: 'starting',
    invocationId: 0,
    invocation: undefined,
    timer: undefined,
    memoryBytes: 0,
    startedAt: 0,
  };
  return member;
}

/**
 * Gives an idle host a request. At the request's deadline both are ended, or at the deadline of
 * sending if the response began before.
 */
export function runOnPooledHost(member: PooledHost, invocation: Invocation): void {
  const { functionName, event, begun, requestId, deadlineAt } = invocation;
  clearTimeout(member.timer);
  member.invocationId += 1;
  member.state = 'busy';
  member.startedAt = Date.now();
  member.invocation = invocation;
  const id = member.invocationId;
  let consumed = 0;
  invocation.setReader({
    consumed: (bytes) => {
      consumed += bytes;
      if (consumed < CONSUMED_BYTES) return;
      member.host.send({ type: 'consumed', id, bytes: consumed });
      consumed = 0;
    },
    cancel: () => member.host.send({ type: 'cancel', id }),
  });
  endAt(member, invocation, deadlineAt);
  member.host.send({ type: 'invoke', id, functionName, requestId, deadlineAt, event, begun });
}
