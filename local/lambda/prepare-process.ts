import type { Writable } from 'node:stream';
import type { ResponseHead } from './process-messages.ts';
import { sendHead } from './response-stream.ts';

function endAtOnce(): void {
  // process.exit would wait for an encoder that runs on (security.deadline-kills)
  process.kill(process.pid, 'SIGKILL');
}

/**
 * Leaves signals to the parent, which ends its function processes itself, and ends this process
 * with it (local.single-owner).
 */
export function ignoreSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', endAtOnce);
  if (!process.connected) endAtOnce();
}

type StreamingHandler = (
  event: unknown,
  responseStream: Writable,
  context: unknown,
) => Promise<void>;

/**
 * Defines the global `awslambda` as Lambda's Node runtime does; function code must be loaded after
 * it.
 */
export function defineLambdaGlobals(): void {
  const awslambda = {
    streamifyResponse: (handler: StreamingHandler): StreamingHandler => handler,
    HttpResponseStream: {
      from(stream: Writable, { statusCode, headers }: Partial<ResponseHead>): Writable {
        sendHead(stream, { statusCode: statusCode ?? 200, headers: headers ?? {} });
        return stream;
      },
    },
  };
  Object.assign(globalThis, { awslambda });
}
