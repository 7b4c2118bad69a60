import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sent } from '../page/page-jobs.ts';

/** Images that a page of the same origin may read, pixel by pixel. */
export interface ServedImages {
  readonly url: string;
  add(bytes: Uint8Array, type: string): Sent;
  /** Undefined: forgotten. */
  bytesOf(sent: Sent): Uint8Array | undefined;
  /** Forgets an image. */
  drop(sent: Sent): void;
  close(): void;
}

/** Whether it takes the request, which it answers then. */
export type Answerer = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Serves an empty page, and images beside it, on a port of this machine; other requests than these
 * go to `answers` first.
 */
export async function serveImages(answers: Answerer = () => false): Promise<ServedImages> {
  const images = new Map<string, { bytes: Uint8Array; type: string }>();
  let count = 0;
  const server = createServer((request, response) => {
    if (answers(request, response)) return;
    const found = images.get(request.url ?? '');
    const isPage = request.url === '/';
    response.statusCode = found || isPage ? 200 : 404;
    response.setHeader('Content-Type', found?.type ?? 'text/html');
    response.end(found?.bytes ?? '<!doctype html><title>truth</title>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    add(bytes, type) {
      count += 1;
      images.set(`/${count}`, { bytes, type });
      return { url: `${url}/${count}`, type };
    },
    bytesOf: (sent) => images.get(new URL(sent.url).pathname)?.bytes,
    drop: (sent) => images.delete(new URL(sent.url).pathname),
    close: () => server.close(),
  };
}
