import { type IncomingMessage, maxHeaderSize } from 'node:http';
import type { Context, LambdaFunctionURLEvent } from 'aws-lambda';
import { fontSizeFor, markupOfLines } from '../../../../adapters/sharp/text/set-lines.ts';
import { parseJsonText } from '../../../../core/foundation/json/json-text.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { parseImageAddress } from '../../../../core/images/image-reference.ts';
import { parseOldPath, routePathOf, routeTargetOf } from '../../../../core/images/old-path.ts';
import { termsOfImage } from '../../../../core/images/search/terms.ts';
import { readSearch } from '../../../../core/images/search/words.ts';
import { findSourceUrlFault } from '../../../../core/images/source-url.ts';
import { parseCanonicalQuery } from '../../../../core/transform/canonical-query.ts';
import { PARAMETER_NAMES, PARAMETERS } from '../../../../core/transform/parameters.ts';
import { pairsOfQueryText } from '../../../../core/transform/query-text.ts';
import { readDrawableText } from '../../../../core/transform/text/drawable-text.ts';
import { setText } from '../../../../core/transform/text/text-lines.ts';
import { findWebhookUrlFault } from '../../../../core/webhooks/webhook-url.ts';
import { requestOf } from '../../../../lambdas/delivery/respond.ts';
import { handler as oldRequest } from '../../../../lambdas/edge/old-request.ts';
import { createSiteHandler } from '../../../../lambdas/edge/site-request.ts';
import { handler as viewerRequest } from '../../../../lambdas/edge/viewer-request.ts';
import { handler as viewerResponse } from '../../../../lambdas/edge/viewer-response.ts';
import { API_ROUTES, findRoute } from '../../../../local/api-gateway/api-routes.ts';
import { proxyEventOf } from '../../../../local/api-gateway/proxy-event.ts';
import { describeUnknownRoute } from '../../../../local/api-gateway/unknown-route.ts';
import { parseEdgeEvent } from '../../../../local/cloudfront/parse-edge-event.ts';
import type { TextReader } from './text-reader.ts';

const IMAGE = `img_${'a'.repeat(26)}`;
const PROJECT = `prj_${'a'.repeat(26)}`;
const HEAD = {
  most: maxHeaderSize,
  bound: 'Node’s maxHeaderSize of a whole head; CloudFront and API Gateway take less',
};
const BODY = { most: LIMITS.maxJsonBytes, bound: 'LIMITS.maxJsonBytes' };

const CDN_URL = 'https://cdn.example';

const edgeEvent = (rawUrl: string, rawHeaders: readonly string[] = []) =>
  parseEdgeEvent({ method: 'GET', rawUrl, rawHeaders, ip: '192.0.2.1', requestId: 'r' });

/** The viewer-response function runs behind the other one, with the viewer's own query. */
function answerAtEdge(rawUrl: string, rawHeaders?: readonly string[]) {
  const { querystring } = edgeEvent(rawUrl, rawHeaders).request;
  const response = viewerResponse({
    request: { querystring },
    response: { statusCode: 200, headers: {} },
  });
  return [response, viewerRequest(edgeEvent(rawUrl, rawHeaders), CDN_URL)];
}

const siteHandler = createSiteHandler(['busy', 'image_not_found']);

function originRequest(rawPath: string, rawQueryString: string) {
  const event = { rawPath, rawQueryString, headers: {}, requestContext: { http: {} } };
  return requestOf(event as LambdaFunctionURLEvent, { awsRequestId: 'r' } as Context);
}

const API_ROUTE = { route: API_ROUTES[0] as (typeof API_ROUTES)[number], pathParameters: null };

function callEvent(url: string, rawHeaders: readonly string[] = []) {
  const request = { url, rawHeaders, headers: {}, method: 'POST', socket: {} };
  const received = { body: Buffer.alloc(0), requestId: 'r', arrivedAt: 0 };
  return proxyEventOf(request as unknown as IncomingMessage, API_ROUTE, received);
}

function explainPath(path: string) {
  return findRoute(API_ROUTES, path) ?? describeUnknownRoute(path, API_ROUTES);
}

/** `name: value` of each line, as Node gives them. */
const headersOf = (text: string) => text.split('\n').flatMap((line) => line.split(':', 2));

function readOldAddress(text: string) {
  const query = text.replaceAll('/', '&');
  return [
    parseOldPath(`/old/${PROJECT}/${text}`, query),
    routePathOf(`https://a.example/${text}?${query}`),
    routeTargetOf(`/res/${IMAGE}.jpg?${query}`),
    routeTargetOf(text),
  ];
}

function refused(read: () => unknown): unknown {
  try {
    return read();
  } catch (fault) {
    return fault;
  }
}

