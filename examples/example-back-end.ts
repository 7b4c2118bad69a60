import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { createImagewell, type Imagewell, ImagewellError } from 'imagewell-client';
import { buildPages } from './build-pages.ts';

export interface BackEndOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly uploadKey: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
};
const MAX_BODY_BYTES = 10_000;

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_BODY_BYTES) throw new Error('too long');
  }
  return JSON.parse(text);
}

/**
 * Saves the page's upload. Your own back end first checks whether this visitor may, and stores the
 * id with the record that it belongs to.
 */
async function save(imagewell: Imagewell, request: IncomingMessage, response: ServerResponse) {
  const { temporaryImageUrl, description } = await readJson(request);
  const metadata = { alt_text: String(description) };
  const { imageId } = await imagewell.saveTemporaryImage({ temporaryImageUrl, metadata });
  answer(response, 200, await imagewell.getImage({ imageId }));
}

function refuse(response: ServerResponse, error: unknown): void {
  const isRefusal = error instanceof ImagewellError && error.status > 0;
  const [status, detail] = isRefusal
    ? [error.status, error.detail]
    : [500, 'Something went wrong.'];
  answer(response, status, { detail });
}

/**
 * The example's back end, which alone has the API key: the pages, their settings, and `POST /save`.
 * Not listening yet.
 */
export async function createExampleBackEnd(options: BackEndOptions): Promise<Server> {
  const { baseUrl, uploadKey } = options;
  const imagewell = createImagewell(options);
  const pages = await buildPages();
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    // no form of another site can send that
    const isJson = request.headers['content-type'] === 'application/json';
    if (pathname === '/save' && request.method === 'POST' && isJson) {
      save(imagewell, request, response).catch((error) => refuse(response, error));
      return;
    }
    if (pathname === '/settings.json') return answer(response, 200, { baseUrl, uploadKey });
    const path = pathname === '/' ? '/plain.html' : pathname;
    const page = pages.get(path);
    if (page === undefined) return answer(response, 404, { detail: 'There is no such page.' });
    response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' }).end(page);
  });
}
