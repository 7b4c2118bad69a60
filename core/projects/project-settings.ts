import { LIMITS } from '../foundation/limits.ts';

const HOUR_MS = 3_600_000;

/** What a project says of its pictures, their URLs and its plan (projects.settings). */
export interface ProjectSettings {
  /** Pixels; null: any. An empty list leaves presets alone. */
  readonly allowedWidths: readonly number[] | null;
  readonly allowedHeights: readonly number[] | null;
  /** By name, the canonical query that it stands for. */
  readonly presets: Readonly<Record<string, string>>;
  readonly requireSignature: boolean;
  /**
   * What is answered in place of a new rendition that the plan doesn't hold: a refusal, or the
   * stored picture for a minute.
   */
  readonly overQuota: 'refuse' | 'original';
  /**
   * `log`: nothing of this project is refused for the plan's quotas, it is logged; where the plan
   * lets it (quota-mode.ts).
   */
  readonly quotaMode: 'enforce' | 'log';
  /** How long its new temporary images live. */
  readonly temporaryLifeHours: number;
}

/** What a new project starts with: any size, nothing signed, held to its plan. */
export const DEFAULT_SETTINGS: ProjectSettings = {
  allowedWidths: null,
  allowedHeights: null,
  presets: {},
  requireSignature: false,
  overQuota: 'refuse',
  quotaMode: 'enforce',
  temporaryLifeHours: LIMITS.temporaryLifeMs / HOUR_MS,
};

/** When a temporary image that comes in now ends. */
export function temporaryEnd({ temporaryLifeHours }: ProjectSettings, now: number): number {
  return now + temporaryLifeHours * HOUR_MS;
}

/** Those that decide what the edge may keep: when one changes, it has to forget. */
export const EDGE_SETTINGS = [
  'allowedWidths',
  'allowedHeights',
  'presets',
  'requireSignature',
] as const satisfies readonly (keyof ProjectSettings)[];
