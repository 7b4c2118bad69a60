import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { request as httpRequest } from '../../adapters/https/node-http.ts';
import { CDN_URL_HEADER } from '../../core/foundation/delivery-headers.ts';
import type { EdgeRequest } from '../../lambdas/edge/edge-event.ts';
import type { EdgeAnswer, EdgeCache, OriginAnswer } from './edge-cache.ts';
import { cdnUrlIn, queryTextOf } from './edge-origin.ts';

export interface RemoteOrigin {
  /** The Function URL, without a slash at the end. */
  readonly url: string;
  /**
   * The address to connect to in its name, `http://host:port`, where its own name leads elsewhere.
   */
  readonly connectTo?: string;
}

/** Headers that belong to the connection to the origin, not to its answer. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'date'];

function answerOf(incoming: IncomingMessage): OriginAnswer {
  const pairs = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  const headers = Object.fromEntries(pairs);
  for (const name of HOP_BY_HOP) delete headers[name];
  return { statusCode: incoming.statusCode ?? 502, headers, body: incoming };
}

/** Asks a delivery function behind its Function URL; rejects where it can't be reached. */
export function createRemoteOrigin({ url, connectTo = url }: RemoteOrigin) {
  const { host } = new URL(url);
  const request = connectTo.startsWith('https:') ? httpsRequest : httpRequest;
  return (requested: EdgeRequest): Promise<OriginAnswer> =>
    new Promise((resolve, reject) => {
      const target = `${connectTo}${requested.uri}?${queryTextOf(requested)}`;
      const headers = { host, [CDN_URL_HEADER]: cdnUrlIn(requested) };
      const sent = request(target, { headers }, (incoming) => resolve(answerOf(incoming)));
      sent.once('error', reject);
      sent.end();
    });
}

/** A cache that stores nothing: for an edge without invalidations. */
export function createNoCache(): EdgeCache {
  const pass = ({ statusCode, headers, body }: OriginAnswer): EdgeAnswer => ({
    statusCode,
    headers,
    isHit: false,
    ageSeconds: 0,
    open: () => body,
    skip: () => void body[Symbol.asyncIterator]().return?.(),
  });
  const nothing = () => undefined;
  return {
    get: async (_key, _imageId, ask) => pass(await ask()),
    purge: nothing,
    purgeTag: nothing,
    size: () => ({ entries: 0, bytes: 0 }),
    clear: nothing,
  };
}
