/** THE table of transformation parameters. Edge-safe: no syntax beyond the CloudFront runtime's. */
import type { Ratio } from './ratio.ts';

/** A rectangle in pixels. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The rectangle of a request: x, y, width and height in pixels, or in per cent with a `p` each. */
export type RequestedCrop =
  | `${number},${number},${number},${number}`
  | `${number}p,${number}p,${number}p,${number}p`;

export const FITS = ['cover', 'contain', 'inside', 'outside', 'fill'] as const;
export type Fit = (typeof FITS)[number];
export const COMPASS_POSITIONS = [
  'center',
  'top',
  'top-right',
  'right',
  'bottom-right',
  'bottom',
  'bottom-left',
  'left',
  'top-left',
] as const;
export type CompassPosition = (typeof COMPASS_POSITIONS)[number];
/** The sides at which the lines of a text end or begin. */
export const TEXT_ALIGNS = ['left', 'center', 'right'] as const;
export type TextAlign = (typeof TEXT_ALIGNS)[number];
/** Shapes that a result is cut to. */
export const MASKS = ['circle'] as const;
/** A position by its name. */
export type NamedPosition = CompassPosition | 'attention' | 'entropy';
export const POSITIONS: readonly NamedPosition[] = (
  COMPASS_POSITIONS as readonly NamedPosition[]
).concat(['attention', 'entropy']);
/** A point of the image: fractions of its width and its height. */
export type PointPosition = `${number},${number}`;
export type Position = NamedPosition | PointPosition;
/** A quality that is chosen by the pixels, for an even score. */
export const AUTO_QUALITIES = ['auto', 'auto-low', 'auto-high'] as const;
export type AutoQuality = (typeof AUTO_QUALITIES)[number];
/** The width of a border in pixels, and its colour of six or eight digits. */
export type RequestedBorder = `${number},${string}`;

interface ValueRules<Value> {
  /**
   * The values in words, for errors and the documentation, and as a JSON Schema, from which the
   * tests generate values.
   */
  readonly values: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The value, or undefined if the text is malformed or out of bounds. */
  readonly parse: (text: string) => Value | undefined;
}

/** A row of THE parameter table. */
export interface ParameterRow<Value, Absent extends Value | undefined, IsOfAddress extends boolean>
  extends ValueRules<Value> {
  /** Has a separate place in the CDN's cache key; the others are joined in one canonical text. */
  readonly hasOwnCacheKey: true | undefined;
  /**
   * The value that equals an absent parameter in every format; undefined if each value can make a
   * difference.
   */
  readonly whenAbsent: Absent;
  /** Concerns the address, not the image: it is allowed beside a preset, and never in one. */
  readonly isOfAddress: IsOfAddress;
}

const INTEGER = /^(0|[1-9]\d{0,4})$/; // (security.refusals-cost-nothing)
const DECIMAL = /^(0|[1-9]\d{0,2})(\.\d)?$/;
const PIXELS = '(0|[1-9][0-9]{0,4})';
const PER_CENT = '(0|[1-9][0-9]?|100)(\\.[0-9]{1,2})?p';
const CROP = new RegExp(`^(${PIXELS}(,${PIXELS}){3}|${PER_CENT}(,${PER_CENT}){3})$`);
const RATIO = /^[1-9][0-9]{0,3}[:,][1-9][0-9]{0,3}$/; // the cache key has a comma
const MARGINS = new RegExp(`^${PIXELS}((,${PIXELS}){3})?$`);
const FRACTION = '(0(\\.[0-9]{1,3})?|1(\\.0{1,3})?)';
/** The form of a point. */
export const POINT = new RegExp(`^${FRACTION},${FRACTION}$`);
const COLOR = /^(([\da-f]{3}){1,2}|[\da-f]{8})$/i;

// arrow functions: with `function` and `return` each takes a dozen bytes more of the edge's room

/** Reads a text of this form. */
const matching =
  <Value>(form: RegExp, read: (text: string) => Value | undefined) =>
  (text: string): Value | undefined =>
    form.test(text) ? read(text) : undefined;

/** The schema of numbers of a form. */
const schemaOf = (form: RegExp, minimum: number, maximum: number) =>
  form === INTEGER
    ? { type: 'integer', minimum, maximum }
    : { type: 'number', minimum, maximum, multipleOf: 0.1 };

/** Numbers of this form, in words and by its pattern. */
const numbers =
  (words: string, form: RegExp) =>
  (min: number, max: number): ValueRules<number> => ({
    values: `${words}, ${min} to ${max}`,
    schema: schemaOf(form, min, max),
    parse: matching(form, (text) =>
      Number(text) < min || Number(text) > max ? undefined : Number(text),
    ),
  });

const integer = numbers('integer', INTEGER);
const decimal = numbers('number with at most one decimal', DECIMAL);

