import type { EdgeRequest } from '../lambdas/edge/viewer-request.ts';
import type { EdgeAnswer, EdgeCache, OriginAnswer } from './edge-cache.ts';
import { queryTextOf } from './edge-origin.ts';

/** Headers that belong to the connection to the origin, not to its answer. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'date'];

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Asks a delivery function behind a Function URL (no slash at the end); rejects where it can't be reached. */
export function createRemoteOrigin(url: string): (request: EdgeRequest) => Promise<OriginAnswer> {
  return async (request) => {
    const answer = await fetch(`${url}${request.uri}?${queryTextOf(request)}`);
    const headers = Object.fromEntries(answer.headers);
    for (const name of HOP_BY_HOP) delete headers[name];
    return { statusCode: answer.status, headers, body: answer.body ?? nothing() };
  };
}

/** A cache that keeps nothing: for an edge that nobody tells of deletions. */
export function createNoCache(): EdgeCache {
  const pass = ({ statusCode, headers, body }: OriginAnswer): EdgeAnswer => ({
    ...{ statusCode, headers, isHit: false, ageSeconds: 0 },
    open: () => body,
    skip: () => void body[Symbol.asyncIterator]().return?.(),
  });
  return { get: async (_key, _imageId, ask) => pass(await ask()), purge: () => undefined };
}
