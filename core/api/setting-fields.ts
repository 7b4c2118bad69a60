import * as z from 'zod/mini';
import { CREDIT_CHOICES } from '../codecs/credit/credit.ts';
import type { FindFaults } from '../foundation/fault-list.ts';
import { LIMITS } from '../foundation/limits.ts';
import { VISIBILITIES } from '../images/image-states.ts';
import {
  FINDERS,
  GAMUTS,
  MODERATIONS,
  OVER_BANDWIDTH_ANSWERS,
  OVER_QUOTA_ANSWERS,
  QUOTA_MODES,
} from '../projects/project-settings.ts';
import { type ChangeableProject, FIND_SETTING_FAULTS } from '../projects/read-settings.ts';
import { PARAMETERS } from '../transform/parameters.ts';
import { validatedParts } from './fields.ts';

const sizes = (side: string) => ({
  anyOf: [
    {
      type: 'array',
      maxItems: LIMITS.maxAllowedSizes,
      items: { type: 'integer', minimum: 1, maximum: 8192 },
    },
    { type: 'null' },
  ],
  description: `Allowed values of ${side} in image URLs; null allows any.`,
});

const WORDS: Readonly<Record<keyof ChangeableProject, object>> = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: LIMITS.maxProjectNameLength,
    description: 'Display name of the project; deleting the project requires it as confirmation.',
  },
  allowedOrigins: {
    type: 'array',
    items: { type: 'string' },
    maxItems: LIMITS.maxAllowedOrigins,
    description:
      'Web origins whose pages may upload: exact origins, `http://localhost:*`, one level of subdomains such as `https://*.example.com`, or the pages of an app such as `capacitor://localhost`.',
  },
  allowedWidths: sizes('width'),
  allowedHeights: sizes('height'),
  presets: {
    type: 'object',
    additionalProperties: { type: 'string' },
    maxProperties: LIMITS.maxPresets,
    description: 'Presets: the name of each and the query that it replaces.',
  },
  requireSignature: { type: 'boolean', description: 'Whether image URLs must be signed.' },
  overQuota: {
    type: 'string',
    enum: [...OVER_QUOTA_ANSWERS],
    description: 'Response to a rendition beyond the quota: an error, or the original image.',
  },
  overBandwidth: {
    type: 'string',
    enum: [...OVER_BANDWIDTH_ANSWERS],
    description:
      'Response for every image while the bandwidth of the plan is used up: the image, or a refusal until the month ends.',
  },
  watermark: {
    anyOf: [{ type: 'string' }, { type: 'null' }],
    description:
      'Overlay that every image of the project has, whatever is requested: a query of `overlay` or `overlay-text` and its parameters. With it no original is served. null for none.',
  },
  quotaMode: {
    type: 'string',
    enum: [...QUOTA_MODES],
    description:
      'With `log`, usage beyond the quotas of the plan is logged and not rejected. It requires a plan with `mayExceedQuota`.',
  },
  temporaryLifeHours: {
    type: 'integer',
    minimum: 1,
    maximum: LIMITS.maxTemporaryLifeHours,
    description: 'Lifetime of new temporary images in hours.',
  },
  keepDays: {
    type: 'integer',
    minimum: 0,
    maximum: LIMITS.maxKeepDays,
    description:
      'Days for which replaced bytes and deleted images are kept for a restore; 0 keeps none. A lower number also ends earlier keeping sooner.',
  },
  browserMaxAge: {
    type: 'integer',
    minimum: 0,
    maximum: LIMITS.maxBrowserMaxAgeSeconds,
    description:
      'Seconds for which a browser keeps an image without asking again: `max-age` of its Cache-Control. A deleted image can be seen there as long.',
  },
  defaultVisibility: {
    enum: VISIBILITIES,
    description:
      'Visibility of an image whose save names none. A private image needs a grant of create-access-grant.',
  },
  fallbackImage: {
    anyOf: [PARAMETERS.fallback.schema, { type: 'null' }],
    description:
      'ID of the image of the project that is served in place of its missing ones; null for none.',
  },
  moderation: {
    type: 'string',
    enum: [...MODERATIONS],
    description:
      'The reviewer of new images: they are served after review-image approves them. With `none`, immediately.',
  },
  focalPoints: {
    type: 'string',
    enum: [...FINDERS],
    description:
      'The finder of focal points, for new images alone. A point that a caller sets stays.',
  },
  gamut: {
    type: 'string',
    enum: [...GAMUTS],
    description:
      'Colours of renditions. With `keep`, every rendition is made as with the parameter `gamut=keep`.',
  },
  hdr: {
    type: 'boolean',
    description:
      'Whether renditions keep gain maps. With `true`, every rendition is made as with the parameter `hdr=true`.',
  },
  credit: {
    type: 'string',
    enum: [...CREDIT_CHOICES],
    description:
      'Creator, copyright and licence URL that the file of a new image states. With `keep`, they are shown, and stay in its stored image and renditions.',
  },
};

function settingField<Value>(find: FindFaults, words: object) {
  return z.optional(validatedParts<Value>(find, words));
}

type SettingFields = {
  [Name in keyof ChangeableProject]: ReturnType<typeof settingField<ChangeableProject[Name]>>;
};

/** A field for each setting of a project, optional and validated as readSettings does. */
export function settingFields(): SettingFields {
  const names = Object.keys(WORDS) as (keyof ChangeableProject)[];
  const fields = names.map((name) => [name, settingField(FIND_SETTING_FAULTS[name], WORDS[name])]);
  return Object.fromEntries(fields) as SettingFields;
}
