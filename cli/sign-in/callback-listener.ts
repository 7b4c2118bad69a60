import { createServer, type RequestListener, type Server } from 'node:http';
import { CommandError } from '../command-error.ts';
import type { SignInClient } from '../machine.ts';

/** Waits on the loopback interface for a browser that an issuer sends back. */
export interface CallbackListener {
  readonly redirectUri: string;
  /** The parameters of the first visit that has our state. */
  readonly visited: Promise<URLSearchParams>;
  close(): void;
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  Connection: 'close',
};
const page = (words: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>imagewell</title><p>${words}</p>`;

function listen(server: Server, port: number, host: string): Promise<boolean> {
  return new Promise((done, fail) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const isMissing = code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'; // no IPv6 here
      if (isMissing || code === 'EADDRINUSE') done(isMissing);
      else fail(new CommandError('failed', `cannot listen on port ${port}: ${code}`));
    });
    server.listen(port, host, () => done(true));
  });
}

/**
 * A browser may take either address for `localhost`. A listener on only one of the two would leave
 * the other to any program on this machine.
 */
async function listenOnBoth(port: number, answer: RequestListener): Promise<Server[] | undefined> {
  const servers = [createServer(answer), createServer(answer)];
  const [four, six] = servers as [Server, Server];
  if ((await listen(four, port, '127.0.0.1')) && (await listen(six, port, '::1'))) return servers;
  for (const server of servers) server.close();
  return undefined;
}

/** Listens on the first of the client's ports that is free. */
export async function listenForCallback(
  { ports, path }: SignInClient,
  state: string,
): Promise<CallbackListener> {
  const { promise: visited, resolve } = Promise.withResolvers<URLSearchParams>();
  const answer: RequestListener = (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const isOurs = url.pathname === path && url.searchParams.get('state') === state;
    if (request.method !== 'GET' || !isOurs) {
      response.writeHead(404, HEADERS).end(page('No sign-in is in progress.'));
      return;
    }
    const isDone = url.searchParams.has('code');
    const words = `${isDone ? 'You are signed in' : 'You are not signed in'}. You can close this window.`;
    response.writeHead(200, HEADERS).end(page(words), () => resolve(url.searchParams));
  };
  for (const port of ports) {
    const servers = await listenOnBoth(port, answer);
    if (!servers) continue;
    const close = () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    };
    return { redirectUri: `http://localhost:${port}${path}`, visited, close };
  }
  const hint = 'The issuer redirects only to these ports. Stop the process that uses one of them.';
  throw new CommandError('failed', `The ports ${ports.join(', ')} are all in use.`, hint);
}
