import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { SIGN_IN_PATHS } from './issuer-profile.ts';

const FILES: Readonly<Record<string, { readonly name: string; readonly type: string }>> = {
  [SIGN_IN_PATHS.style]: { name: 'door.css', type: 'text/css; charset=utf-8' },
  [SIGN_IN_PATHS.script]: { name: 'door.js', type: 'text/javascript; charset=utf-8' },
};

/** Whether a path below SIGN_IN_PATH is the style or the script of the pages. */
export const isPageFile = (path: string): boolean => path in FILES;

/**
 * Sends the style or the script of the pages, which are built with the console; 404 without a
 * console. The pages work without both, but for passkeys and set-up.
 */
export async function sendPageFile(
  path: string,
  openConsole: () => Promise<string | undefined>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  request.resume();
  const { name, type } = FILES[path] ?? { name: '', type: 'text/plain' };
  const folder = await openConsole();
  const body = folder && (await readFile(join(folder, name)).catch(() => undefined));
  if (!body) {
    response.writeHead(404, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end();
    return;
  }
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const headers = { etag, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };
  if (request.headers['if-none-match'] === etag) response.writeHead(304, headers).end();
  else response.writeHead(200, { ...headers, 'Content-Type': type }).end(body);
}
