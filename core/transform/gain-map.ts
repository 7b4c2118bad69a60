import { EFFECT_NAMES, EFFECTS, type EffectFields, type EffectName, hasEffect } from './effects.ts';
import type { Format } from './formats.ts';
import type { DrawableOverlays } from './overlay.ts';
import type { NamedPosition, Parameters } from './parameters.ts';
import type { Border, Outline } from './shape.ts';
import { isStrategy } from './transformation-faults.ts';

/** Whether results in a format can have a gain map: sharp 0.35 writes it into JPEG alone. */
export const HAS_GAIN_MAP: Readonly<Record<Format, boolean>> = {
  jpg: true,
  png: false,
  webp: false,
  avif: false,
  gif: false,
};

/** Whether a result in a format can have the gain map of an image. */
export function mayHaveGainMap(hasGainMap: boolean, format: Format): boolean {
  return hasGainMap && HAS_GAIN_MAP[format];
}

/** The parts of a result that decide whether a gain map can follow. */
interface Steps extends EffectFields, Outline {
  readonly trim: { readonly parameters: Parameters } | undefined;
  readonly position: NamedPosition;
  readonly border: Border | undefined;
}

/** A step that leaves out the gain map, by its parameter, or the rule of the project. */
export type MapEndingStep =
  | EffectName
  | 'position'
  | 'border'
  | 'radius'
  | 'mask'
  | 'overlay'
  | 'overlay-text'
  | 'watermark';

/** The position is chosen by the pixels, so no map can be cut at the same place. */
function isPlaceUnknown({ position, trim }: Steps): boolean {
  const ofContent = trim?.parameters.position;
  return isStrategy(position) || (ofContent !== undefined && isStrategy(ofContent));
}

/** The steps of a result that no gain map can follow, in their order (transformations.hdr). */
export function stepsWithoutGainMap(
  result: Steps,
  parameters: Parameters,
  { watermark }: DrawableOverlays,
): readonly MapEndingStep[] {
  const { mask, overlay, 'overlay-text': text } = parameters;
  const isCut = result.radius > 0 || result.isCircle;
  const effects = EFFECT_NAMES.map(
    (name) => [name, !EFFECTS[name].keepsGainMap && hasEffect(name, result)] as const,
  );
  const steps: readonly (readonly [MapEndingStep, boolean])[] = [
    ['position', isPlaceUnknown(result)],
    ...effects,
    ['border', result.border !== undefined],
    ['radius', isCut && mask === undefined],
    ['mask', isCut && mask !== undefined],
    ['overlay', overlay !== undefined],
    ['overlay-text', text !== undefined],
    ['watermark', !!watermark],
  ];
  return steps.filter(([, isAsked]) => isAsked).map(([name]) => name);
}
