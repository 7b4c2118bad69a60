import { AsyncLocalStorage } from 'node:async_hooks';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { getHeapStatistics } from 'node:v8';
import type { Context } from 'aws-lambda';
import { withBodyBytes } from '../../lambdas/http/body-bytes.ts';
import { shareDataFolder } from '../data-folder/data-folder-lock.ts';
import type { FunctionSettings } from './function-bounds.ts';
import type { HostChannel, HostRole } from './host-channel.ts';
import { type CurrentInvocation, createHostHooks } from './host-hooks.ts';
import type { HostMessage, ParentMessage } from './host-messages.ts';
import type { HostHooks } from './local-services.ts';
import { createResponseStream, type ResponseStream } from './response-stream.ts';

const MEMORY_MB = '1024';

function refuseCallback(): never {
  throw new Error('callbacks are not supported; return a promise');
}

/**
 * The context of one invocation, as Lambda gives it; the remaining time counts from when the
 * request arrived.
 */
function createLambdaContext(functionName: string, requestId: string, deadlineAt: number): Context {
  return {
    awsRequestId: requestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: MEMORY_MB,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadlineAt - Date.now()),
    done: refuseCallback,
    fail: refuseCallback,
    succeed: refuseCallback,
  };
}

/** The functions of a host, and the services that they share in it. */
export interface HostTables<S, T extends { readonly dataDir: string }> {
  readonly functions: Readonly<Record<string, FunctionSettings<S>>>;
  createServices(settings: T, hooks: HostHooks): S;
}

type Invoke = Extract<ParentMessage, { type: 'invoke' }>;
type Handler = (event: unknown, context: unknown) => Promise<unknown>;
type StreamingHandler = (event: unknown, stream: Writable, context: unknown) => Promise<void>;

interface Runner {
  readonly handler: unknown;
  readonly isStreaming: boolean;
}

interface Running {
  send(message: HostMessage): void;
  readonly streams: Map<number, ResponseStream>;
}

/** The event as Lambda gives it, whose body the parent sent as bytes where it is binary. */
function receiveEvent(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || !('body' in event)) return event;
  return event.body instanceof Uint8Array
    ? withBodyBytes(event, Buffer.from(event.body.buffer, event.body.byteOffset, event.body.length))
    : event;
}

async function runBuffered(
  { send }: Running,
  { handler }: Runner,
  { id, event }: Invoke,
  context: unknown,
) {
  const result = await (handler as Handler)(receiveEvent(event), context);
  send({ type: 'result', id, result: result ?? null });
}

async function runStreaming(
  { send, streams }: Running,
  { handler }: Runner,
  { id, event }: Invoke,
  context: unknown,
) {
  const stream = createResponseStream(id, send);
  streams.set(id, stream);
  const ended = finished(stream.writable);
  ended.catch(() => {});
  try {
    await (handler as StreamingHandler)(event, stream.writable, context);
    await ended;
  } finally {
    streams.delete(id);
  }
}

async function runInvocation(
  running: Running,
  runnerOf: (functionName: string) => Runner,
  message: Invoke,
): Promise<void> {
  const { id, functionName, requestId, deadlineAt } = message;
  try {
    const runner = runnerOf(functionName);
    const context = createLambdaContext(functionName, requestId, deadlineAt);
    await (runner.isStreaming ? runStreaming : runBuffered)(running, runner, message, context);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    running.send({ type: 'threw', id, message: text });
  }
}

/** Each handler is made for its first request: most hosts never run most functions. */
function createRunners<S>(
  functions: HostTables<S, never>['functions'],
  services: S,
): (functionName: string) => Runner {
  const runners = new Map<string, Runner>();
  return (functionName) => {
    const found = runners.get(functionName);
    if (found) return found;
    const settings = functions[functionName];
    if (!settings) throw new Error(`the function ${functionName} does not exist`);
    const { isStreaming } = settings;
    const runner = { handler: settings.createHandler(services), isStreaming };
    runners.set(functionName, runner);
    return runner;
  };
}

/** Of a process all that it holds; of a thread its own heap and buffers. */
function memoryBytesOf(role: HostRole): number {
  if (role === 'heavy') return process.memoryUsage.rss();
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}

/** A process holds its share of the folder to its end; a thread ends with the owner's process. */
async function holdDataFolder(role: HostRole, dataDir: string): Promise<void> {
  if (role === 'light') return;
  const lock = await shareDataFolder(dataDir);
  // and so it is never collected as garbage, which would release it
  process.on('exit', lock.release);
}

/** Takes requests from the parent, one at a time, for as long as the parent wants this host. */
export async function runFunctionHost<S, T extends { readonly dataDir: string }>(
  { functions, createServices }: HostTables<S, T>,
  { role, group, settings, send, onMessage }: HostChannel,
): Promise<void> {
  const { dataDir } = settings as T;
  await holdDataFolder(role, dataDir);
  const current = new AsyncLocalStorage<CurrentInvocation>();
  const own = createHostHooks({ role, group }, send, current);
  const runnerOf = createRunners(functions, createServices(settings as T, own.hooks));
  const streams = new Map<number, ResponseStream>();
  const takeInvocation = async (message: Invoke): Promise<void> => {
    const { id, functionName, begun } = message;
    await current.run({ id, functionName, hasMoved: false, begun }, () =>
      runInvocation({ send, streams }, runnerOf, message),
    );
    send({ type: 'idle', id, memoryBytes: memoryBytesOf(role), isAbandoned: own.isAbandoned() });
  };
  onMessage((message) => {
    if (message.type === 'invoke') void takeInvocation(message);
    else if (message.type === 'purged') own.notePurged(message.callId);
    else if (message.type === 'consumed') streams.get(message.id)?.noteConsumed(message.bytes);
    else streams.get(message.id)?.writable.destroy(new Error('the reader stopped'));
  });
  send({ type: 'ready' });
}
