import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '../../adapters/https/node-http.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { toOriginForm } from './absolute-target.ts';
import { answerClientError } from './client-error.ts';
import { endIfBodyIsUnasked, noteExpectation } from './expect-continue.ts';
import { noteForwarded, type ReadForwarded } from './forwarded.ts';
import { dropAnswer, sendAnswer } from './http-answer.ts';
import { createProblemAnswer } from './problem-answer.ts';
import type { EdgeResult, RoutedAnswer } from './routed-answer.ts';

export interface RequestLine {
  readonly method: string;
  /** A template, never a path with a key in it. */
  readonly route: string;
  /** An image's ID and extension, where one was asked for. */
  readonly image?: string;
  readonly status: number;
  /** The code of a problem. */
  readonly code?: string;
  /** How the edge came to its answer. */
  readonly cache?: EdgeResult;
  /** Sent bytes, headers included. */
  readonly bytes: number;
  readonly ms: number;
  readonly requestId: string;
}

/** The logged properties of a response. */
export type Handled = Pick<RoutedAnswer, 'route' | 'statusCode' | 'image' | 'cache'> &
  Partial<Pick<RoutedAnswer, 'headers'>>;

export interface HttpServerOptions {
  /** 0 takes any that is free. */
  readonly port: number;
  /** Of the pages of problems, for an answer that isn't made by `answer`. */
  readonly cdnUrl: string;
  /**
   * The address to listen on in place of the loopback interface's: for containers, whose loopback
   * no other machine reaches.
   */
  readonly host?: string;
  answer(request: IncomingMessage, requestId: string): Promise<RoutedAnswer>;
  /** Takes a request over whole; undefined: `answer` answers it. */
  takeOver?(request: IncomingMessage, response: ServerResponse): Promise<Handled> | undefined;
  /**
   * A connection without progress for this time is closed: a response that waits for its reader is
   * on disk.
   */
  readonly stalledMs?: number;
  /** Reads where a request came from; left out: of its peer. */
  readonly readForwarded?: ReadForwarded | undefined;
  onRequest(line: RequestLine): void;
  onFault(message: string): void;
}

export interface HttpServer {
  readonly port: number;
  /**
   * Takes no more requests, and ends when those in flight are answered; a client that won't read is
   * cut off then.
   */
  stop(): Promise<void>;
}

/** Timeout of a stop: longer than any response takes. */
const LAST_ANSWERS_MS = 20_000;
const SWEEP_MS = 20;
/** Longer than any answer is waited for, and than any reader that reads at all is silent. */
const STALLED_MS = 300_000;
const TIMEOUTS = {
  headersTimeout: 15_000,
  // the last bound: the readers of bodies have a minimum rate
  requestTimeout: LIMITS.directUploadFormMs,
  // longer than clients keep idle connections, or they meet one that is just being closed
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
};

function wasLeft(request: IncomingMessage): boolean {
  return request.destroyed && !request.complete;
}

async function answerOrFault(
  { answer, cdnUrl, onFault }: HttpServerOptions,
  request: IncomingMessage,
  requestId: string,
): Promise<RoutedAnswer> {
  try {
    return await answer(request, requestId);
  } catch (error) {
    if (!wasLeft(request)) onFault((error as Error).stack ?? String(error));
    return { ...createProblemAnswer(cdnUrl)('internal_error', requestId), route: 'none' };
  }
}

/** A sent response, and its size with headers. */
interface Sent {
  readonly handled: Handled;
  readonly bytes: number;
}

async function answerHere(
  options: HttpServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<Sent> {
  const answer = await answerOrFault(options, request, requestId);
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  if (response.destroyed) dropAnswer(answer);
  else await sendAnswer(request, response, answer);
  const bytes = socket.bytesWritten - sentBefore;
  answer.onSent?.(bytes);
  return { handled: answer, bytes };
}

/** Answers a request elsewhere; undefined if it isn't taken over. */
function answerElsewhere(
  { takeOver }: HttpServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Sent> | undefined {
  const { socket } = request;
  const sentBefore = socket.bytesWritten;
  const taken = takeOver?.(request, response);
  return taken?.then((handled) => ({ handled, bytes: socket.bytesWritten - sentBefore }));
}

/** Only a problem has one. */
function codeOf({ statusCode, headers = {} }: Handled): string | undefined {
  if (statusCode < 400) return undefined;
  const [, code] = Object.entries(headers).find(([name]) => /^x-error-code$/i.test(name)) ?? [];
  return code === undefined ? undefined : String(code);
}

async function serve(
  options: HttpServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const start = performance.now();
  const requestId = randomUUID();
  if (options.readForwarded) noteForwarded(request, options.readForwarded);
  response.on('error', () => undefined); // a client that went away has nobody to tell
  const { handled, bytes } = await (answerElsewhere(options, request, response) ??
    answerHere(options, request, response, requestId));
  const { route, statusCode, image, cache } = handled;
  const code = codeOf(handled);
  options.onRequest({
    method: request.method ?? '',
    route,
    ...(image === undefined ? {} : { image }),
    status: wasLeft(request) && !response.writableFinished ? 499 : statusCode,
    ...(code === undefined ? {} : { code }),
    ...(cache === undefined ? {} : { cache }),
    bytes,
    ms: performance.now() - start,
    requestId,
  });
}

/**
 * A client that has sent its request may close its side (RFC 9112, 9.6), and gets its answer. Node
 * ends such a connection immediately unless this property is set; its types don't name it.
 */
function halfOpen(server: Server): Server {
  return Object.assign(server, { httpAllowHalfOpen: true });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Closes each connection as soon as it is idle: a client would keep it for the next request. */
async function close(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
}

/**
 * Serves one port of the loopback interface, on both of its addresses where the machine has them,
 * or of the one given. Rejects with EADDRINUSE.
 */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  let isStopping = false;
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    toOriginForm(request);
    if (isStopping) response.setHeader('Connection', 'close');
    else endIfBodyIsUnasked(request, response);
    serve(options, request, response).catch((error: Error) => {
      options.onFault(error.stack ?? error.message);
      response.destroy();
    });
  };
  const problemAnswer = createProblemAnswer(options.cdnUrl);
  const create = (): Server =>
    halfOpen(
      createServer(TIMEOUTS, take)
        .on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
          noteExpectation(request, response);
          take(request, response);
        })
        .on('clientError', (error, socket) => answerClientError(problemAnswer, error, socket))
        .setTimeout(options.stalledMs ?? STALLED_MS),
    );
  const [first, second] = [create(), create()];
  const port = await listen(first, options.port, options.host ?? '127.0.0.1');
  // without IPv6, or with its port taken, the service is there on the other address alone
  const hasSecond =
    options.host === undefined &&
    (await listen(second, port, '::1').then(
      () => true,
      () => false,
    ));
  const servers = hasSecond ? [first, second] : [first];
  return {
    port,
    async stop() {
      isStopping = true;
      const cut = setTimeout(() => {
        for (const server of servers) server.closeAllConnections();
      }, LAST_ANSWERS_MS);
      await Promise.all(servers.map(close));
      clearTimeout(cut);
    },
  };
}
