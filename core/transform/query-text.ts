/** Query strings as text. Edge-safe: no syntax beyond the CloudFront runtime's. */
import type { QueryPairs } from './query.ts';

/**
 * A value without its percent escapes; undefined if they are broken. A plus sign is a plus sign.
 */
export function decodeQueryValue(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The pairs of a query string as the edge sees them; a name that can't be decoded stays. */
export function pairsOfQueryText(text: string): QueryPairs {
  const parts = text.split('&').filter((part) => part !== '');
  return parts.map((part) => {
    const at = part.indexOf('=');
    const name = at < 0 ? part : part.slice(0, at);
    return [decodeQueryValue(name) || name, decodeQueryValue(at < 0 ? '' : part.slice(at + 1))];
  });
}

/** A query string of these pairs, whose texts need no escapes. */
export function textOfPairs(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map((pair) => pair.join('=')).join('&');
}
