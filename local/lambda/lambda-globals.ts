import type { Writable } from 'node:stream';
import type { ResponseHead } from './host-messages.ts';
import { sendHead } from './response-stream.ts';

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
