/**
 * The CloudFront viewer-request function of the site: it finds the file of an address. The build
 * checks its syntax against the CloudFront runtime 2.0.
 */
import type { DeliveryProblemCode } from '../../core/foundation/delivery-problems.ts';
import { READY_PATH } from '../../core/foundation/ready-path.ts';
import type { EdgeEvent, EdgeRequest, EdgeResponse } from './edge-event.ts';
import { edgeProblem, headersOf } from './edge-problem.ts';

/** Segments of letters that need no escape; none begins with a dot, so none leads upwards. */
const SAFE_PATH = /^(\/[\w~@-][\w.~@-]*)*\/?$/; // the index of the docs' search begins with an @
/** Browsers send some 150 characters. */
const MAX_ACCEPT_LENGTH = 1_000;
const MEDIA_RANGE = /^\s*([a-z]+\/[a-z+]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/**
 * Whether a page is requested: HTML is named, and with no less weight than JSON (RFC 9110 12.5.1).
 * A wildcard names nothing: programs send it.
 */
function prefersHtml(request: EdgeRequest): boolean {
  const accept = request.headers.accept;
  if (!accept) return false;
  const weights = { html: 0, json: 0 };
  accept.value
    .slice(0, MAX_ACCEPT_LENGTH)
    .split(',')
    .forEach((range) => {
      const parts = MEDIA_RANGE.exec(range);
      if (!parts) return;
      const type = (parts[1] as string).toLowerCase();
      const weight = parts[2] === undefined ? 1 : Number(parts[2]);
      if (type === 'text/html') weights.html = Math.max(weights.html, weight);
      if (/json$/.test(type)) weights.json = Math.max(weights.json, weight);
    });
  return weights.html > 0 && weights.html >= weights.json;
}

function refuse(event: EdgeEvent, cdnUrl: string, code: DeliveryProblemCode): EdgeResponse {
  const response = edgeProblem(event, cdnUrl, code, 'GET, HEAD');
  response.headers['cache-control'] = { value: 'no-store' };
  return response;
}

function redirect(location: string): EdgeResponse {
  return {
    statusCode: 308,
    headers: { location: { value: location }, 'cache-control': { value: 'no-cache' } },
  };
}

function answerAlive(event: EdgeEvent): EdgeResponse {
  return {
    statusCode: 200,
    headers: headersOf([
      ['content-type', 'application/json'],
      ['cache-control', 'no-store'],
      ['x-content-type-options', 'nosniff'],
    ]),
    body: { encoding: 'text', data: event.request.method === 'HEAD' ? '' : '{"status":"alive"}' },
  };
}

const hasExtension = (uri: string) => /\.\w+$/.test(uri);

/** The file of a page of the docs, which a page may be named by without its extension. */
function docsFile(uri: string): string {
  if (/\/$/.test(uri)) return `${uri}index.html`;
  return hasExtension(uri) ? uri : `${uri}.html`;
}

const FILE = /^\/(openapi\.json|llms(-full)?\.txt|robots\.txt|sitemap\.xml|favicon\.ico)$/;

/** The handler of a site whose problem pages are those of the codes. */
export function createSiteHandler(codes: readonly string[]) {
  const problemFile = (uri: string, extension: string): string | undefined => {
    if (/^\/problems\/?$/.test(uri)) return `/problems/index.${extension}`;
    const code = uri.slice('/problems/'.length);
    return codes.indexOf(code) < 0 ? undefined : `/problems/${code}.${extension}`;
  };
  const fileOf = (request: EdgeRequest): string | undefined => {
    const uri = request.uri;
    const isPage = prefersHtml(request);
    if (uri === '/') return isPage ? '/console/index.html' : '/index.json';
    if (FILE.test(uri)) return uri;
    if (/^\/problems(\/|$)/.test(uri)) return problemFile(uri, isPage ? 'html' : 'json');
    if (/^\/console(\/|$)/.test(uri)) return hasExtension(uri) ? uri : '/console/index.html';
    return /^\/docs\//.test(uri) ? docsFile(uri) : undefined;
  };
  /** The request for the file, or an immediate answer. */
  return (event: EdgeEvent, cdnUrl: string): EdgeRequest | EdgeResponse => {
    const request = event.request;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(event, cdnUrl, 'method_not_allowed');
    }
    if (request.uri === '/healthz') return answerAlive(event);
    if (request.uri === READY_PATH) {
      request.querystring = {};
      return request;
    }
    if (!SAFE_PATH.test(request.uri)) return refuse(event, cdnUrl, 'route_not_found');
    if (request.uri === '/docs') return redirect('/docs/');
    const file = fileOf(request);
    if (file === undefined) return refuse(event, cdnUrl, 'route_not_found');
    request.uri = file;
    request.querystring = {};
    return request;
  };
}
