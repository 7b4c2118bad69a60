import type { FindFaults } from '../foundation/fault-list.ts';
import { queryOf, simplifyParameters } from '../transform/query.ts';
import { addQueryFaults, parametersOfText, textOfParameters } from './stored-query.ts';

/** Reports every fault of a watermark, the query of an overlay or null, at `pointer`. */
export const findWatermarkFaults: FindFaults = (sent, pointer, faults) => {
  if (sent === null) return;
  if (typeof sent !== 'string') {
    const detail = 'This field must be a query string or null.';
    faults.add(() => ({ pointer, code: 'invalid_type', detail }));
    return;
  }
  const add = (describe: () => string) =>
    faults.add(() => ({ pointer, code: 'invalid_watermark', detail: describe() }));
  const { parameters } = addQueryFaults(sent, add);
  for (const [name] of queryOf(parameters)) {
    if (!name.startsWith('overlay')) add(() => `A watermark cannot contain ${name}.`);
  }
  if (parameters.overlay === undefined && parameters['overlay-text'] === undefined) {
    add(() => 'A watermark must contain a valid overlay or overlay-text.');
  }
};

/** A valid watermark in its stored form, without defaults. */
export function canonicalWatermark(text: string): string {
  return textOfParameters(simplifyParameters(parametersOfText(text), 'auto'));
}
