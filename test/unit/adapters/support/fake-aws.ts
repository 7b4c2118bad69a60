import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An answer over HTTP, or a connection that is cut when the request has come whole. */
export type Answer = 'cut' | { readonly status: number; readonly body: string };

/**
 * An endpoint on the loopback interface that gives these answers in turn, and keeps the bodies that
 * came.
 */
export async function startFakeAws(answers: readonly Answer[]) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const answer = answers[bodies.length] ?? 'cut';
    bodies.push(await text(request));
    if (answer === 'cut') return request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'text/xml' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { endpoint: `http://127.0.0.1:${port}`, bodies, stop };
}