/** Readers of addresses, queries and bodies. */
export const REQUEST_READERS = {
  'the query of an image at the edge': {
    ...HEAD,
    product: 'pairs x names of parameters',
    workPerCharacter: 90,
    pieces: ['a&', '#&', '#=%41&', 'width=1&', 'width=%zz&', '=', 'pad=1,1,1,1&', '__proto__&'],
    read: (text) => answerAtEdge(`/res/${IMAGE}.jpg?${text}`),
  },
  'a value of a parameter': {
    ...HEAD,
    product: 'parameters x characters',
    workPerCharacter: 150,
    pieces: ['1', '1,', ',', '0.', 'p', ':', '-', '~126.', '~', 'e\u0301', 'img_', ' '],
    read: (text) => [
      readDrawableText(text),
      ...PARAMETER_NAMES.map((name) => PARAMETERS[name].parse(text)),
    ],
  },
  'the lines of a text': {
    ...HEAD,
    product: 'characters',
    workPerCharacter: 150,
    pieces: ['a', ' ', '\n', '\u00ad', '\u05e9', '  a', '\n \n'],
    read: (text) => {
      const lines = { align: 'left', lineHeight: 1, width: 3, fontPixels: 9 } as const;
      return [setText(text, {}, 'top'), markupOfLines(text, 64), fontSizeFor(text, lines, 64)];
    },
  },
  'the words of a search and of an image': {
    ...BODY,
    product: 'characters',
    // by NFKC one character becomes eighteen at the most
    workPerCharacter: 900,
    pieces: ['a', 'a ', '*', 'ß', 'e\u0301', '\ufdfa', '😀', 'Σ', '_1', '\u0301'],
    read: (text) => [
      readSearch(text),
      termsOfImage({
        state: 'saved',
        format: 'jpg',
        sha256: 'ab',
        originalFilename: text,
        metadata: { a: text },
      }),
    ],
  },
  'the path of an image at the edge': {
    ...HEAD,
    product: 'characters',
    workPerCharacter: 40,
    pieces: ['/', '.', 'a', '%41', '%zz', '~', '.jpeh/', 'a.b/'],
    read: (text) => [
      answerAtEdge(`/res/${text}`),
      answerAtEdge(`/res/${IMAGE}/${text}.jpg`),
      answerAtEdge(`/res/${IMAGE}/${text}.jpeh`),
      siteHandler(edgeEvent(`/${text}`), CDN_URL),
      siteHandler(edgeEvent(`/problems/${text}`), CDN_URL),
    ],
  },
  'the headers of an image at the edge': {
    ...HEAD,
    product: 'headers',
    workPerCharacter: 60,
    pieces: ['a:b\n', '#:b\n', 'cookie:#=b;\n', 'cookie:;;;;\n', 'accept:image/webp,\n'],
    read: (text) => answerAtEdge(`/res/${IMAGE}.auto`, headersOf(text)),
  },
  'the Accept header': {
    ...HEAD,
    product: 'characters, of which the first 1,000 are read',
    workPerCharacter: 40,
    pieces: ['image/webp,', 'text/html;q=0.1,', '"', '";', ',', ' ', ';q=0.'],
    read: (text) => [
      answerAtEdge(`/res/${IMAGE}.auto`, ['accept', text]),
      siteHandler(edgeEvent('/problems/busy', ['accept', text]), CDN_URL),
    ],
  },
  'the query of an image at its origin': {
    ...HEAD,
    product: 'pairs x names of parameters',
    workPerCharacter: 110,
    pieces: ['a&', '#&', 'more=a&', 'width=1&', 'more=accept-a_&', '~width-1', '~a', '+', '%41'],
    around: (hostile) =>
      `${hostile}&more=${hostile.replaceAll('&', '~')}`.slice(hostile.length / 2),
    read: (text) => parseCanonicalQuery(originRequest(`/res/${IMAGE}.jpg`, text).query),
  },
  'an old address': {
    ...HEAD,
    product: 'pairs x their order',
    workPerCharacter: 170,
    pieces: ['a/', '#/', '#=%41/', '=', '%zz', '%2F', 'https://', '?', '#'],
    read: readOldAddress,
  },
  'an old address at the edge': {
    ...HEAD,
    product: 'pairs x their order',
    workPerCharacter: 170,
    pieces: ['a/', '#/', '#=%41/', '=', '%zz', '%2F', '~', '?', '_a=1/'],
    read: (text) =>
      oldRequest(edgeEvent(`/old/${PROJECT}/${text}?${text.replaceAll('/', '&')}`), CDN_URL),
  },
  'the query of a call': {
    ...HEAD,
    product: 'pairs',
    workPerCharacter: 30,
    pieces: ['a&', '#&', 'a=%41&', '=', '?', '__proto__&'],
    read: (text) => callEvent(`/api/v1/list-images?${text}`),
  },
  'the headers of a call': {
    ...HEAD,
    product: 'headers',
    workPerCharacter: 30,
    pieces: ['a:\n', '#:b\n', '__proto__:a\n', ':'],
    read: (text) => callEvent('/api/v1/list-images', headersOf(text)),
  },
  'the path of a call': {
    ...HEAD,
    product: 'routes x segments',
    workPerCharacter: 60,
    pieces: ['/', 'a/', 'api/v1/', 'A', '_', '%2F'],
    read: (text) => [explainPath(`/${text}`), explainPath(`/api/v1/${text}`)],
  },
  'a JSON body': {
    ...BODY,
    product: 'characters',
    workPerCharacter: 90,
    pieces: ['[', '{"a":', '"a",', '"#":1,', '"\\u0061":1,', '1 ', '\n', '"', "'", '\\', '}', ']'],
    around: (hostile) => `{${hostile}`,
    read: (text) => [refused(() => parseJsonText(text)), refused(() => parseJsonText(`${text}}`))],
  },
  'a reference to an image': {
    ...BODY,
    product: 'characters',
    workPerCharacter: 30,
    pieces: ['a', '/', 'a.', '%41', '@', '?a', '#', 'a:'],
    read: (text) => [
      parseImageAddress(text, () => true),
      parseImageAddress(`https://a.example/res/${text}`, () => true),
      pairsOfQueryText(text),
    ],
  },
  'an address that the service calls': {
    ...BODY,
    bound: `${BODY.bound}; one of more than 2,048 characters is refused before it is read`,
    product: 'characters',
    workPerCharacter: 30,
    pieces: ['a.', 'a-', '/', '@', ':', '#', '[', '%41'],
    read: (text) =>
      [`https://${text}`, `https://${text.slice(0, 2_000)}`].map((url) => [
        findSourceUrlFault(url),
        findWebhookUrlFault(url),
      ]),
  },
} as const satisfies Readonly<Record<string, TextReader>>;
