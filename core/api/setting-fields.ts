import * as z from 'zod/mini';
import type { FindFaults } from '../foundation/fault-list.ts';
import { LIMITS } from '../foundation/limits.ts';
import { type ChangeableProject, FIND_SETTING_FAULTS } from '../projects/read-settings.ts';
import { judgedParts } from './fields.ts';

const sizes = (side: string) => ({
  anyOf: [
    {
      type: 'array',
      maxItems: LIMITS.maxAllowedSizes,
      items: { type: 'integer', minimum: 1, maximum: 8192 },
    },
    { type: 'null' },
  ],
  description: `The ${side}s that pictures may be asked for in; null: any.`,
});

const WORDS: Readonly<Record<keyof ChangeableProject, object>> = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: LIMITS.maxProjectNameLength,
    description: 'What people call the project; to delete it, this is typed again.',
  },
  allowedOrigins: {
    type: 'array',
    items: { type: 'string' },
    maxItems: LIMITS.maxAllowedOrigins,
    description:
      'Web origins whose pages may upload: exactly, `http://localhost:*`, or one level of `https://*.example.com`.',
  },
  allowedWidths: sizes('width'),
  allowedHeights: sizes('height'),
  presets: {
    type: 'object',
    additionalProperties: { type: 'string' },
    maxProperties: LIMITS.maxPresets,
    description: 'By name, the query that it stands for.',
  },
  requireSignature: { type: 'boolean', description: 'Whether the URLs of pictures are signed.' },
  overQuota: {
    type: 'string',
    enum: ['refuse', 'original'],
    description:
      'In place of a new rendition that the plan does not hold: a refusal, or the stored picture.',
  },
  quotaMode: {
    type: 'string',
    enum: ['enforce', 'log'],
    description:
      'With `log` nothing is refused for the quotas of the plan; only on a plan with `mayExceedQuota`, and for as long.',
  },
  temporaryLifeHours: {
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.maxTemporaryLifeHours,
    description: 'How long new temporary images live.',
  },
};

function settingField(find: FindFaults, words: object) {
  return z.optional(judgedParts<unknown>(find, words));
}

type SettingFields = Record<keyof ChangeableProject, ReturnType<typeof settingField>>;

/** A field for everything that can be set of a project, each optional and judged as readSettings does. */
export function settingFields(): SettingFields {
  const names = Object.keys(WORDS) as (keyof ChangeableProject)[];
  const fields = names.map((name) => [name, settingField(FIND_SETTING_FAULTS[name], WORDS[name])]);
  return Object.fromEntries(fields) as SettingFields;
}
