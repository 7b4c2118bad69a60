import { isClear } from './background.ts';
import type { Size } from './geometry.ts';
import type { ImageParameterName, Parameters } from './parameters.ts';
import type { ParameterWords } from './word-types.ts';

/** An effect on pixels by one parameter, whose name its step has. */
interface Effect<Name extends ImageParameterName> {
  /** Its field of a transformation. */
  readonly field: string;
  /** The name of its part of the rendition key. */
  readonly word: string;
  /** Whether a gain map still fits the pixels behind it: those that it brightens must stay. */
  readonly keepsGainMap: boolean;
  /** The value that changes nothing. */
  readonly neutral: number | boolean | undefined;
  /** The value for a result of this size; undefined is the neutral one. */
  read(parameters: Parameters, size: Size): unknown;
  /**
   * CPU milliseconds a megapixel of the output, and the measured costs that the figure is rounded
   * up from. Undefined where more than the pixels decides: STEP_PRICES has it then.
   */
  readonly price: { readonly perMegapixel: number; readonly source: string } | undefined;
  readonly words: ParameterWords<Name>;
}

/** A block of the whole image is the largest. */
const readSide = ({ pixelate = 1 }: Parameters, { width, height }: Size) =>
  Math.min(pixelate, Math.max(width, height));

/**
 * THE table of effects, in the order of their steps: a field, a part of the key, a price and the
 * documentation of each. Its reading is a row of PARAMETERS, its formula one of the image engine.
 */
export const EFFECTS = {
  brightness: {
    // per cent
    field: 'brightness',
    word: 'bright',
    keepsGainMap: false,
    neutral: 100,
    read: ({ brightness }) => brightness,
    price: { perMegapixel: 15, source: '7' },
    words: {
      summary: 'Brightness in per cent, as brightness() of CSS; 100 changes nothing.',
      formula: '`v * brightness / 100` for red, green and blue',
      example: '120',
      contrast: ['brightness=60', 'brightness=140'],
    },
  },
  contrast: {
    field: 'contrast',
    word: 'contrast',
    keepsGainMap: false,
    neutral: 100,
    read: ({ contrast }) => contrast,
    price: { perMegapixel: 15, source: '8' },
    words: {
      summary: 'Contrast in per cent, as contrast() of CSS; 100 changes nothing.',
      formula: '`(v - 127.5) * contrast / 100 + 127.5` for red, green and blue',
      example: '120',
      contrast: ['contrast=60', 'contrast=140'],
    },
  },
  gamma: {
    field: 'gamma',
    word: 'gamma',
    keepsGainMap: false,
    neutral: 1,
    read: ({ gamma }) => gamma,
    price: { perMegapixel: 15, source: '8' },
    words: {
      summary: 'Gamma: more than 1 lightens the middle tones.',
      formula: '`255 * (v / 255) ** (1 / gamma)` for red, green and blue',
      example: '1.5',
      contrast: ['gamma=0.5', 'gamma=2'],
    },
  },
  saturation: {
    field: 'saturation',
    word: 'sat',
    keepsGainMap: false,
    neutral: 100,
    read: ({ saturation }) => saturation,
    price: { perMegapixel: 50, source: '37' },
    words: {
      summary: 'Saturation in per cent, as saturate() of CSS; 0 leaves grey.',
      formula:
        '`luma + (v - luma) * saturation / 100` for red, green and blue; `luma = 0.213 * red + 0.715 * green + 0.072 * blue`',
      example: '150',
      contrast: ['saturation=0', 'saturation=200'],
    },
  },
  hue: {
    // degrees
    field: 'hue',
    word: 'hue',
    keepsGainMap: false,
    neutral: 0,
    read: ({ hue }) => hue,
    price: { perMegapixel: 50, source: '33' },
    words: {
      summary: 'Rotates the hue by this angle in degrees, as hue-rotate() of CSS.',
      formula:
        'the matrix of `hueRotate` in [Filter Effects](https://www.w3.org/TR/filter-effects-1/#feColorMatrixElement)',
      example: '90',
      contrast: ['hue=60', 'hue=200'],
    },
  },
  grayscale: {
    field: 'isGrayscale',
    word: 'gray',
    keepsGainMap: false,
    neutral: false,
    read: ({ grayscale }) => grayscale,
    price: { perMegapixel: 25, source: '10, and its pixels as a PNG in between' },
    words: {
      summary: 'Converts to grayscale.',
      example: 'true',
      contrast: ['', 'grayscale=true'],
    },
  },
  tint: {
    // six or eight hex digits, the last two its strength
    field: 'tint',
    word: 'tint',
    keepsGainMap: false,
    neutral: undefined,
    read: ({ tint }) => (isClear(tint) ? undefined : tint),
    price: { perMegapixel: 65, source: '51' },
    words: {
      summary:
        'Shades of one colour, each as light as before. The last two of 8 digits are the strength.',
      default: 'none',
      formula:
        "With `t` for a value of the colour and `m` for its luma: `t * luma / m` where `luma < m`, else `255 - (255 - t) * (255 - luma) / (255 - m)`. The pixel's luma is rounded. A strength below 1 mixes it with the value that was there.",
      example: '704214',
      contrast: ['tint=704214', 'tint=144270'],
    },
  },
  negate: {
    field: 'isNegated',
    word: 'negate',
    keepsGainMap: false,
    neutral: false,
    read: ({ negate }) => negate,
    price: { perMegapixel: 15, source: '9' },
    words: {
      summary: 'Inverts the colours, as invert() of CSS.',
      formula: '`255 - v` for red, green and blue',
      example: 'true',
      contrast: ['', 'negate=true'],
    },
  },
  pixelate: {
    // the side of a block in pixels of the output
    field: 'pixelate',
    word: 'pixel',
    keepsGainMap: false,
    neutral: 1,
    read: readSide,
    price: { perMegapixel: 70, source: '37 and a flatter image to encode' },
    words: {
      summary: 'Squares of one colour, with this side in pixels.',
      formula:
        "the mean of the square's colours, each weighted by its alpha, and the mean of its alpha; the first square is in the upper left corner",
      example: '12',
      contrast: ['pixelate=4', 'pixelate=11'],
    },
  },
  blur: {
    // sigma in pixels of the output
    field: 'blur',
    word: 'blur',
    keepsGainMap: false,
    neutral: 0,
    read: ({ blur }) => blur,
    price: undefined,
    words: {
      summary: 'Gaussian blur, sigma in pixels.',
      default: 'none',
      example: '2.5',
      contrast: ['blur=1', 'blur=3'],
    },
  },
  sharpen: {
    field: 'sharpen',
    word: 'sharpen',
    keepsGainMap: true,
    neutral: 0,
    read: ({ sharpen }) => sharpen,
    price: undefined,
    words: {
      summary: 'Unsharp mask, sigma in pixels.',
      default: 'none',
      example: '1',
      contrast: ['sharpen=0.5', 'sharpen=3'],
    },
  },
} as const satisfies { readonly [Name in ImageParameterName]?: Effect<Name> };

