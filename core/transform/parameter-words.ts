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
    summary: 'Output quality; no effect on png and gif.',
    default: 'jpg 80, webp 79, avif 60',
    example: '80',
  },
  crop: {
    summary: 'Cuts this rectangle out of the upright picture, before any other step.',
    default: 'the whole picture',
    example: '0,0,200,100',
  },
  rotate: { summary: 'Turns clockwise.', default: 'none', example: '90' },
  flip: { summary: 'Upside down.', default: 'false', example: 'true' },
  flop: { summary: 'Mirrored.', default: 'false', example: 'true' },
  fit: {
    summary: 'How the picture meets a box of both sides.',
    default: 'cover',
    example: 'inside',
  },
  position: {
    summary: 'Which part cover keeps, and where contain puts the picture.',
    default: 'center',
    example: 'top',
  },
  dpr: {
    summary: 'Device pixels for each pixel of width and height.',
    default: '1',
    example: '2',
  },
  enlarge: {
    summary: 'Allows more pixels than the original has.',
    default: 'false',
    example: 'true',
  },
  grayscale: { summary: 'Takes the colour out.', default: 'false', example: 'true' },
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
    summary: 'What contain adds and what lies under transparent parts.',
    default: 'transparent, white in jpg',
    example: 'ff8800',
  },
  preset: {
    summary:
      "One of the project's presets by its name, in place of all other transformation parameters.",
    default: 'none',
    example: 'card',
  },
  expires: {
    summary: 'When a signed URL ends; together with signature.',
    default: 'never',
    example: '1798761600',
  },
  signature: {
    summary: 'HMAC-SHA256 of the canonical address, by a signing secret of the project.',
    default: 'none',
    example: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  },
};
