import type { ImageParameterName, PARAMETERS, ParameterName } from './parameters.ts';

interface Words {
  readonly summary: string;
  /** The result of each pixel, in Markdown, where it is our own formula. */
  readonly formula?: string;
  readonly example: string;
}

/** The effect of an absent parameter, in words if THE table has no value for it. */
type DefaultWords<Name extends ParameterName> =
  (typeof PARAMETERS)[Name]['whenAbsent'] extends undefined
    ? { readonly default: string }
    : { readonly default?: never };

/**
 * Two queries that differ in this parameter only, and so do their images. The tests request both of
 * an image of 96 x 64 pixels, some of them transparent, and expect two images and two rendition
 * keys. The image of `frame` is an animation.
 */
type Contrast<Name extends ParameterName> = Name extends ImageParameterName
  ? { readonly contrast: readonly [string, string] }
  : { readonly contrast?: never };

/** The documentation of a parameter beside its values, and the queries that show its effect. */
export type ParameterWords<Name extends ParameterName = ParameterName> = Words &
  DefaultWords<Name> &
  Contrast<Name>;
