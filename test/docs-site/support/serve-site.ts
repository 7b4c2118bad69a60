import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.png': 'image/png',
};

/** The strictest policy that the site is promised to work under (docs-site/README.md). */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function readOr404(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Serves a built site at /docs/ under the policy: its address, and its end. */
export async function serveSite(
  folder: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const path = pathname.replace(/^\/docs\/$/, '/docs/index.html').replace(/^\/docs\//, '');
    const bytes = readOr404(join(folder, path));
    const type = TYPES[extname(path)] ?? 'text/plain';
    const headers = { 'Content-Type': type, 'Content-Security-Policy': POLICY };
    response.writeHead(bytes ? 200 : 404, headers).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/docs/`,
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
