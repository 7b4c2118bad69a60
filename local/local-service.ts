import type { IncomingMessage } from 'node:http';
import { answerRequest } from './api-gateway/answer-request.ts';
import type { OpenDoor } from './door/open-sign-in.ts';
import { MACHINE_CLOCK } from './http/body-pace.ts';
import { createReadForwarded } from './http/forwarded.ts';
import { type HttpServer, startHttpServer } from './http/http-server.ts';
import { giveMachineHint, isOwnAddress } from './http/machine-hints.ts';
import { NO_TRACER } from './observability/request-tracer.ts';
import { openPages } from './open-pages.ts';
import { startParts } from './service-parts.ts';
import { type LocalServiceOptions, ownTables, type ServiceTables } from './service-tables.ts';

export interface LocalService extends HttpServer {
  /** Undefined: users don't come in by accounts of this service. */
  readonly door: OpenDoor | undefined;
}

/**
 * From the start until every group of functions has a host. A service that ends soon never pays for
 * those that it doesn't need.
 */
const WARM_AFTER_MS = 3_000;

/**
 * Starts API and CDN on one port of the loopback interface; the data folder is this process's
 * already. Rejects with EADDRINUSE.
 */
export async function startLocalService(
  options: LocalServiceOptions,
  tables: ServiceTables & { close?(): void } = ownTables(options),
): Promise<LocalService> {
  const { port, host, onRequest, log, metricsReaders = 'loopback', trustedProxies } = options;
  const { tracer = NO_TRACER } = options;
  const { cdnUrl, baseUrl = cdnUrl } = options.settings;
  const clock = tables.bodyClock ?? MACHINE_CLOCK;
  const parts = await startParts(options, tables, clock);
  const { site, signIn, docsBuild } = openPages(options, tables, clock);
  const requestParts = { ...parts, metricsReaders, site };
  const hasOwnAddress = isOwnAddress([baseUrl, cdnUrl]);
  const answer = async (request: IncomingMessage, requestId: string) => {
    tracer.startRequest(request, requestId);
    parts.applyPurges();
    const answered = await answerRequest(requestParts, request, requestId);
    return giveMachineHint(request, answered, hasOwnAddress);
  };
  const warming = setTimeout(parts.warm, WARM_AFTER_MS);
  const end = async (): Promise<void> => {
    clearTimeout(warming);
    docsBuild?.stop();
    await parts.stop();
    signIn.close();
    await tracer.stop();
    tables.close?.();
  };
  try {
    const server = await startHttpServer({
      port,
      ...(host === undefined ? {} : { host }),
      cdnUrl,
      answer,
      takeOver: signIn.takeOver,
      readForwarded: trustedProxies && createReadForwarded(trustedProxies),
      onRequest: (line) => {
        parts.metrics.noteRequest(line);
        tracer.endRequest(line);
        onRequest(line);
      },
      onFault: log.error,
    });
    return { port: server.port, stop: () => server.stop().then(end), door: signIn.door };
  } catch (error) {
    await end();
    throw error;
  }
}