const choice = <const T extends string | number | boolean>(names: readonly T[]): ValueRules<T> => ({
  values: names.join(', '),
  schema:
    typeof names[0] === 'boolean'
      ? { type: 'boolean' }
      : { type: typeof names[0] === 'number' ? 'integer' : 'string', enum: names },
  parse: (text) => names.find((name) => String(name) === text),
});

const perCent = integer(0, 400);
const length = integer(0, 8192);
const byte = integer(0, 255);
/** The name alone stands for the tolerance of a JPEG's noise. */
const tolerance: ValueRules<number> = {
  values: byte.values,
  schema: byte.schema,
  parse: (text) => byte.parse(text || '10'),
};

const flag: ValueRules<boolean> = choice([true, false]);

const rectangle: ValueRules<RequestedCrop> = {
  values: 'x,y,w,h: pixels, 0 to 16384, or per cent, as 12.5p; w and h not 0',
  schema: { type: 'string', pattern: CROP.source },
  parse: matching(CROP, (text) => {
    const unit = /p/.test(text) ? 'p' : '';
    const sides = text.split(',').map(Number.parseFloat);
    // No uploaded image has a longer side (security.bounds-from-header)
    const isWhole = sides[2] && sides[3] && sides.every((side) => side <= (unit ? 100 : 16384));
    return isWhole ? (sides.map((side) => side + unit).join() as RequestedCrop) : undefined;
  }),
};

const ratio: ValueRules<Ratio> = {
  values: 'w:h, integers, 1 to 9999',
  schema: { type: 'string', pattern: RATIO.source },
  parse: matching(RATIO, (text) => text.replace(',', ':') as Ratio),
};

/** A value of one of two kinds; none of them is falsy. */
const either = <One, Other>(
  one: ValueRules<One>,
  other: ValueRules<Other>,
): ValueRules<One | Other> => ({
  values: `${one.values}, or ${other.values}`,
  schema: { anyOf: [one.schema, other.schema] },
  parse: (text) => one.parse(text) || other.parse(text),
});

/** Numbers in their shortest form. */
const point: ValueRules<PointPosition> = {
  values: 'a point x,y: 0 to 1, three decimals',
  schema: { type: 'string', pattern: POINT.source },
  parse: matching(POINT, (text) => text.split(',').map(Number).join() as PointPosition),
};

/** Six or eight lower-case hex digits. */
const color: ValueRules<string> = {
  values: '3, 6 or 8 hex digits without #',
  schema: { type: 'string', pattern: '^([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$' },
  parse: matching(COLOR, (text) =>
    text
      .toLowerCase()
      .replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3')
      .replace(/^(.{6})ff$/, '$1'),
  ),
};

const form = (values: string, pattern: RegExp): ValueRules<string> => ({
  values: values,
  schema: { type: 'string', pattern: pattern.source },
  parse: matching(pattern, (text) => text),
});

/** The colour is black unless it is given. */
const border: ValueRules<RequestedBorder> = {
  values: 'pixels, 0 to 8192, or pixels,colour',
  schema: { type: 'string', pattern: '^[0-9]{1,4}(,[0-9A-Fa-f]{3,8})?$' },
  parse: (text) => {
    const parts = `${text},000`.split(',') as [string, string, string?, string?];
    const ink = color.parse(parts[1]);
    const isWhole = (length.parse(parts[0]) as number) >= 0 && ink && !parts[3];
    return isWhole ? (`${parts[0]},${ink}` as RequestedBorder) : undefined;
  },
};

/** The colour of a text, and below transparent parts, unless another is requested. */
export const WHITE = 'ffffff';

/** From one line of a text to the next, in font sizes, unless another is requested. */
export const LINE_HEIGHT = 1.2;

/** A tilde begins the escape of a character and is nothing else. */
const TEXT = /^(~\d|[^~])+$/;

/**
 * A text in which no hop has a reason to rewrite a character: `~32.` stands for a space, by the
 * number of its UTF-16 unit. drawable-text.ts reads it and knows the characters of the font.
 */
const freeText: ValueRules<string> = {
  values: 'text, with ~126. for ~',
  schema: { type: 'string', minLength: 1, maxLength: 100 },
  parse: matching(TEXT, (text) => text.replace(/[^\w.~-]/g, (sign) => `~${sign.charCodeAt(0)}.`)),
};

const imageId = form('ID of an image', /^img_[a-z2-7]{26}$/);

const seconds: ValueRules<number> = {
  values: 'seconds since the Unix epoch',
  schema: { type: 'integer', minimum: 1 },
  parse: matching(/^[1-9]\d{0,9}$/, Number),
};

const row = <
  Value,
  IsOfAddress extends boolean,
  const Absent extends Value | undefined = undefined,
