import type { IncomingMessage, ServerResponse } from 'node:http';

/** Requests whose client waits for `100` before it sends the body (RFC 9110, 10.1.1). */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Remembers that the client waits: whoever reads the body asks for it. */
export function noteExpectation(request: IncomingMessage, response: ServerResponse): void {
  waiting.set(request, response);
}

/** Whether the client still waits to be asked for its body. */
export function isBodyUnasked(request: IncomingMessage): boolean {
  return waiting.has(request);
}

/** Asks the client for the body, if it waits for that. */
export function askForBody(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}

/**
 * Ends the connection after an answer to a request whose body was never asked for. The next bytes
 * on it may be that body or another request, and nothing distinguishes the two.
 */
export function endIfBodyIsUnasked(request: IncomingMessage, response: ServerResponse): void {
  if (!isBodyUnasked(request)) return;
  const { writeHead } = response;
  response.writeHead = function end(this: ServerResponse, ...head: Parameters<typeof writeHead>) {
    if (isBodyUnasked(request)) response.setHeader('Connection', 'close');
    return writeHead.call(this, ...head);
  } as typeof writeHead;
}
