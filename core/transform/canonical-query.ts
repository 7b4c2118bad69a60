import { PARAMETERS, type Parameters } from './parameters.ts';
import { type ParsedQuery, parseQuery, type QueryPairs, queryOf } from './query.ts';

/** The query name under which the edge sends every parameter that has no place of its own in the cache key. */
export const MORE = 'more';

// only unreserved characters of RFC 3986, so that no hop has a reason to rewrite them
const BETWEEN_PARAMETERS = '~';
const BETWEEN_NAME_AND_VALUE = '-';
const COMMA = '_';

/** What the edge writes for the delivery origin and CloudFront keys on; parseCanonicalQuery is its inverse. */
export function canonicalQuery(parameters: Parameters): [string, string][] {
  const pairs = queryOf(parameters);
  const own: [string, string][] = pairs.filter((pair) => PARAMETERS[pair[0]].hasOwnCacheKey);
  const more = pairs
    .filter((pair) => !PARAMETERS[pair[0]].hasOwnCacheKey)
    .map((pair) => pair[0] + BETWEEN_NAME_AND_VALUE + pair[1].replace(/,/g, COMMA));
  return more.length === 0 ? own : own.concat([[MORE, more.join(BETWEEN_PARAMETERS)]]);
}

function expandMore(text: string): QueryPairs {
  return text.split(BETWEEN_PARAMETERS).map((part) => {
    const at = part.indexOf(BETWEEN_NAME_AND_VALUE);
    return [part.slice(0, at), part.slice(at + 1).replace(/_/g, ',')] as const;
  });
}

/** Reads the query of a request that came through the edge; the same rules hold again, since an origin trusts no caller. */
export function parseCanonicalQuery(pairs: QueryPairs): ParsedQuery {
  let all: QueryPairs = [];
  pairs.forEach((pair) => {
    all = all.concat(pair[0] === MORE && pair[1] !== undefined ? expandMore(pair[1]) : [pair]);
  });
  return parseQuery(all);
}
