import type { ParameterName } from './parameters.ts';

/** What the documentation says of a parameter, beside the values that it takes. */
export interface ParameterWords {
  readonly summary: string;
  readonly default: string;
  readonly example: string;
}

/** The words for each row of THE parameter table: apart from it so that the edge function, which says none of them, stays small. */
export const PARAMETER_WORDS: Readonly<Record<ParameterName, ParameterWords>> = {
  width: {
    summary: 'Output width in pixels.',
    default: 'from height, or as stored',
    example: '400',
  },
  height: {
    summary: 'Output height in pixels.',
    default: 'from width, or as stored',
    example: '300',
  },
  quality: {
    summary: 'Output quality; no effect for png and gif.',
    default: 'jpg 80, webp 79, avif 60',
    example: '80',
  },
  crop: {
    summary: 'Extracts this rectangle of the upright image, before any other step.',
    default: 'the whole image',
    example: '0,0,200,100',
  },
  rotate: {
    summary: 'Rotates clockwise by this angle in degrees.',
    default: 'none',
    example: '90',
  },
  flip: { summary: 'Mirrors vertically: swaps top and bottom.', default: 'false', example: 'true' },
  flop: {
    summary: 'Mirrors horizontally: swaps left and right.',
    default: 'false',
    example: 'true',
  },
  fit: {
    summary: 'How the image fits into the box of width and height.',
    default: 'cover',
    example: 'inside',
  },
  position: {
    summary: 'The part that cover keeps, or the place of the image in contain.',
    default: 'center',
    example: 'top',
  },
  dpr: {
    summary: 'Device pixel ratio: multiplies width and height.',
    default: '1',
    example: '2',
  },
  enlarge: {
    summary: 'Allows a result larger than the original.',
    default: 'false',
    example: 'true',
  },
  grayscale: { summary: 'Converts to grayscale.', default: 'false', example: 'true' },
  blur: {
    summary: 'Gaussian blur, sigma in pixels.',
    default: 'none',
    example: '2.5',
  },
  sharpen: {
    summary: 'Unsharp mask, sigma in pixels.',
    default: 'none',
    example: '1',
  },
  background: {
    summary: 'Colour of the margins that contain adds, and behind transparent pixels.',
    default: 'transparent, white in jpg',
    example: 'ff8800',
  },
  preset: {
    summary: 'Name of a preset of the project; replaces all other transformation parameters.',
    default: 'none',
    example: 'card',
  },
  expires: {
    summary: 'Time at which a signed URL expires; requires signature.',
    default: 'never',
    example: '1798761600',
  },
  signature: {
    summary: 'HMAC-SHA256 of the canonical URL with a signing secret of the project.',
    default: 'none',
    example: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  },
};
