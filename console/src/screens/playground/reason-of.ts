import { FORMAT_QUALITY, type ParameterControl } from '../../generated/parameters.ts';
import { PLAYGROUND_TEXTS } from '../../texts/playground-texts.ts';
import type { Values } from './address.ts';

/** Why a parameter has no effect beside the others; undefined where it has one. */
export function reasonOf(
  { needs }: Pick<ParameterControl, 'needs'>,
  values: Values,
  format: string,
): string | undefined {
  const sides = [values.width, values.height].filter(Boolean).length;
  const hasQuality = format === 'auto' || FORMAT_QUALITY[format as 'jpg'] !== null;
  if (needs === 'side' && sides === 0) return PLAYGROUND_TEXTS.needs.side;
  if (needs === 'box' && sides < 2 && !values.ratio) return PLAYGROUND_TEXTS.needs.box;
  if (needs === 'quality' && !hasQuality) return PLAYGROUND_TEXTS.needs.quality;
  return undefined;
}
