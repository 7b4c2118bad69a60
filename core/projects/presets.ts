import { LIMITS } from '../contract/limits.ts';
import type { FieldFault } from '../contract/service-error.ts';
import { PARAMETERS, type ParameterName, type Parameters } from '../transform/parameters.ts';
import { parseQuery, queryOf } from '../transform/query.ts';
import { pairsOfQueryText } from '../transform/query-text.ts';

/** Parameters of a URL that can't be a part of a preset. */
const OF_URLS: readonly ParameterName[] = ['preset', 'expires', 'signature'];

/** The transformation that a stored preset stands for. */
export function parametersOfPreset(text: string): Parameters {
  return parseQuery(pairsOfQueryText(text)).parameters;
}

function findTextFaults(text: unknown): string[] {
  if (typeof text !== 'string') return ['A preset is the text of a query.'];
  const { parameters, ignored, errors } = parseQuery(pairsOfQueryText(text));
  const misplaced = OF_URLS.filter((name) => parameters[name] !== undefined);
  const faults = [
    ...errors.map(({ detail }) => detail),
    ...ignored.map((name) => `there is no parameter ${name}`),
    ...misplaced.map((name) => `${name} can not stand in a preset`),
  ];
  if (faults.length > 0) return faults;
  return queryOf(parameters).length > 0 ? [] : ['A preset names at least one parameter.'];
}

/** Every fault of the presets that were sent, below `pointer`. */
export function findPresetFaults(sent: unknown, pointer: string): FieldFault[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    return [{ pointer, code: 'invalid_type', detail: 'This field is an object.' }];
  }
  const faults: FieldFault[] = [];
  const entries = Object.entries(sent);
  if (entries.length > LIMITS.maxPresets) {
    const detail = `A project has at most ${LIMITS.maxPresets} presets.`;
    faults.push({ pointer, code: 'too_many', detail });
  }
  for (const [name, text] of entries) {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (PARAMETERS.preset.parse(name) === undefined) {
      const detail = `The name of a preset has ${PARAMETERS.preset.values}.`;
      faults.push({ pointer: at, code: 'invalid_key', detail });
    }
    const found = findTextFaults(text);
    faults.push(...found.map((detail) => ({ pointer: at, code: 'invalid_preset', detail })));
  }
  return faults;
}

/** Valid presets as they are kept: each text with its parameters in THE table's order and spelling. */
export function canonicalPresets(
  sent: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const pairs = Object.entries(sent).map(([name, text]) => {
    const parameters = queryOf(parametersOfPreset(text));
    return [name, parameters.map((pair) => pair.join('=')).join('&')];
  });
  return Object.fromEntries(pairs);
}
