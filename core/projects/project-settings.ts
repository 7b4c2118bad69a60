/** What a project says of the URLs of its pictures (CONTRACT C10.8). */
export interface ProjectSettings {
  /** Pixels; null: any. An empty list leaves presets alone. */
  readonly allowedWidths: readonly number[] | null;
  readonly allowedHeights: readonly number[] | null;
  /** By name, the canonical query that it stands for. */
  readonly presets: Readonly<Record<string, string>>;
  readonly requireSignature: boolean;
  /** What is answered in place of a new rendition that the plan doesn't hold: a refusal, or the stored picture for a minute. */
  readonly overQuota: 'refuse' | 'original';
}

/** What a new project starts with: any size, nothing signed. */
export const DEFAULT_SETTINGS: ProjectSettings = {
  allowedWidths: null,
  allowedHeights: null,
  presets: {},
  requireSignature: false,
  overQuota: 'refuse',
};

/** Those that decide what the edge may keep: when one changes, it has to forget. */
export const EDGE_SETTINGS = [
  'allowedWidths',
  'allowedHeights',
  'presets',
  'requireSignature',
] as const satisfies readonly (keyof ProjectSettings)[];
