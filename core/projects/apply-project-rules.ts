import type { OutputFormat } from '../transform/formats.ts';
import type { ParameterName, Parameters } from '../transform/parameters.ts';
import { queryOf, simplifyParameters } from '../transform/query.ts';
import type { ProjectSettings } from './project-settings.ts';
import { parametersOfText } from './stored-query.ts';

/** A request's parameters under its project's rules, or the reason of a refusal. */
export type RuledParameters =
  | { readonly parameters: Parameters; readonly fault?: undefined }
  | {
      readonly parameters?: undefined;
      readonly fault: { readonly code: 'invalid_parameter'; readonly detail: string };
    };

const SIDES = { width: 'allowedWidths', height: 'allowedHeights' } as const;

function findFault(requested: Parameters, settings: ProjectSettings): string | undefined {
  if (settings.allowedWidths === null && settings.allowedHeights === null) return undefined;
  const isSide = (name: ParameterName): name is keyof typeof SIDES => Object.hasOwn(SIDES, name);
  for (const [name, text] of queryOf(requested)) {
    // the same rendition as without it, unless the image has its own point
    if (name === 'position' && text === 'center') continue;
    // any other parameter would multiply the renditions that the lists limit
    if (!isSide(name)) return `The project allows ${name} only in presets.`;
    if (settings[SIDES[name]]?.includes(Number(text)) === false) {
      return `${text} is not an allowed ${name} of the project.`;
    }
  }
  return undefined;
}

/** The parameters that a project has on every request, unless that has its own. */
function parametersOf({ gamut, hdr }: ProjectSettings): Parameters {
  return { ...(gamut === 'keep' ? { gamut } : {}), ...(hdr ? { hdr } : {}) };
}

/**
 * Expands a preset, and checks any other transformation against the project's sizes, after `dpr`,
 * which the edge has multiplied in. The parameters of the address are left out.
 */
export function applyProjectRules(
  { preset, download: _, fallback: __, expires: ___, signature: ____, ...requested }: Parameters,
  format: OutputFormat,
  settings: ProjectSettings,
): RuledParameters {
  const ofProject = parametersOf(settings);
  const refuse = (detail: string) => ({ fault: { code: 'invalid_parameter', detail } as const });
  if (preset !== undefined) {
    if (!Object.hasOwn(settings.presets, preset))
      return refuse('The preset does not exist in the project.');
    return {
      parameters: { ...ofProject, ...parametersOfText(settings.presets[preset] as string) },
    };
  }
  const parameters = simplifyParameters(requested, format);
  const detail = findFault(parameters, settings);
  return detail === undefined ? { parameters: { ...ofProject, ...parameters } } : refuse(detail);
}
