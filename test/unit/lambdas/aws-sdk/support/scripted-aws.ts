import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as it came over the wire. */
export interface Arrived {
  readonly method: string;
  /** With its query, as it was sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Answers one request. */
export type Respond = (response: ServerResponse) => unknown;

/** An answer with a status, a body and headers. */
export function answer(
  status: number,
  body: string | Uint8Array = '',
  headers: Readonly<Record<string, string>> = {},
): Respond {
  return (response) => response.writeHead(status, headers).end(body);
}

/** An endpoint on the loopback interface; it gives the answers in turn, the last one for ever. */
export async function startScriptedAws() {
  const arrived: Arrived[] = [];
  let script: readonly Respond[] = [];
  const server = createServer(async (request, response) => {
    const respond = script[Math.min(arrived.length, script.length - 1)];
    const { method = '', url = '', headers } = request;
    const at = arrived.length;
    arrived.push({ method, url, headers, body: Buffer.alloc(0) });
    arrived[at] = { method, url, headers, body: await buffer(request) };
    respond?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    arrived,
    /** Starts over with these answers. */
    follow: (...answers: readonly Respond[]) => {
      arrived.length = 0;
      script = answers;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
