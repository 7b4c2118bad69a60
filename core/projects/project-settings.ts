import type { CreditChoice } from '../codecs/credit/credit.ts';
import { LIMITS } from '../foundation/limits.ts';
import type { ImageId } from '../images/ids.ts';
import type { Visibility } from '../images/image-states.ts';

const HOUR_MS = 3_600_000;

/** The reviewers of new images. */
export const MODERATIONS = ['none', 'webhook', 'rekognition'] as const;

/** The finders of the focal points of new images. */
export const FINDERS = ['none', 'rekognition'] as const;

/** The responses in place of a rendition beyond the quota. */
export const OVER_QUOTA_ANSWERS = ['refuse', 'original'] as const;

/** The responses for images of a project whose plan's bandwidth is used up. */
export const OVER_BANDWIDTH_ANSWERS = ['serve', 'refuse'] as const;

/** The colours of renditions: of sRGB, or beyond it where the image has them (`gamut=keep`). */
export const GAMUTS = ['srgb', 'keep'] as const;

/** Whether quotas are enforced or only logged. */
export const QUOTA_MODES = ['enforce', 'log'] as const;

/** The settings of a project for its images, their URLs and its plan (projects.settings). */
export interface ProjectSettings {
  /** Pixels; null: any. An empty list allows presets only. */
  readonly allowedWidths: readonly number[] | null;
  readonly allowedHeights: readonly number[] | null;
  /** By name, the canonical query of the preset. */
  readonly presets: Readonly<Record<string, string>>;
  readonly requireSignature: boolean;
  /**
   * The response in place of a new rendition that exceeds the plan: a refusal, or the stored image
   * for a minute.
   */
  readonly overQuota: (typeof OVER_QUOTA_ANSWERS)[number];
  /** The response for every image while the bandwidth of the plan is used up (quotas.bandwidth). */
  readonly overBandwidth: (typeof OVER_BANDWIDTH_ANSWERS)[number];
  /**
   * The query of an overlay that every image of the project has, whatever is requested; null for
   * none.
   */
  readonly watermark: string | null;
  /**
   * `log`: nothing of this project is refused for the plan's quotas, it is logged; only if the plan
   * allows it (quota-mode.ts).
   */
  readonly quotaMode: (typeof QUOTA_MODES)[number];
  /** The lifetime of its new temporary images. */
  readonly temporaryLifeHours: number;
  /** Seconds for which a browser keeps an image without asking again (delivery.cache-lifetime). */
  readonly browserMaxAge: number;
  /** Days for which replaced bytes and deleted images can be restored; 0: none (keeping.days). */
  readonly keepDays: number;
  /** The visibility of a saved image whose save names none (private.visibility). */
  readonly defaultVisibility: Visibility;
  /** The image in place of its missing ones, if a URL names no other; null: none. */
  readonly fallbackImage: ImageId | null;
  /** The reviewer of its new images; with `none` they are served immediately. */
  readonly moderation: (typeof MODERATIONS)[number];
  /** The finder of its new images' focal points. */
  readonly focalPoints: (typeof FINDERS)[number];
  /** `keep`: each rendition is made as with `gamut=keep`. */
  readonly gamut: (typeof GAMUTS)[number];
  /** Each rendition is made as with `hdr=true`. */
  readonly hdr: boolean;
  /** `keep`: the credit of a new image is read, and stays in its files (uploads.credit). */
  readonly credit: CreditChoice;
}

/** The settings of a new project: any size, nothing signed, limited by its plan. */
export const DEFAULT_SETTINGS: ProjectSettings = {
  allowedWidths: null,
  allowedHeights: null,
  presets: {},
  requireSignature: false,
  overQuota: 'refuse',
  overBandwidth: 'serve',
  watermark: null,
  quotaMode: 'enforce',
  temporaryLifeHours: LIMITS.temporaryLifeMs / HOUR_MS,
  browserMaxAge: LIMITS.browserMaxAgeSeconds,
  keepDays: 0,
  defaultVisibility: 'public',
  fallbackImage: null,
  moderation: 'none',
  focalPoints: 'none',
  gamut: 'srgb',
  hdr: false,
  credit: 'drop',
};

/** The expiry of a temporary image that is uploaded now. */
export function temporaryEnd({ temporaryLifeHours }: ProjectSettings, now: number): number {
  return now + temporaryLifeHours * HOUR_MS;
}

/** Whether a setting decides the edge's cached responses. */
const IS_OF_THE_EDGE: Readonly<Record<keyof ProjectSettings, boolean>> = {
  allowedWidths: true,
  allowedHeights: true,
  presets: true,
  requireSignature: true,
  overQuota: false,
  overBandwidth: true,
  watermark: true,
  quotaMode: false,
  temporaryLifeHours: false,
  browserMaxAge: true,
  keepDays: false,
  defaultVisibility: false,
  fallbackImage: false,
  moderation: true,
  focalPoints: false,
  gamut: true,
  hdr: true,
  credit: false,
};

/** The settings of which a change purges the edge. */
export const EDGE_SETTINGS = Object.keys(IS_OF_THE_EDGE).filter(
  (name) => IS_OF_THE_EDGE[name as keyof ProjectSettings],
);
