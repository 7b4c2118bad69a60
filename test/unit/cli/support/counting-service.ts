import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** A request to a counting service. */
export interface Asked {
  readonly kind: 'upload' | 'save';
  /** From 1, by kind. */
  readonly count: number;
  readonly name: string;
}

/** `hang` never answers; a promise delays the answer. */
type Fault =
  | { readonly status: number; readonly code: string }
  | 'hang'
  | Promise<void>
  | undefined;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The two calls of an upload without images behind them, which counts its requests. */
export async function startCountingService(faultOf: (asked: Asked) => Fault = () => undefined) {
  const uploads: string[] = [];
  const saves: string[] = [];
  const saved = new Map<string, string>();
  const busy = { now: 0, most: 0 };
  const server = createServer(async (request, response) => {
    busy.now += 1;
    busy.most = Math.max(busy.most, busy.now);
    response.once('close', () => {
      busy.now -= 1;
    });
    if (request.url?.endsWith('get-usage')) {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ images: { used: saved.size, limit: 100 } }));
      return;
    }
    const isSave = request.url?.includes('save') ?? false;
    const body = await readBody(request);
    const name = decodeURIComponent(String(request.headers['x-original-filename'] ?? ''));
    if (isSave) saves.push(JSON.parse(body).temporaryImageUrl);
    else uploads.push(name);
    const count = isSave ? saves.length : uploads.length;
    const fault = faultOf({ kind: isSave ? 'save' : 'upload', count, name });
    if (fault === 'hang') return;
    if (fault instanceof Promise) await fault;
    else if (fault) {
      response.writeHead(fault.status, { 'Content-Type': 'application/problem+json' });
      response.end(JSON.stringify({ title: 'No', detail: 'No.', requestId: 'r', ...fault }));
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json' });
    if (!isSave) {
      const temporaryImageUrl = `https://cdn.example.com/res/tmp_${uploads.length}.jpg`;
      response.end(JSON.stringify({ temporaryImageUrl, expiresAt: '2027-01-01T00:00:00Z' }));
      return;
    }
    const temporary = saves.at(-1) ?? '';
    const imageId = saved.get(temporary) ?? `img_${saved.size + 1}`;
    saved.set(temporary, imageId);
    const imageUrl = `https://cdn.example.com/res/${imageId}.jpg`;
    response.end(JSON.stringify({ imageId, imageUrl }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return {
    /** The service and the keys, as the environment of a command. */
    env: {
      IMAGEWELL_URL: `http://127.0.0.1:${port}`,
      IMAGEWELL_API_KEY: 'private_x',
    },
    uploads,
    saves,
    saved,
    busy,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type CountingService = Awaited<ReturnType<typeof startCountingService>>;
export type Faults = Parameters<typeof startCountingService>[0];

/** A folder for each test of a file, and counting services that end with the test. */
export function useCountingServices() {
  const services: CountingService[] = [];
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imagewell-counted-'));
  });
  afterEach(async () => {
    for (const service of services.splice(0)) service.close();
    await rm(folder, { recursive: true });
  });
  return {
    here: (...names: readonly string[]) => join(folder, ...names),
    serve: async (faults?: Faults): Promise<CountingService> => {
      const service = await startCountingService(faults);
      services.push(service);
      return service;
    },
  };
}
