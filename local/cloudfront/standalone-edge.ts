import {
  buildEdgeFunction,
  OLD_REQUEST_ENTRY,
  PRIVATE_REQUEST_ENTRY,
  PRIVATE_RESPONSE_ENTRY,
  VIEWER_RESPONSE_ENTRY,
} from '../../lambdas/edge/build-edge-function.ts';
import { withCdnUrl } from '../../lambdas/edge/with-cdn-url.ts';
import { type HttpServer, type RequestLine, startHttpServer } from '../http/http-server.ts';
import { answerAtEdge } from './edge.ts';
import { loadEdgeFunction, loadViewerResponse } from './edge-function.ts';
import { createFindIgnored } from './ignored-parameters.ts';
import { openPrivates } from './open-privates.ts';
import { createNoCache, createRemoteOrigin, type RemoteOrigin } from './remote-origin.ts';
import { createViewRequest } from './view-request.ts';

export interface StandaloneEdgeOptions {
  /** Where the sources are. */
  readonly root: string;
  readonly port: number;
  readonly host: string;
  /** Its own address, as viewers know it. */
  readonly cdnUrl: string;
  readonly origin: RemoteOrigin;
  readonly onRequest: (line: RequestLine) => void;
  readonly log: (line: string) => void;
}

/**
 * CloudFront's part before a deployed delivery function, without its cache. Rejects with
 * EADDRINUSE.
 */
export async function startStandaloneEdge(options: StandaloneEdgeOptions): Promise<HttpServer> {
  const { root, port, host, cdnUrl, origin, onRequest, log } = options;
  const load = (code: string) => loadEdgeFunction(withCdnUrl(code, cdnUrl));
  const edge = {
    runOldRequest: load(buildEdgeFunction(root, OLD_REQUEST_ENTRY)),
    viewRequest: createViewRequest(
      load(buildEdgeFunction(root)),
      createFindIgnored(loadViewerResponse(buildEdgeFunction(root, VIEWER_RESPONSE_ENTRY)), log),
    ),
    privates: openPrivates({
      cdnUrl,
      requestCode: buildEdgeFunction(root, PRIVATE_REQUEST_ENTRY),
      responseCode: buildEdgeFunction(root, PRIVATE_RESPONSE_ENTRY),
      // a deployed stage keeps its keys for itself
      readKeys: async () => [],
    }),
    cache: createNoCache(),
    askOrigin: createRemoteOrigin(origin),
  };
  return startHttpServer({
    port,
    host,
    cdnUrl,
    onRequest,
    onFault: log,
    answer: async (request, requestId) => {
      request.resume();
      return { ...(await answerAtEdge(edge, request, requestId)), route: '/res' };
    },
  });
}
