import { CONTROLS } from '../../generated/parameters.ts';
import { LIMITS } from '../../generated/rules.ts';
import { lengthOf } from '../../images/metadata-rules.ts';
import type { ProjectChange } from '../../state/change-project.ts';
import type { Project } from '../../state/projects.ts';

/** The settings that are one line of text or a choice. */
export type SettingName = Exclude<
  keyof ProjectChange,
  'allowedOrigins' | 'presets' | 'requireSignature'
>;

interface Setting<Name extends SettingName> {
  /** As it is shown and edited. */
  readonly write: (project: Project) => string;
  /** Undefined where the text can't be one. */
  readonly read: (text: string) => ProjectChange[Name] | undefined;
  readonly isNumber?: true;
}

/** The text of no list of sizes. */
export const ANY = 'any';
const MAX_SIDE = CONTROLS.find(({ name }) => name === 'width')?.max ?? 0;

function readNumber(text: string, max: number, min = 1): number | undefined {
  const value = Number(text);
  return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
}

/** Sizes with commas or spaces between; `any` is null. */
function readSizes(text: string): readonly number[] | null | undefined {
  if (text === ANY) return null;
  const sizes = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((one) => readNumber(one, MAX_SIDE));
  return sizes.length > LIMITS.maxAllowedSizes || sizes.includes(undefined)
    ? undefined
    : (sizes as number[]);
}

const writeSizes = (sizes: readonly number[] | null) => sizes?.join(', ') ?? ANY;

const readChoice =
  <Value extends string>(...values: readonly Value[]) =>
  (text: string) =>
    values.find((one) => one === text);

/** How each is shown and read. */
export const SETTINGS: { readonly [Name in SettingName]: Setting<Name> } = {
  name: {
    write: ({ name }) => name,
    read: (text) =>
      lengthOf(text.trim()) > LIMITS.maxProjectNameLength ? undefined : text.trim() || undefined,
  },
  allowedWidths: { write: (one) => writeSizes(one.allowedWidths), read: readSizes },
  allowedHeights: { write: (one) => writeSizes(one.allowedHeights), read: readSizes },
  temporaryLifeHours: {
    write: (one) => String(one.temporaryLifeHours),
    read: (text) => readNumber(text.trim(), LIMITS.maxTemporaryLifeHours),
    isNumber: true,
  },
  browserMaxAge: {
    write: (one) => String(one.browserMaxAge),
    read: (text) => readNumber(text.trim(), LIMITS.maxBrowserMaxAgeSeconds, 0),
    isNumber: true,
  },
  keepDays: {
    write: (one) => String(one.keepDays),
    read: (text) => readNumber(text.trim(), LIMITS.maxKeepDays, 0),
    isNumber: true,
  },
  defaultVisibility: {
    write: (one) => one.defaultVisibility,
    read: readChoice('public', 'private'),
  },
  overQuota: { write: ({ overQuota }) => overQuota, read: readChoice('refuse', 'original') },
  overBandwidth: {
    write: ({ overBandwidth }) => overBandwidth,
    read: readChoice('serve', 'refuse'),
  },
  fallbackImage: {
    write: ({ fallbackImage }) => fallbackImage ?? '',
    read: (text) => (text === '' ? null : /^img_[a-z2-7]{26}$/.exec(text.trim())?.[0]),
  },
  watermark: { write: ({ watermark }) => watermark ?? '', read: (text) => text.trim() || null },
  moderation: {
    write: ({ moderation }) => moderation,
    read: readChoice('none', 'webhook', 'rekognition'),
  },
  focalPoints: {
    write: ({ focalPoints }) => focalPoints,
    read: readChoice('none', 'rekognition'),
  },
  gamut: { write: ({ gamut }) => gamut, read: readChoice('srgb', 'keep') },
  hdr: { write: ({ hdr }) => String(hdr), read: (text) => text === 'true' },
  credit: { write: ({ credit }) => credit, read: readChoice('drop', 'keep') },
  quotaMode: { write: ({ quotaMode }) => quotaMode, read: readChoice('enforce', 'log') },
};
