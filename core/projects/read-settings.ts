import { CREDIT_CHOICES } from '../codecs/credit/credit.ts';
import {
  type FindFaults,
  findIntegerFault,
  listFaults,
  refuseFaults,
} from '../foundation/fault-list.ts';
import { LIMITS } from '../foundation/limits.ts';
import { nearestName } from '../foundation/nearest-name.ts';
import { pointerStep } from '../foundation/reported-text.ts';
import type { FieldFault } from '../foundation/service-error.ts';
import { isImageId } from '../images/ids.ts';
import { VISIBILITIES } from '../images/image-states.ts';
import { PARAMETERS } from '../transform/parameters.ts';
import { findOriginFaults } from './allowed-origins.ts';
import { canonicalPresets, findPresetFaults } from './presets.ts';
import type { Project } from './project.ts';

import {
  FINDERS,
  GAMUTS,
  MODERATIONS,
  OVER_BANDWIDTH_ANSWERS,
  OVER_QUOTA_ANSWERS,
  type ProjectSettings,
  QUOTA_MODES,
} from './project-settings.ts';
import { canonicalWatermark, findWatermarkFaults } from './watermark.ts';

function describeFault(sent: unknown): Pick<FieldFault, 'code' | 'detail'> | undefined {
  if (typeof sent !== 'string')
    return { code: 'invalid_type', detail: 'This field must be a string.' };
  const length = [...sent].length;
  if (length === 0 || length > LIMITS.maxProjectNameLength) {
    const detail = `This field must have 1 to ${LIMITS.maxProjectNameLength} characters.`;
    return { code: 'invalid_length', detail };
  }
  // a name is shown in lists and typed again to delete the project; SQLite would change a lone
  // surrogate
  if (sent.isWellFormed() && !/\p{Cc}/u.test(sent) && sent.trim() === sent) return undefined;
  const detail = 'A name must not have control characters, or a space at its start or end.';
  return { code: 'invalid_value', detail };
}

/** Tells the fault of a project's name, at `pointer`. */
const findNameFaults: FindFaults = (sent, pointer, faults) => {
  const fault = describeFault(sent);
  if (fault) faults.add(() => ({ pointer, ...fault }));
};

/** The fields of a project that can be changed: its settings, its name and its allowed origins. */
export type ChangeableProject = ProjectSettings & Pick<Project, 'name' | 'allowedOrigins'>;

/** Some of them, as a caller sends them. */
export type SettingsChange = Partial<ChangeableProject>;

type SettingName = keyof ChangeableProject;

/** The one fault of a value, if it has one. */
type FindFault = (sent: unknown) => Pick<FieldFault, 'code' | 'detail'> | undefined;

const alone =
  (find: FindFault): FindFaults =>
  (sent, pointer, faults) => {
    const fault = find(sent);
    if (fault) faults.add(() => ({ pointer, ...fault }));
  };

const invalidType = (detail: string) => ({ code: 'invalid_type', detail });

const findListFault: FindFault = (sent) => {
  if (sent === null) return undefined;
  if (!Array.isArray(sent)) return invalidType('This field must be a list of integers or null.');
  if (sent.length <= LIMITS.maxAllowedSizes) return undefined;
  return { code: 'too_many', detail: `The list may have at most ${LIMITS.maxAllowedSizes} sizes.` };
};

const SIZE_FAULT = `A size must be an ${PARAMETERS.width.values}.`;

const findSizeFaults: FindFaults = (sent, pointer, faults) => {
  alone(findListFault)(sent, pointer, faults);
  if (!Array.isArray(sent)) return;
  for (const [at, origin] of sent.entries()) {
    if (typeof origin === 'number' && PARAMETERS.width.parse(String(origin)) !== undefined)
      continue;
    faults.add(() => ({ pointer: `${pointer}/${at}`, code: 'out_of_range', detail: SIZE_FAULT }));
  }
};