type Rows = typeof EFFECTS;
export type EffectName = keyof Rows;
export type FieldOf<Name extends EffectName> = Rows[Name]['field'];

type ValueOf<Row extends { readonly neutral: unknown; read(...input: never): unknown }> =
  Row['neutral'] extends undefined
    ? ReturnType<Row['read']>
    : Exclude<ReturnType<Row['read']>, undefined>;

/** The fields of effects in a transformation, in no order. */
export type EffectFields = {
  readonly [Name in EffectName as FieldOf<Name>]: ValueOf<Rows[Name]>;
};

export const EFFECT_NAMES = Object.keys(EFFECTS) as EffectName[];

function ofEach<Values>(entryOf: (name: EffectName) => readonly [string, unknown]): Values {
  return Object.fromEntries(EFFECT_NAMES.map(entryOf)) as Values;
}

/** The steps of effects in their order, by their names in the documents. */
export const EFFECT_STEPS = ofEach<{ readonly [Name in EffectName]: Name }>((name) => [name, name]);

/** The words of their parameters. */
export const EFFECT_WORDS = ofEach<{ readonly [Name in EffectName]: ParameterWords<Name> }>(
  (name) => [name, EFFECTS[name].words],
);

/** The fields of effects for a result of this size. */
export function resolveEffects(parameters: Parameters, size: Size): EffectFields {
  return ofEach((name) => {
    const { field, neutral, read } = EFFECTS[name];
    return [field, read(parameters, size) ?? neutral];
  });
}

/** Whether an effect changes pixels. */
export function hasEffect<Name extends EffectName>(
  name: Name,
  requested: Pick<EffectFields, FieldOf<Name>>,
): boolean {
  const values: Readonly<Record<string, unknown>> = requested;
  const { field, neutral } = EFFECTS[name];
  return values[field] !== neutral;
}

/** The parts of effects in a rendition key, in its order; a neutral value has none. */
export const EFFECT_KEY_PARTS = ofEach<{
  readonly [Field in keyof EffectFields]: (value: EffectFields[Field]) => string;
}>((name) => {
  const { field, word, neutral } = EFFECTS[name];
  const partOf = (value: unknown) => `-${word}${value === true ? '' : value}`;
  return [field, (value: unknown) => (value === neutral ? '' : partOf(value))];
});
