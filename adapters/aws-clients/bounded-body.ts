import { Readable } from 'node:stream';

/** A response in the middleware of a client, before the client reads its body. */
interface Answered {
  readonly response?: unknown;
}

/** Its bytes are the caller's to read: a stored object, at the pace of its reader. */
const STREAMED = 'GetObjectCommand';

function bodyIn(response: unknown): { readonly body: Readable; readonly isError: boolean } | null {
  const { body, statusCode = 0 } = (response ?? {}) as {
    readonly body?: unknown;
    readonly statusCode?: number;
  };
  return body instanceof Readable ? { body, isError: statusCode >= 300 } : null;
}

/**
 * The middleware that ends a response which its server sends too slowly, by a TimeoutError. The
 * limits of the SDK's HTTP handler end at the head of a response.
 */
export function boundBody(bodyMs: number) {
  return <Args, Result extends Answered>(
    next: (args: Args) => Promise<Result>,
    { commandName }: { readonly commandName?: string },
  ) =>
    async (args: Args): Promise<Result> => {
      const result = await next(args);
      const found = bodyIn(result.response);
      if (found === null || (commandName === STREAMED && !found.isError)) return result;
      const timer = setTimeout(() => {
        const error = new Error(`the response was not complete after ${bodyMs} ms`);
        found.body.destroy(Object.assign(error, { name: 'TimeoutError' }));
      }, bodyMs);
      const stop = () => clearTimeout(timer);
      found.body.once('end', stop).once('close', stop);
      return result;
    };
}
