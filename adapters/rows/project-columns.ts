import { CREDIT_CHOICES } from '../../core/codecs/credit/credit.ts';
import { VISIBILITIES } from '../../core/images/image-states.ts';
import type { RaisedUploads, SpentBandwidth, Suspension } from '../../core/projects/project.ts';
import {
  DEFAULT_SETTINGS,
  FINDERS,
  GAMUTS,
  MODERATIONS,
  OVER_BANDWIDTH_ANSWERS,
  OVER_QUOTA_ANSWERS,
  type ProjectSettings,
  QUOTA_MODES,
} from '../../core/projects/project-settings.ts';
import {
  boolean,
  type Column,
  type ColumnsOf,
  fields,
  list,
  mapOf,
  number,
  oneOf,
  orNull,
  type Row,
  text,
  withDefault,
} from './columns.ts';
import { imageId } from './image-columns.ts';

function setting<Name extends keyof ProjectSettings>(
  name: Name,
  column: Column<ProjectSettings[Name]>,
): Column<ProjectSettings[Name]> {
  return withDefault(column, DEFAULT_SETTINGS[name]);
}

/** The settings of a project; unset ones are the defaults. */
export const SETTINGS = {
  allowedWidths: setting('allowedWidths', orNull(list(number))),
  allowedHeights: setting('allowedHeights', orNull(list(number))),
  presets: setting('presets', mapOf(text)),
  requireSignature: setting('requireSignature', boolean),
  overQuota: setting('overQuota', oneOf(OVER_QUOTA_ANSWERS)),
  overBandwidth: setting('overBandwidth', oneOf(OVER_BANDWIDTH_ANSWERS)),
  watermark: setting('watermark', orNull(text)),
  quotaMode: setting('quotaMode', oneOf(QUOTA_MODES)),
  temporaryLifeHours: setting('temporaryLifeHours', number),
  browserMaxAge: setting('browserMaxAge', number),
  keepDays: setting('keepDays', number),
  defaultVisibility: setting('defaultVisibility', oneOf(VISIBILITIES)),
  fallbackImage: setting('fallbackImage', orNull(imageId)),
  moderation: setting('moderation', oneOf(MODERATIONS)),
  focalPoints: setting('focalPoints', oneOf(FINDERS)),
  gamut: setting('gamut', oneOf(GAMUTS)),
  hdr: setting('hdr', boolean),
  credit: setting('credit', oneOf(CREDIT_CHOICES)),
} satisfies ColumnsOf<ProjectSettings>;

/** Those of the settings that are stored, and nothing else of a row or an item. */
export function storedSettings(row: Row): Row {
  const names = Object.keys(SETTINGS).filter((name) => row[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

export const suspension = fields({
  reason: text,
  suspendedAt: number,
} satisfies ColumnsOf<Suspension>);

export const raisedUploads = fields({
  perMinute: number,
  until: number,
  reason: text,
} satisfies ColumnsOf<RaisedUploads>);

export const spentBandwidth = fields({
  month: text,
  bytes: number,
} satisfies ColumnsOf<SpentBandwidth>);
