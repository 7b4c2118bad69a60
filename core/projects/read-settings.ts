import { LIMITS } from '../contract/limits.ts';
import { nearestName } from '../contract/nearest-name.ts';
import { type FieldFault, ServiceError } from '../contract/service-error.ts';
import { PARAMETERS } from '../transform/parameters.ts';
import { canonicalPresets, findPresetFaults } from './presets.ts';
import { DEFAULT_SETTINGS, type ProjectSettings } from './project-settings.ts';

/** Some of the settings, as a caller wants them to be. */
export type SettingsChange = Partial<ProjectSettings>;

const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as (keyof ProjectSettings)[];

type FindFaults = (sent: unknown, pointer: string) => FieldFault[];

const invalidType = (pointer: string, detail: string): FieldFault[] => [
  { pointer, code: 'invalid_type', detail },
];

const findSizeFaults: FindFaults = (sent, pointer) => {
  if (sent === null) return [];
  if (!Array.isArray(sent))
    return invalidType(pointer, 'This field is a list of integers or null.');
  const isSize = (one: unknown) => PARAMETERS.width.parse(JSON.stringify(one) ?? '') !== undefined;
  const detail = `A size is an ${PARAMETERS.width.values}.`;
  const wrong = sent.flatMap((one, at) =>
    isSize(one) ? [] : [{ pointer: `${pointer}/${at}`, code: 'out_of_range', detail }],
  );
  if (sent.length <= LIMITS.maxAllowedSizes) return wrong;
  const most = `A list has at most ${LIMITS.maxAllowedSizes} sizes.`;
  return [{ pointer, code: 'too_many', detail: most }, ...wrong];
};

function findChoiceFaults(choices: readonly string[]): FindFaults {
  return (sent, pointer) =>
    choices.includes(sent as string)
      ? []
      : invalidType(pointer, `This field is ${choices.join(' or ')}.`);
}

const findHourFaults: FindFaults = (sent, pointer) => {
  if (!Number.isInteger(sent)) return invalidType(pointer, 'This field is an integer.');
  const { minTemporaryLifeHours: min, maxTemporaryLifeHours: max } = LIMITS;
  if ((sent as number) >= min && (sent as number) <= max) return [];
  return [{ pointer, code: 'out_of_range', detail: `This field is ${min} to ${max} hours.` }];
};

/** Which faults each setting can have. */
const FIND_FAULTS: Readonly<Record<keyof ProjectSettings, FindFaults>> = {
  allowedWidths: findSizeFaults,
  allowedHeights: findSizeFaults,
  presets: findPresetFaults,
  requireSignature: (sent, pointer) =>
    typeof sent === 'boolean' ? [] : invalidType(pointer, 'This field is true or false.'),
  overQuota: findChoiceFaults(['refuse', 'original']),
  quotaMode: findChoiceFaults(['enforce', 'log']),
  temporaryLifeHours: findHourFaults,
};

function findFaults([name, value]: [string, unknown]): FieldFault[] {
  const find = Object.hasOwn(FIND_FAULTS, name) && FIND_FAULTS[name as keyof ProjectSettings];
  if (find) return find(value, `/${name}`);
  const nearest = nearestName(name, SETTING_NAMES);
  const hint = nearest ? `Did you mean ${nearest}?` : `Known: ${SETTING_NAMES.join(', ')}.`;
  const detail = `There is no such field. ${hint}`;
  return [{ pointer: `/${name}`, code: 'unknown_field', detail }];
}

const ascending = (sizes: readonly number[]) => [...new Set(sizes)].sort((a, b) => a - b);

function canonical(change: SettingsChange): SettingsChange {
  const { allowedWidths, allowedHeights, presets } = change;
  return {
    ...change,
    ...(allowedWidths ? { allowedWidths: ascending(allowedWidths) } : {}),
    ...(allowedHeights ? { allowedHeights: ascending(allowedHeights) } : {}),
    ...(presets ? { presets: canonicalPresets(presets) } : {}),
  };
}

/** Reads settings that were sent into the form in which they are kept. Throws validation_failed with all faults at once. */
export function readSettings(sent: Readonly<Record<string, unknown>>): SettingsChange {
  const errors = Object.entries(sent).flatMap(findFaults);
  const [first] = errors;
  if (!first) return canonical(sent);
  const detail = errors.length > 1 ? `${errors.length} faults were found.` : first.detail;
  throw new ServiceError('validation_failed', { detail, errors });
}