const choice = (choices: readonly string[]) =>
  alone((sent) =>
    choices.includes(sent as string)
      ? undefined
      : invalidType(`This field must be ${choices.join(' or ')}.`),
  );

const integer = (min: number, max: number, unit: string) =>
  alone((sent) => findIntegerFault(sent, min, max, ` ${unit}`));

const findFlagFault: FindFault = (sent) =>
  typeof sent === 'boolean' ? undefined : invalidType('This field must be true or false.');

const findImageFault: FindFault = (sent) =>
  sent === null || (typeof sent === 'string' && isImageId(sent))
    ? undefined
    : invalidType('This field must be the ID of an image or null.');

/** The possible faults of each setting. */
export const FIND_SETTING_FAULTS: Readonly<Record<SettingName, FindFaults>> = {
  name: findNameFaults,
  allowedOrigins: findOriginFaults,
  allowedWidths: findSizeFaults,
  allowedHeights: findSizeFaults,
  presets: findPresetFaults,
  requireSignature: alone(findFlagFault),
  overQuota: choice(OVER_QUOTA_ANSWERS),
  overBandwidth: choice(OVER_BANDWIDTH_ANSWERS),
  quotaMode: choice(QUOTA_MODES),
  watermark: findWatermarkFaults,
  temporaryLifeHours: integer(LIMITS.minTemporaryLifeHours, LIMITS.maxTemporaryLifeHours, 'hours'),
  browserMaxAge: integer(0, LIMITS.maxBrowserMaxAgeSeconds, 'seconds'),
  keepDays: integer(0, LIMITS.maxKeepDays, 'days'),
  defaultVisibility: choice(VISIBILITIES),
  fallbackImage: alone(findImageFault),
  moderation: choice(MODERATIONS),
  focalPoints: choice(FINDERS),
  gamut: choice(GAMUTS),
  hdr: alone(findFlagFault),
  credit: choice(CREDIT_CHOICES),
};
const SETTING_NAMES = Object.keys(FIND_SETTING_FAULTS) as SettingName[];

function describeUnknown(name: string): FieldFault {
  const nearest = nearestName(name, SETTING_NAMES);
  const hint = nearest ? `Did you mean ${nearest}?` : `Known fields: ${SETTING_NAMES.join(', ')}.`;
  const detail = `This field is unknown. ${hint}`;
  return { pointer: pointerStep(name), code: 'unknown_field', detail };
}

const findAllFaults: FindFaults<Readonly<Record<string, unknown>>> = (sent, _, faults) => {
  for (const [name, value] of Object.entries(sent)) {
    const isKnown = Object.hasOwn(FIND_SETTING_FAULTS, name);
    if (isKnown) FIND_SETTING_FAULTS[name as SettingName](value, `/${name}`, faults);
    else faults.add(() => describeUnknown(name));
  }
};

const ascending = (sizes: readonly number[]) => [...new Set(sizes)].sort((a, b) => a - b);

function canonical(change: SettingsChange): SettingsChange {
  const { allowedOrigins, allowedWidths, allowedHeights, presets, watermark } = change;
  return {
    ...change,
    ...(allowedOrigins ? { allowedOrigins: [...new Set(allowedOrigins)] } : {}),
    ...(allowedWidths ? { allowedWidths: ascending(allowedWidths) } : {}),
    ...(allowedHeights ? { allowedHeights: ascending(allowedHeights) } : {}),
    ...(presets ? { presets: canonicalPresets(presets) } : {}),
    ...(watermark ? { watermark: canonicalWatermark(watermark) } : {}),
  };
}

/**
 * Reads sent settings into their stored form. Throws validation_failed with all faults together.
 */
export function readSettings(sent: Readonly<Record<string, unknown>>): SettingsChange {
  const faults = listFaults(findAllFaults, sent);
  if (faults.count > 0) throw refuseFaults(faults);
  return canonical(sent);
}
