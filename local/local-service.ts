import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { SQSBatchResponse } from 'aws-lambda';
import { createSqliteImageStore } from '../adapters/image-store/sqlite.ts';
import { openDatabase } from '../adapters/sqlite-database/open-database.ts';
import { buildEdgeFunction, buildFunctionProcess } from './build.ts';
import { functionsLockPath } from './data-folder-lock.ts';
import { createEdge, type Edge } from './edge.ts';
import { loadEdgeFunction } from './edge-function.ts';
import { createFunctionPool, type FunctionPool } from './function-pool.ts';
import { FUNCTIONS, PURGE_FUNCTION, RENDER_FUNCTION } from './functions.ts';
import { answerApi } from './gateway.ts';
import type { PlainAnswer } from './problem-answer.ts';
import { problemAnswer } from './problem-answer.ts';
import { type PurgeLoop, startPurgeLoop } from './purge-loop.ts';
import { databasePath, type LocalSettings } from './services.ts';

export interface RequestLine {
  readonly method: string;
  /** A template, never a path with a key in it. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly requestId: string;
}

export interface LocalServiceOptions {
  readonly root: string;
  readonly port: number;
  readonly settings: LocalSettings;
  readonly onRequest: (line: RequestLine) => void;
  readonly log: (line: string) => void;
}

export interface LocalService {
  /** Finishes the requests in flight, then ends the function processes. */
  stop(): Promise<void>;
}

const MAX_PURGE_BATCH = 10;
const IMAGE_ROUTE = '/res/{imageId}.{extension}';

function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { statusCode, headers, body }: PlainAnswer,
): void {
  const hasNoBody = statusCode === 204 || statusCode === 304;
  const length = hasNoBody ? {} : { 'content-length': String(body.length) };
  const { 'content-length': _, 'Content-Length': __, ...rest } = headers as Record<string, string>;
  // a HEAD's length is that of the GET, which is what the edge has in its hands
  response.writeHead(statusCode, { ...rest, ...length });
  response.end(request.method === 'HEAD' || hasNoBody ? undefined : body);
}

function createPools(
  options: LocalServiceOptions,
  entry: string,
  onPurge: (ids: readonly string[]) => void,
): Map<string, FunctionPool> {
  const { settings, log } = options;
  const lockFile = functionsLockPath(settings.dataDir);
  const pools = Object.entries(FUNCTIONS).map(([name, known]) => {
    const made = {
      name,
      settings: known,
      entry,
      lockFile,
      processSettings: settings,
      onPurge,
      log,
    };
    return [name, createFunctionPool(made)] as const;
  });
  return new Map(pools);
}

function poolOf(pools: ReadonlyMap<string, FunctionPool>, name: string): FunctionPool {
  const pool = pools.get(name);
  if (!pool) throw new Error(`there is no function ${name}`);
  return pool;
}

function purgeBy(pool: FunctionPool, dataDir: string): PurgeLoop {
  const images = createSqliteImageStore(openDatabase(databasePath(dataDir)));
  return startPurgeLoop({
    listDue: () => images.listDeleting(MAX_PURGE_BATCH),
    async invoke(event) {
      const done = await pool.invoke(event, randomUUID());
      if (done.outcome !== 'answered') throw new Error('the purge failed');
      return done.answer as SQSBatchResponse;
    },
  });
}

type Answered = PlainAnswer & { readonly route: string };

async function answerRequest(
  request: IncomingMessage,
  requestId: string,
  { pools, edge, purge }: { pools: Map<string, FunctionPool>; edge: Edge; purge: PurgeLoop },
): Promise<Answered> {
  const { url = '/' } = request;
  if (!url.startsWith('/api/')) {
    request.resume();
    const isImage = url.startsWith('/res/');
    return { ...(await edge.answer(request, requestId)), route: isImage ? IMAGE_ROUTE : 'none' };
  }
  const parsed = URL.parse(url, 'http://localhost');
  if (!parsed) return { ...problemAnswer('route_not_found', requestId), route: 'none' };
  const answered = await answerApi(request, parsed, requestId, pools);
  if (answered.route.endsWith('/delete-image')) purge.wake();
  return answered;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

/** Starts API and CDN on one port of the loopback interface; the data folder is this process's already. */
export async function startLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { root, port, settings, onRequest } = options;
  const [entry, edgeCode] = await Promise.all([
    buildFunctionProcess(root),
    buildEdgeFunction(root),
  ]);
  const pools = createPools(options, entry, (ids) => edge.purge(ids));
  const edge = createEdge(loadEdgeFunction(edgeCode), poolOf(pools, RENDER_FUNCTION));
  const purge = purgeBy(poolOf(pools, PURGE_FUNCTION), settings.dataDir);
  let isStopping = false;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const start = performance.now();
    const requestId = randomUUID();
    const answered = await answerRequest(request, requestId, { pools, edge, purge }).catch(
      (error: Error): Answered => {
        if (!request.destroyed || request.complete) options.log(error.stack ?? error.message);
        return { ...problemAnswer('internal_error', requestId), route: 'none' };
      },
    );
    if (isStopping) response.setHeader('Connection', 'close');
    if (!response.destroyed) writeAnswer(request, response, answered);
    const ms = performance.now() - start;
    const { statusCode: status, route } = answered;
    onRequest({ method: request.method ?? '', route, status, ms, requestId });
  };

  const servers = ['127.0.0.1', '::1'].map(() =>
    createServer({ requestTimeout: 60_000, keepAliveTimeout: 30_000 }, (request, response) => {
      void serve(request, response);
    }),
  );
  const [v4, v6] = servers as [Server, Server];
  try {
    await listen(v4, port, '127.0.0.1');
  } catch (error) {
    purge.stop();
    throw error;
  }
  // a machine without IPv6 is served on the other address alone
  const open = await listen(v6, port, '::1').then(
    () => [v4, v6],
    () => [v4],
  );
  return {
    async stop() {
      isStopping = true;
      purge.stop();
      await Promise.all(open.map(close));
      await Promise.all([...pools.values()].map((pool) => pool.stop()));
    },
  };
}
