import { LIMITS } from '../contract/limits.ts';
import { nearestName } from '../contract/nearest-name.ts';
import { type FieldFault, ServiceError } from '../contract/service-error.ts';
import { PARAMETERS } from '../transform/parameters.ts';
import { findOriginFaults } from './allowed-origins.ts';
import { canonicalPresets, findPresetFaults } from './presets.ts';
import type { Project } from './project.ts';
import { findNameFaults } from './project-name.ts';
import type { ProjectSettings } from './project-settings.ts';

/** What can be changed of a project: its settings, its name and its allowed origins. */
export type ChangeableProject = ProjectSettings & Pick<Project, 'name' | 'allowedOrigins'>;

/** Some of it, as a caller wants it to be. */
export type SettingsChange = Partial<ChangeableProject>;

type SettingName = keyof ChangeableProject;

/** Tells every fault of a value that was sent, at `pointer` and below. */
export type FindFaults = (sent: unknown, pointer: string) => FieldFault[];

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
export const FIND_SETTING_FAULTS: Readonly<Record<SettingName, FindFaults>> = {
  name: findNameFaults,
  allowedOrigins: findOriginFaults,
  allowedWidths: findSizeFaults,
  allowedHeights: findSizeFaults,
  presets: findPresetFaults,
  requireSignature: (sent, pointer) =>
    typeof sent === 'boolean' ? [] : invalidType(pointer, 'This field is true or false.'),
  overQuota: findChoiceFaults(['refuse', 'original']),
  quotaMode: findChoiceFaults(['enforce', 'log']),
  temporaryLifeHours: findHourFaults,
};
const SETTING_NAMES = Object.keys(FIND_SETTING_FAULTS) as SettingName[];

function findFaults([name, value]: [string, unknown]): FieldFault[] {
  const find = Object.hasOwn(FIND_SETTING_FAULTS, name) && FIND_SETTING_FAULTS[name as SettingName];
  if (find) return find(value, `/${name}`);
  const nearest = nearestName(name, SETTING_NAMES);
  const hint = nearest ? `Did you mean ${nearest}?` : `Known: ${SETTING_NAMES.join(', ')}.`;
  const detail = `There is no such field. ${hint}`;
  return [{ pointer: `/${name}`, code: 'unknown_field', detail }];
}

const ascending = (sizes: readonly number[]) => [...new Set(sizes)].sort((a, b) => a - b);

function canonical(change: SettingsChange): SettingsChange {
  const { allowedOrigins, allowedWidths, allowedHeights, presets } = change;
  return {
    ...change,
    ...(allowedOrigins ? { allowedOrigins: [...new Set(allowedOrigins)] } : {}),
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
