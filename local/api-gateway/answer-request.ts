import type { IncomingMessage } from 'node:http';
import { ENDPOINTS } from '../../core/api/endpoints.ts';
import { isAnyImageId } from '../../core/images/ids.ts';
import { OLD_PATH_PREFIX } from '../../core/images/old-address.ts';
import { PRIVATE_PATH_PREFIX } from '../../core/images/private/private-path.ts';
import { answerAtEdge, type EdgeParts } from '../cloudfront/edge.ts';
import type { EdgeResult, RoutedAnswer } from '../http/routed-answer.ts';
import { answerMetrics, type MetricsReaders } from '../observability/answer-metrics.ts';
import type { Metrics } from '../observability/metrics.ts';
import { PRESIGNED_POST_PATH } from '../s3/local-forms.ts';
import type { Site } from '../site/site.ts';
import type { DirectUploads } from '../workers/direct-uploads.ts';
import type { Metering } from '../workers/metering.ts';
import type { PurgeLoop } from '../workers/purge-loop.ts';
import { answerApi, type GatewayParts } from './gateway.ts';

const IMAGE_ROUTE = '/res/{imageId}.{extension}';
const PRIVATE_ROUTE = '/private/{projectId}/{imageId}.{extension}';
const OLD_ROUTE = '/old/{projectId}/{path}';
const IMAGE_PATH = /^\/(?:res|private\/prj_\w+)\/(\w+)(?:\/[^/]*?)?(\.\w{1,10})?$/;
/** After these calls there may be work for the purge function. */
const PURGING_ROUTES = new Set<string>([
  ENDPOINTS.deleteImage.path,
  ENDPOINTS.deleteImages.path,
  ENDPOINTS.purgeImage.path,
  ENDPOINTS.replaceImage.path,
  ENDPOINTS.reviewImage.path, // a rejection deletes
  ENDPOINTS.updateImageMetadata.path, // of the focal point
  ENDPOINTS.updateImageVisibility.path,
  ENDPOINTS.deleteProject.path,
  ENDPOINTS.emptyProject.path,
  ENDPOINTS.deleteAccount.path,
]);

/** The services behind the single port. */
export interface RequestParts {
  readonly gateway: GatewayParts;
  readonly edge: EdgeParts;
  readonly purging: PurgeLoop;
  readonly directUploads: DirectUploads;
  readonly metering: Metering | undefined;
  readonly metrics: Metrics;
  readonly metricsReaders: MetricsReaders;
  readonly site: Site;
}

/**
 * An image's ID and extension; of any other path nothing: a key could stand in it, or in a file
 * name.
 */
function imageNameOf(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  const [, id = '', extension = ''] = IMAGE_PATH.exec(path) ?? [];
  return isAnyImageId(id) ? id + extension : undefined;
}

function routeOf(url: string): string {
  if (url.startsWith(OLD_PATH_PREFIX)) return OLD_ROUTE;
  if (url.startsWith(PRIVATE_PATH_PREFIX)) return PRIVATE_ROUTE;
  return url.startsWith('/res/') ? IMAGE_ROUTE : 'none';
}

/** CloudFront's words in the access log. */
const RESULT_TYPES: Readonly<Record<EdgeResult, string>> = {
  hit: 'Hit',
  miss: 'Miss',
  function: 'FunctionGeneratedResponse',
};

/** The edge's part, each answer of which is logged when it is sent. */
async function answerImage(
  { edge, metering }: RequestParts,
  request: IncomingMessage,
  requestId: string,
): Promise<RoutedAnswer> {
  const { url = '/', method = '' } = request;
  const answer = await answerAtEdge(edge, request, requestId);
  const resultType = RESULT_TYPES[answer.cache];
  const image = imageNameOf(url);
  return {
    ...answer,
    ...(image === undefined ? {} : { image }),
    route: routeOf(url),
    onSent: (bytes) => {
      const sent = { method, url, status: answer.statusCode, resultType, requestId, bytes };
      metering?.log.write({ ...sent, now: Date.now() });
    },
  };
}

/**
 * Answers a request by its address: the presigned POST endpoint, the site, the API, or the edge.
 */
export async function answerRequest(
  parts: RequestParts,
  request: IncomingMessage,
  requestId: string,
): Promise<RoutedAnswer> {
  const { url = '/' } = request;
  if (url === PRESIGNED_POST_PATH) {
    return {
      ...(await parts.directUploads.answer(request, requestId)),
      route: PRESIGNED_POST_PATH,
    };
  }
  const page = parts.site.answer(request, requestId);
  if (page) return page;
  if (!url.startsWith('/api/')) {
    const measured = answerMetrics(parts.metrics, parts.metricsReaders, request);
    if (measured) return measured;
    request.resume();
    return answerImage(parts, request, requestId);
  }
  const answer = await answerApi(parts.gateway, request, requestId);
  if (PURGING_ROUTES.has(answer.route)) parts.purging.wake();
  return answer;
}
