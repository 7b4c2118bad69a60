import { holdSharedLock } from './data-folder-lock.ts';
import type { FunctionSettings } from './function-settings.ts';
import type { FromProcess, ProcessArguments, ToProcess } from './process-messages.ts';
import { createResponseStream, defineAwslambda } from './response-stream.ts';
import { createLocalServices, type LocalSettings, type ProcessHooks } from './services.ts';

type Handler = (event: unknown, ...rest: unknown[]) => Promise<unknown>;
type Invocation = Extract<ToProcess, { type: 'invoke' }>;

/** A process of the renderer keeps little: above this it is ended after its answer and made anew on demand. */
const MAX_KEPT_RSS_BYTES = 200_000_000;

function send(message: FromProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, {}, (error) => (error ? reject(error) : resolve()));
  });
}

function contextOf({ requestId, deadline }: Invocation, functionName: string) {
  return {
    awsRequestId: requestId,
    functionName,
    functionVersion: '$LATEST',
    memoryLimitInMB: '1769',
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

async function answer(
  settings: FunctionSettings,
  handler: Handler,
  call: Invocation,
  context: object,
): Promise<void> {
  const { id } = call;
  if (!settings.isStreaming) {
    const result = await handler(call.event, context);
    return send({ type: 'result', id, result });
  }
  const stream = createResponseStream({
    head: ({ statusCode, headers = {} }) => void send({ type: 'head', id, statusCode, headers }),
    chunk: (bytes) => send({ type: 'chunk', id, bytes }),
  });
  await handler(call.event, stream, context);
}

/** Runs one function in this process, one invocation at a time, until the parent ends it or is gone. */
export function runFunction(
  functions: Readonly<Record<string, FunctionSettings>>,
  { functionName, role, lockFile, settings }: ProcessArguments<LocalSettings>,
): void {
  const known = functions[functionName];
  if (!known) throw new Error(`there is no function ${functionName}`);
  const lock = holdSharedLock(lockFile);
  // a reference that lives as long as the process: a collected connection would let the lock go
  process.on('exit', () => lock.release());
  let current: Invocation | undefined;
  let mayStay = true;
  const purges = new Map<number, () => void>();
  const hooks: ProcessHooks = {
    role: known.maxHeavyProcesses === undefined ? 'heavy' : role,
    handOver: () => {
      if (current) void send({ type: 'hand-over', id: current.id });
      return new Promise<never>(() => undefined); // the parent has given the request to another process
    },
    purgeEdge: (ids) =>
      new Promise((resolve) => {
        const purge = purges.size + Math.random();
        purges.set(purge, resolve);
        void send({ type: 'purge', purge, ids });
      }),
    abandonProcess: () => {
      mayStay = false;
    },
  };
  defineAwslambda();
  const handler = known.createHandler(createLocalServices(settings, hooks)) as Handler;
  const invoke = async (call: Invocation) => {
    current = call;
    await answer(known, handler, call, contextOf(call, functionName)).catch((error: Error) =>
      send({ type: 'failed', id: call.id, message: error.stack ?? error.message }),
    );
    const isSmall = process.memoryUsage().rss < MAX_KEPT_RSS_BYTES;
    await send({ type: 'done', id: call.id, mayStay: mayStay && isSmall });
  };
  process.on('message', (message: ToProcess) => {
    if (message.type === 'invoke') void invoke(message);
    else {
      purges.get(message.purge)?.();
      purges.delete(message.purge);
    }
  });
  // the parent alone decides when a function ends (CONTRACT C1.6); without it there is nobody to answer
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  if (!process.connected) process.kill(process.pid, 'SIGKILL');
  void send({ type: 'ready' });
}
