import type { FindFaults } from '../foundation/fault-list.ts';
import { LIMITS } from '../foundation/limits.ts';
import { cutText } from '../foundation/reported-text.ts';
import { parseQuery, queryOf, simplifyParameters } from '../transform/query.ts';
import { pairsOfQueryText } from '../transform/query-text.ts';

function* faultsOf(text: string): Generator<string> {
  const { parameters, ignored, errors } = parseQuery(pairsOfQueryText(text));
  for (const { detail } of errors) yield detail;
  for (const name of ignored) {
    yield `The parameter ${cutText(name, LIMITS.maxToldNameLength)} does not exist.`;
  }
  for (const [name] of queryOf(parameters)) {
    if (!name.startsWith('overlay')) yield `A watermark cannot contain ${name}.`;
  }
  if (parameters.overlay === undefined) yield 'A watermark must contain a valid overlay.';
}

/** Reports every fault of a watermark, the query of an overlay or null, at `pointer`. */
export const findWatermarkFaults: FindFaults = (sent, pointer, faults) => {
  if (sent === null) return;
  if (typeof sent !== 'string') {
    const detail = 'This field must be a query string or null.';
    faults.add(() => ({ pointer, code: 'invalid_type', detail }));
    return;
  }
  for (const detail of faultsOf(sent)) {
    faults.add(() => ({ pointer, code: 'invalid_watermark', detail }));
  }
};

/** A valid watermark in its stored form, without defaults. */
export function canonicalWatermark(text: string): string {
  const { parameters } = parseQuery(pairsOfQueryText(text));
  const pairs = queryOf(simplifyParameters(parameters, 'auto'));
  return pairs.map((pair) => pair.join('=')).join('&');
}
