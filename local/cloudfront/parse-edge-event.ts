import type { EdgeEvent } from '../../lambdas/edge/edge-event.ts';

type EdgeValues = EdgeEvent['request']['querystring'];

export interface ViewerRequest {
  readonly method: string;
  /** The request target in origin form, as it was sent. */
  readonly rawUrl: string;
  /** Names and values in turn, as `IncomingMessage.rawHeaders` has them. */
  readonly rawHeaders: readonly string[];
  readonly ip: string;
  readonly requestId: string;
}

/**
 * Repeated names are in `multiValue`, with all their values (CloudFront Functions event structure).
 */
function valuesOf(pairs: Iterable<readonly [string, string]>): EdgeValues {
  const values: EdgeValues = Object.create(null); // a name may be __proto__
  for (const [name, value] of pairs) {
    const known = values[name];
    if (!known) values[name] = { value };
    else {
      // a copy of the list for each value would be the square of their number
      known.multiValue ??= [{ value: known.value }];
      known.multiValue.push({ value });
    }
  }
  return values;
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function headerPairs(rawHeaders: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    pairs.push([String(rawHeaders[i]).toLowerCase(), String(rawHeaders[i + 1])]);
  }
  return pairs;
}

function cookiePairs(headers: readonly (readonly [string, string])[]): [string, string][] {
  return headers
    .filter(([name]) => name === 'cookie')
    .flatMap(([, value]) => value.split(';'))
    .map((cookie) => splitAt(cookie.trim(), '='));
}

/**
 * CloudFront's viewer-request event of an HTTP request: query values stay encoded, cookies are no
 * headers.
 */
export function parseEdgeEvent(viewer: ViewerRequest): EdgeEvent {
  const [uri, query] = splitAt(viewer.rawUrl, '?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  const headers = headerPairs(viewer.rawHeaders);
  const event = {
    version: '1.0',
    context: {
      distributionDomainName: 'local.cloudfront.net',
      distributionId: 'LOCAL',
      eventType: 'viewer-request',
      requestId: viewer.requestId,
    },
    viewer: { ip: viewer.ip },
    request: {
      method: viewer.method,
      uri,
      querystring: valuesOf(pairs.map((pair) => splitAt(pair, '='))),
      headers: valuesOf(headers.filter(([name]) => name !== 'cookie')),
      cookies: valuesOf(cookiePairs(headers)),
    },
  };
  return event;
}
