import { Writable } from 'node:stream';

export interface ResponseHead {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ResponseSink {
  head(head: ResponseHead): void;
  chunk(bytes: Uint8Array): Promise<void>;
}

/** Lambda's response stream: bytes go to the sink as they are written, at the sink's pace. */
class ResponseStream extends Writable {
  readonly sink: ResponseSink;

  constructor(sink: ResponseSink) {
    super({ highWaterMark: 256 * 1024 });
    this.sink = sink;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (chunk.length === 0) done();
    else this.sink.chunk(chunk).then(() => done(), done);
  }
}

type StreamingHandler = (event: unknown, stream: Writable, context: unknown) => Promise<void>;

/** Defines the global that Lambda's runtime gives streaming handlers; must stand before they are made. */
export function defineAwslambda(): void {
  Object.assign(globalThis, {
    awslambda: {
      streamifyResponse: (handler: StreamingHandler) => handler,
      HttpResponseStream: {
        from(stream: ResponseStream, head: ResponseHead) {
          stream.sink.head(head);
          return stream;
        },
      },
    },
  });
}

/** A stream for one answer. */
export function createResponseStream(sink: ResponseSink): Writable {
  return new ResponseStream(sink);
}
