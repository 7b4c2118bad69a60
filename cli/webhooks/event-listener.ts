import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** By its path a later run knows the webhook of a listener that was killed. */
const PATH = '/imagewell-webhooks-listen';
const MARK = 'imagewell webhooks listen';
const MAX_BODY_BYTES = 1_000_000;
const PATIENCE_MS = 1_000;

/** A message as it arrived. */
export interface Arrival {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface EventListener {
  /** For a webhook. */
  readonly url: string;
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) throw new Error('The message is too large.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

/** Listens on a free port of the loopback interface; `receive` answers the status of a message. */
export async function startEventListener(
  receive: (arrival: Arrival) => Promise<number>,
): Promise<EventListener> {
  const server = createServer((request, response) => {
    const isMessage = request.url === PATH && request.method === 'POST';
    if (!isMessage) {
      response.writeHead(request.url === PATH ? 200 : 404).end(MARK);
      return;
    }
    readBody(request)
      .then((body) => receive({ headers: request.headers, body }))
      .then((status) => response.writeHead(status).end())
      .catch(() => response.writeHead(500).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

/** Whether a webhook is of a listener that no longer runs. */
export async function isLeftBehind(webhookUrl: string): Promise<boolean> {
  const url = URL.parse(webhookUrl);
  if (url?.hostname !== '127.0.0.1' || url.pathname !== PATH) return false;
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return (await answer.text()) !== MARK;
  } catch {
    return true;
  }
}
