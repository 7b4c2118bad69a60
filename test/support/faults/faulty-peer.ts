import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The ways in which a peer of a client fails. */
export type PeerFault =
  | 'accepts and never answers'
  | 'cuts in the middle of its answer'
  | 'sends each byte slowly'
  | 'throttles'
  | 'answers the HTML of a proxy'
  | 'refuses connections';

/** The form of a throttled call in a protocol: its status, headers and body. */
export interface ThrottledForm {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const HTML = '<html><head><title>502 Bad Gateway</title></head><body><hr>nginx</body></html>';
/** Between two bytes of a slow answer: a slow peer is never idle for long. */
const BYTE_MS = 10;

function sendSlowly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000000' });
  const timer = setInterval(() => response.write(' '), BYTE_MS);
  response.once('close', () => clearInterval(timer));
}

type Answer = (response: ServerResponse, throttled: ThrottledForm) => unknown;

const ANSWERS: Readonly<Record<Exclude<PeerFault, 'refuses connections'>, Answer>> = {
  'accepts and never answers': () => undefined,
  'cuts in the middle of its answer': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"half', () => response.destroy());
  },
  'sends each byte slowly': sendSlowly,
  throttles: (response, { status, headers, body }) => response.writeHead(status, headers).end(body),
  'answers the HTML of a proxy': (response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end(HTML),
};

/** The faults, each a name. */
export const PEER_FAULTS: readonly PeerFault[] = [
  ...(Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]),
  'refuses connections',
];

/** A peer on the loopback interface that fails in one way, and counts the requests. */
export async function startFaultyPeer(fault: PeerFault, throttled: ThrottledForm) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    request.resume().once('end', () => {
      if (fault !== 'refuses connections') ANSWERS[fault](response, throttled);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  if (fault === 'refuses connections') stop(); // nobody listens at the port now
  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** The requests that came. */
    count: () => requests.length,
    stop,
  };
}
