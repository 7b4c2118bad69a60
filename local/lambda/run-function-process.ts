import { AsyncLocalStorage } from 'node:async_hooks';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Context } from 'aws-lambda';
import { withBodyBytes } from '../../lambdas/http/body-bytes.ts';
import { shareDataFolder } from '../data-folder/data-folder-lock.ts';
import type { ProcessHooks } from '../services.ts';
import type { FunctionSettings } from './function-bounds.ts';

import { createProcessHooks } from './process-hooks.ts';
import type { ChildMessage, ParentMessage } from './process-messages.ts';
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

export interface ProcessTables<S, T extends { readonly dataDir: string }> {
  readonly functions: Readonly<Record<string, FunctionSettings<S>>>;
  createServices(settings: T, hooks: ProcessHooks): S;
}

type Invoke = Extract<ParentMessage, { type: 'invoke' }>;
type Handler = (event: unknown, context: unknown) => Promise<unknown>;
type StreamingHandler = (event: unknown, stream: Writable, context: unknown) => Promise<void>;

function send(message: ChildMessage): void {
  // a parent that is gone ends us by `disconnect`
  if (process.connected) process.send?.(message, () => {});
}

interface Runner {
  readonly functionName: string;
  readonly handler: unknown;
  readonly isStreaming: boolean;
  readonly streams: Map<number, ResponseStream>;
}

/** The event as Lambda gives it, whose body the parent sent as bytes where it is binary. */
function receiveEvent(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || !('body' in event)) return event;
  return event.body instanceof Uint8Array
    ? withBodyBytes(event, Buffer.from(event.body.buffer, event.body.byteOffset, event.body.length))
    : event;
}

async function runBuffered({ handler }: Runner, { id, event }: Invoke, context: unknown) {
  const result = await (handler as Handler)(receiveEvent(event), context);
  send({ type: 'result', id, result: result ?? null });
}

async function runStreaming({ handler, streams }: Runner, { id, event }: Invoke, context: unknown) {
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

async function runInvocation(runner: Runner, message: Invoke): Promise<void> {
  const { id, requestId, deadlineAt } = message;
  const context = createLambdaContext(runner.functionName, requestId, deadlineAt);
  const run = runner.isStreaming ? runStreaming : runBuffered;
  await run(runner, message, context).catch((error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    send({ type: 'threw', id, message: text });
  });
}

/** Takes requests from the parent, one at a time, for as long as the parent wants this process. */
export async function runFunctionProcess<S, T extends { readonly dataDir: string }>(
  { functions, createServices }: ProcessTables<S, T>,
  [functionName = '', role, settingsText = '{}']: readonly string[],
): Promise<void> {
  const settings = JSON.parse(settingsText) as T;
  const lock = await shareDataFolder(settings.dataDir);
  // and so it is never collected as garbage, which would release it
  process.on('exit', lock.release);
  const table = functions[functionName];
  if (!table) throw new Error(`the function ${functionName} does not exist`);
  const current = new AsyncLocalStorage<number>();
  const own = createProcessHooks(role === 'heavy' ? 'heavy' : 'light', send, current);
  const handler = table.createHandler(createServices(settings, own.hooks));
  const streams = new Map<number, ResponseStream>();
  const runner: Runner = { functionName, handler, isStreaming: table.isStreaming, streams };
  const takeInvocation = async (message: Invoke): Promise<void> => {
    await current.run(message.id, () => runInvocation(runner, message));
    const rssBytes = process.memoryUsage.rss();
    send({ type: 'idle', id: message.id, rssBytes, isAbandoned: own.isAbandoned() });
  };
  process.on('message', (message: ParentMessage) => {
    if (message.type === 'invoke') void takeInvocation(message);
    else if (message.type === 'purged') own.notePurged(message.callId);
    else if (message.type === 'consumed') streams.get(message.id)?.noteConsumed(message.bytes);
    else streams.get(message.id)?.writable.destroy(new Error('the reader stopped'));
  });
  send({ type: 'ready' });
}
