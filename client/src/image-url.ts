import {
  type OutputFormat,
  PARAMETER_NAMES,
  type TransformationParameters,
} from './generated/transformation.ts';

/** An image by its address, or as the service answers it; `width` is the original's. */
export type ImageSource = string | { readonly imageUrl: string; readonly width?: number };

/** Each parameter by itself; a signature is signImageUrl's affair. */
export type FreeParameters = Omit<TransformationParameters, 'preset' | 'expires' | 'signature'>;
type Preset = { readonly preset: string } & { readonly [Name in keyof FreeParameters]?: never };

/** What an image's address asks for: parameters, or one of the project's presets alone; `format` is the extension. */
export type Transformation = { readonly format?: OutputFormat } & (
  | (FreeParameters & { readonly preset?: never })
  | Preset
);

/** The address of an image as the service answered it. */
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

/** The address of an image, transformed; the parameters in the canonical order, a query that was there is replaced. */
export function imageUrl(image: ImageSource, transformation: Transformation = {}): string {
  const { format, ...parameters } = transformation;
  const [path = ''] = addressOf(image).split(/[?#]/, 1);
  const address = format === undefined ? path : path.replace(/\.[^./]*$/, `.${format}`);
  return address + queryOf(parameters);
}
