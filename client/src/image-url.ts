import {
  type OutputFormat,
  PARAMETER_NAMES,
  type TransformationParameters,
} from './generated/transformation.ts';
import { addressOf, type ImageSource, type StemOptions } from './image-source.ts';

/** The parameters without a signature: signImageUrl adds it. */
export type FreeParameters = Omit<TransformationParameters, 'preset' | 'expires' | 'signature'>;
type Preset = { readonly preset: string } & { readonly [Name in keyof FreeParameters]?: never };

/** The parts of an image URL before its query. */
export interface PathOptions extends StemOptions {
  /** The file extension. */
  readonly format?: OutputFormat;
}

/** The options of an image URL: its path, and parameters or one preset. */
export type Transformation = PathOptions &
  Pick<TransformationParameters, 'download'> &
  ((FreeParameters & { readonly preset?: never }) | Preset);

/** Throws a TypeError for a number that is no whole number of pixels. */
export function requirePixels(name: string, value: unknown): void {
  // a text goes to the service, which validates it
  if (typeof value === 'number' && !(Number.isInteger(value) && value > 0))
    throw new TypeError(`${name} must be a whole number of pixels, not ${value}.`);
}

function queryOf(transformation: TransformationParameters): string {
  const pairs = PARAMETER_NAMES.flatMap((name) => {
    const value = transformation[name];
    if (name === 'width' || name === 'height') requirePixels(name, value);
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/**
 * The URL of a transformed image, in canonical order; it replaces an existing query. An ID without
 * a format becomes `.auto`. Throws a TypeError for a foreign address and for fractions of pixels.
 */
export function imageUrl(image: ImageSource, transformation: Transformation = {}): string {
  const { stem, extension = 'auto' } = addressOf(image, transformation);
  return `${stem}.${transformation.format ?? extension}${queryOf(transformation)}`;
}
