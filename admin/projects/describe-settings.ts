import type { Cell } from '../../cli/output/table.ts';
import type { ProjectSettings } from '../../core/projects/project-settings.ts';

/** The settings of a project as facts for users. */
export function describeSettings(settings: ProjectSettings): Readonly<Record<string, Cell>> {
  const { allowedWidths, allowedHeights, presets, ...simple } = settings;
  const sizes = (allowed: readonly number[] | null) => allowed?.join(' ') ?? 'any';
  const named = Object.entries(presets).map(([name, query]) => `${name}: ${query}`);
  return {
    allowedWidths: sizes(allowedWidths),
    allowedHeights: sizes(allowedHeights),
    presets: named.join('; '),
    ...simple,
  };
}
