import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An issuer's keys endpoint on the loopback interface, which answers as a test says. */
export interface KeysServer {
  readonly url: string;
  answer(body: object, status?: number): void;
  /** The number of its requests. */
  countRequests(): number;
  /** Ends it; also a second time. */
  stop(): Promise<void>;
}

/** Starts one. */
export async function startKeysServer(first: object): Promise<KeysServer> {
  let [body, status, requested] = [first, 200, 0];
  const server = createServer((_, response) => {
    requested += 1;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/jwks`,
    answer: (next, withStatus = 200) => {
      [body, status] = [next, withStatus];
    },
    countRequests: () => requested,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
