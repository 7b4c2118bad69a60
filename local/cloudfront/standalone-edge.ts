import {
  buildEdgeFunction,
  VIEWER_RESPONSE_ENTRY,
} from '../../lambdas/edge/build-edge-function.ts';
import { type HttpServer, type RequestLine, startHttpServer } from '../http/http-server.ts';
import { answerAtEdge } from './edge.ts';
import { loadEdgeFunction, loadViewerResponse } from './edge-function.ts';
import { createFindIgnored } from './ignored-parameters.ts';
import { createNoCache, createRemoteOrigin, type RemoteOrigin } from './remote-origin.ts';
import { createViewRequest } from './view-request.ts';

export interface StandaloneEdgeOptions {
  /** Where the sources are. */
  readonly root: string;
  readonly port: number;
  readonly host: string;
  readonly origin: RemoteOrigin;
  readonly onRequest: (line: RequestLine) => void;
  readonly log: (line: string) => void;
}

/**
 * CloudFront's part before a deployed delivery function, without its cache. Rejects with
 * EADDRINUSE.
 */
export async function startStandaloneEdge(options: StandaloneEdgeOptions): Promise<HttpServer> {
  const { root, port, host, origin, onRequest, log } = options;
  const edge = {
    viewRequest: createViewRequest(
      loadEdgeFunction(buildEdgeFunction(root)),
      createFindIgnored(loadViewerResponse(buildEdgeFunction(root, VIEWER_RESPONSE_ENTRY)), log),
    ),
    cache: createNoCache(),
    askOrigin: createRemoteOrigin(origin),
  };
  return startHttpServer({
    port,
    host,
    onRequest,
    onFault: log,
    answer: async (request, requestId) => {
      request.resume();
      return { ...(await answerAtEdge(edge, request, requestId)), route: '/res' };
    },
  });
}
