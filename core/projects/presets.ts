import type { FaultList, FindFaults } from '../foundation/fault-list.ts';
import { isJsonObject } from '../foundation/json/json-value.ts';
import { LIMITS } from '../foundation/limits.ts';
import { pointerStep } from '../foundation/reported-text.ts';
import { PARAMETER_NAMES, PARAMETERS } from '../transform/parameters.ts';
import { queryOf } from '../transform/query.ts';
import { addQueryFaults, parametersOfText, textOfParameters } from './stored-query.ts';

/** Parameters of a URL that can't be a part of a preset. */
const OF_URLS = PARAMETER_NAMES.filter((name) => PARAMETERS[name].isOfAddress);

function findTextFaults(text: unknown, pointer: string, faults: FaultList): void {
  const add = (describe: () => string) =>
    faults.add(() => ({ pointer, code: 'invalid_preset', detail: describe() }));
  if (typeof text !== 'string') {
    add(() => 'A preset must be a query string.');
    return;
  }
  const { parameters, ignored, errors } = addQueryFaults(text, add);
  const misplaced = OF_URLS.filter((name) => parameters[name] !== undefined);
  for (const name of misplaced) add(() => `A preset cannot contain ${name}.`);
  if (ignored.length === 0 && errors.length === 0 && queryOf(parameters).length === 0) {
    add(() => 'A preset must have at least one parameter.');
  }
}

const NAME_FAULT = `The name of a preset must have ${PARAMETERS.preset.values}.`;

/**
 * Reports every fault of the presets that were sent, below `pointer`; the text of a preset with an
 * invalid name is not validated.
 */
export const findPresetFaults: FindFaults = (sent, pointer, faults) => {
  if (!isJsonObject(sent)) {
    faults.add(() => ({ pointer, code: 'invalid_type', detail: 'This field must be an object.' }));
    return;
  }
  const entries = Object.entries(sent);
  if (entries.length > LIMITS.maxPresets) {
    const detail = `A project may have at most ${LIMITS.maxPresets} presets.`;
    faults.add(() => ({ pointer, code: 'too_many', detail }));
  }
  for (const [name, text] of entries) {
    if (PARAMETERS.preset.parse(name) !== undefined) {
      findTextFaults(text, pointer + pointerStep(name), faults);
    } else {
      const at = () => pointer + pointerStep(name);
      faults.add(() => ({ pointer: at(), code: 'invalid_key', detail: NAME_FAULT }));
    }
  }
};

/**
 * Valid presets in their stored form: each text with its parameters in THE table's order and
 * spelling.
 */
export function canonicalPresets(
  sent: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const texts = Object.entries(sent).map(([name, text]) => [
    name,
    textOfParameters(parametersOfText(text)),
  ]);
  return Object.fromEntries(texts);
}