>(
  rules: ValueRules<Value>,
  isOfAddress: IsOfAddress,
  hasOwnCacheKey?: true,
  whenAbsent?: Absent,
): ParameterRow<Value, Absent, IsOfAddress> =>
  Object.assign({ isOfAddress, hasOwnCacheKey, whenAbsent: whenAbsent as Absent }, rules);

/** The parameters of the image. */
const parameter = <Value, const Absent extends Value | undefined = undefined>(
  rules: ValueRules<Value>,
  whenAbsent?: Absent,
) => row<Value, false, Absent>(rules, false, undefined, whenAbsent);

/** One with a separate place in the CDN's cache key. */
const keyed = <Value>(rules: ValueRules<Value>) => row(rules, false, true);

/** The parameters of the address itself. */
const addressParameter = <Value>(rules: ValueRules<Value>, hasOwnCacheKey?: true) =>
  row(rules, true, hasOwnCacheKey);

/**
 * In the fixed order of the canonical text. A row states how a value is read, its place in the
 * cache key, and the value that equals an absent one, if any. PARAMETER_WORDS has the documentation
 * of each.
 */
export const PARAMETERS = {
  width: keyed(integer(1, 8192)),
  height: keyed(integer(1, 8192)),
  quality: keyed(either(integer(1, 100), choice(AUTO_QUALITIES))),
  // a later frame would cost the decoding of all before it
  frame: parameter(choice([0])),
  trim: parameter(tolerance),
  crop: parameter(rectangle),
  rotate: parameter(choice([90, 180, 270])),
  flip: parameter(flag, false),
  flop: parameter(flag, false),
  ratio: parameter(ratio),
  fit: parameter(choice(FITS), 'cover'),
  position: parameter(either(choice(POSITIONS), point)),
  dpr: parameter(decimal(1, 4), 1),
  enlarge: parameter(flag, false),
  brightness: parameter(perCent, 100),
  contrast: parameter(perCent, 100),
  gamma: parameter(decimal(0.1, 10), 1),
  saturation: parameter(perCent, 100),
  hue: parameter(integer(0, 359), 0),
  grayscale: parameter(flag, false),
  tint: parameter(color),
  negate: parameter(flag, false),
  pixelate: parameter(integer(1, 1000), 1),
  blur: parameter(decimal(0.3, 100)),
  sharpen: parameter(decimal(0.1, 10)),
  pad: parameter(form('pixels, or t,r,b,l', MARGINS), '0'),
  border: parameter(border),
  radius: parameter(length, 0),
  mask: parameter(choice(MASKS)),
  background: parameter(color),
  gamut: parameter(choice(['keep'])),
  // false isn't the same as none: it overrides the setting of a project
  hdr: parameter(flag),
  overlay: parameter(imageId),
  'overlay-text': parameter(freeText),
  'overlay-align': parameter(choice(TEXT_ALIGNS)),
  'overlay-font-size': parameter(decimal(0.5, 100)),
  'overlay-line-height': parameter(decimal(0.5, 4), LINE_HEIGHT),
  'overlay-color': parameter(color, WHITE),
  'overlay-position': parameter(either(choice(COMPASS_POSITIONS), point), 'bottom-right'),
  'overlay-width': parameter(integer(1, 100), 25),
  'overlay-opacity': parameter(integer(1, 100), 100),
  'overlay-tile': parameter(choice([1])),
  /** The name of a query that the project stores. */
  preset: addressParameter(form('1 to 30 of a-z, 0-9 and -', /^[a-z0-9-]{1,30}$/)),
  /** The answer is a file to save, under the name in the path. */
  download: addressParameter(choice([1])),
  /** The image in place of a missing one. */
  fallback: addressParameter(imageId),
  // a signature covers all parameters before it
  expires: addressParameter(seconds, true),
  signature: addressParameter(form('43 characters of base64url', /^[\w-]{43}$/), true),
};

type Rows = typeof PARAMETERS;
export type ParameterName = keyof Rows;
type ValueOf<Row> = Row extends { parse(text: string): infer Value } ? NonNullable<Value> : never;

/** The request of a query, each value valid on its own; absent if it wasn't named. */
export type Parameters = { readonly [Name in ParameterName]?: ValueOf<Rows[Name]> };
export type ParameterValue = NonNullable<Parameters[ParameterName]>;

/** The parameters that change the image. */
export type ImageParameterName = {
  [Name in ParameterName]: Rows[Name]['isOfAddress'] extends true ? never : Name;
}[ParameterName];

export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[];

/** Whether a query name is one of ours; an inherited name such as `constructor` isn't. */
export const isParameterName = (name: string): name is ParameterName =>
  PARAMETER_NAMES.indexOf(name as ParameterName) >= 0;
