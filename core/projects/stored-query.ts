import { LIMITS } from '../foundation/limits.ts';
import { cutText } from '../foundation/reported-text.ts';
import { findOverlayFault } from '../transform/overlay.ts';
import type { Parameters } from '../transform/parameters.ts';
import { type ParsedQuery, parseQuery, queryOf } from '../transform/query.ts';
import { pairsOfQueryText, textOfPairs } from '../transform/query-text.ts';

/** The transformation that a query stands for, which a project stores: a preset or a watermark. */
export function parametersOfText(text: string): Parameters {
  return parseQuery(pairsOfQueryText(text)).parameters;
}

/** The stored form of a query: its parameters in THE table's order and spelling. */
export function textOfParameters(parameters: Parameters): string {
  return textOfPairs(queryOf(parameters));
}

/**
 * Reports the faults that no query may have: an invalid value, a text that no font draws, and a
 * parameter that does not exist.
 */
export function addQueryFaults(text: string, add: (describe: () => string) => void): ParsedQuery {
  const query = parseQuery(pairsOfQueryText(text));
  for (const { detail } of query.errors) add(() => detail);
  const overlayFault = findOverlayFault(query.parameters);
  if (overlayFault !== undefined) add(() => overlayFault);
  for (const name of query.ignored) {
    add(() => `The parameter ${cutText(name, LIMITS.maxReportedNameLength)} does not exist.`);
  }
  return query;
}
