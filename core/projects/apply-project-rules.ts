import type { OutputFormat } from '../transform/formats.ts';
import type { ParameterName, Parameters } from '../transform/parameters.ts';
import { queryOf, simplifyParameters } from '../transform/query.ts';
import { parametersOfPreset } from './presets.ts';
import type { ProjectSettings } from './project-settings.ts';

/** What a project makes of a request's parameters, or why it takes them not. */
export type RuledParameters =
  | { readonly parameters: Parameters; readonly fault?: undefined }
  | { readonly fault: { readonly code: 'invalid_parameter'; readonly detail: string } };

const SIDES = { width: 'allowedWidths', height: 'allowedHeights' } as const;

function findFault(requested: Parameters, settings: ProjectSettings): string | undefined {
  if (settings.allowedWidths === null && settings.allowedHeights === null) return undefined;
  const isSide = (name: ParameterName): name is keyof typeof SIDES => Object.hasOwn(SIDES, name);
  for (const [name, text] of queryOf(requested)) {
    // any other parameter would multiply the renditions that the lists are there to bound
    if (!isSide(name)) return `The project allows ${name} only in presets.`;
    if (settings[SIDES[name]]?.includes(Number(text)) === false) {
      return `${text} is not an allowed ${name} of the project.`;
    }
  }
  return undefined;
}

/**
 * Puts a preset's transformation in its place, and holds any other to the sizes that the project
 * lists: those as they are after `dpr`, for the edge has multiplied it in. What signs the URL is
 * left out.
 */
export function applyProjectRules(
  { preset, expires: _, signature: __, ...requested }: Parameters,
  format: OutputFormat,
  settings: ProjectSettings,
): RuledParameters {
  const refuse = (detail: string) => ({ fault: { code: 'invalid_parameter', detail } as const });
  if (preset !== undefined) {
    if (!Object.hasOwn(settings.presets, preset))
      return refuse('The preset does not exist in the project.');
    return { parameters: parametersOfPreset(settings.presets[preset] as string) };
  }
  const parameters = simplifyParameters(requested, format);
  const detail = findFault(parameters, settings);
  return detail === undefined ? { parameters } : refuse(detail);
}
