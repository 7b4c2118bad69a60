import { AUTO_FORMATS, type AutoFormat } from './accepted-formats.ts';
import { PARAMETER_NAMES, PARAMETERS, type Parameters } from './parameters.ts';
import { type ParsedQuery, parseQuery, type QueryPairs, queryOf } from './query.ts';

/**
 * The query name with which the edge sends every parameter that has no separate place in the cache
 * key.
 */
export const MORE = 'more';

/** The name within it for the formats of Accept, in URLs of `auto`. */
const ACCEPT = 'accept';

// only unreserved characters of RFC 3986, so that no hop has a reason to rewrite them
const BETWEEN_PARAMETERS = '~';
const BETWEEN_NAME_AND_VALUE = '-';
/** Of a comma, and of the colon of `ratio`, which takes either. */
const COMMA = '_';
/** A value with underscores of its own; `overlay-text` is the other. */
const IMAGE = /^img_/;

/**
 * The canonical query: the edge writes it for the delivery origin, and CloudFront's cache key
 * contains it; parseCanonicalQuery is its inverse. With `accepted`, for `auto`, it includes the
 * formats of Accept, so each variant of the same URL has its own cache entry.
 */
export function canonicalQuery(
  parameters: Parameters,
  accepted?: readonly AutoFormat[],
): [string, string][] {
  const own: [string, string][] = [];
  const more: string[] = [];
  queryOf(parameters).forEach((pair) => {
    if (PARAMETERS[pair[0]].hasOwnCacheKey) own.push(pair);
    else more.push(pair[0] + BETWEEN_NAME_AND_VALUE + pair[1].replace(/[,:]/g, COMMA));
  });
  if (accepted?.[0]) {
    more.push(ACCEPT + BETWEEN_NAME_AND_VALUE + accepted.join(COMMA));
  }
  if (more[0]) own.push([MORE, more.join(BETWEEN_PARAMETERS)]);
  return own;
}

/** The names of `overlay-width` and its like contain the sign that follows a name. */
const LONG_NAMES = /* @__PURE__ */ PARAMETER_NAMES.filter((name) =>
  name.includes(BETWEEN_NAME_AND_VALUE),
);

/** The escapes of a text begin with the same sign; no name begins as they do. */
const BEFORE_NAME = /~(?=[a-z])/;

function expandMore(text: string): QueryPairs {
  return text.split(BEFORE_NAME).map((part) => {
    const long = LONG_NAMES.find((name) => part.startsWith(name + BETWEEN_NAME_AND_VALUE));
    const at = long ? long.length : part.indexOf(BETWEEN_NAME_AND_VALUE);
    const value = part.slice(at + 1);
    const hasUnderscore = long === 'overlay-text' || IMAGE.test(value);
    return [part.slice(0, at), hasUnderscore ? value : value.replace(/_/g, ',')] as const;
  });
}

export interface CanonicalQuery extends ParsedQuery {
  /** The formats of Accept, preferred first. */
  readonly accepted: readonly AutoFormat[];
}

/**
 * Reads the query of a request that came through the edge; the same rules apply again, since an
 * origin trusts no caller.
 */
export function parseCanonicalQuery(pairs: QueryPairs): CanonicalQuery {
  // a list that grows in place: a copy for each pair would be the square of their number
  const all: QueryPairs[number][] = [];
  let accepted: readonly string[] = [];
  pairs.forEach((pair) => {
    const more = pair[0] === MORE && pair[1] !== undefined ? expandMore(pair[1]) : undefined;
    const named = more?.find((candidate) => candidate[0] === ACCEPT);
    if (named) accepted = (named[1] as string).split(',');
    (more || [pair]).forEach((candidate) => {
      if (candidate !== named) all.push(candidate);
    });
  });
  const known = AUTO_FORMATS.filter((format) => accepted.indexOf(format) >= 0);
  return { ...parseQuery(all), accepted: known };
}
