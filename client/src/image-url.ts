import {
  type OutputFormat,
  PARAMETER_NAMES,
  type TransformationParameters,
} from './generated/transformation.ts';

/** An image by its URL, or as the service returns it; `width` is the original's. */
export type ImageSource = string | { readonly imageUrl: string; readonly width?: number };

/** The parameters without a signature: signImageUrl adds it. */
export type FreeParameters = Omit<TransformationParameters, 'preset' | 'expires' | 'signature'>;
type Preset = { readonly preset: string } & { readonly [Name in keyof FreeParameters]?: never };

/** The options of an image URL: parameters, or one preset; `format` is the file extension. */
export type Transformation = { readonly format?: OutputFormat } & (
  | (FreeParameters & { readonly preset?: never })
  | Preset
);

/** The URL of an image as the service returned it. */
export function addressOf(image: ImageSource): string {
  return typeof image === 'string' ? image : image.imageUrl;
}

function queryOf(transformation: TransformationParameters): string {
  const pairs = PARAMETER_NAMES.flatMap((name) => {
    const value = transformation[name];
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** The URL of a transformed image, in canonical order; it replaces an existing query. */
export function imageUrl(image: ImageSource, transformation: Transformation = {}): string {
  const { format, ...parameters } = transformation;
  const [path = ''] = addressOf(image).split(/[?#]/, 1);
  const address = format === undefined ? path : path.replace(/\.[^./]*$/, `.${format}`);
  return address + queryOf(parameters);
}
