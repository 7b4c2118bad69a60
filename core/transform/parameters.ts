/** THE table of transformation parameters. Edge-safe: no syntax beyond the CloudFront runtime's. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

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
export const POSITIONS: readonly Position[] = (COMPASS_POSITIONS as readonly Position[]).concat([
  'attention',
  'entropy',
]);
export type Position = CompassPosition | 'attention' | 'entropy';

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
  readonly hasOwnCacheKey: boolean;
  /**
   * The value that equals an absent parameter in every format; undefined if each value can make a
   * difference.
   */
  readonly whenAbsent: Absent;
  /** Concerns the address, not the image: it is allowed beside a preset, and never in one. */
  readonly isOfAddress: IsOfAddress;
}

const INTEGER = /^[1-9][0-9]{0,4}$/; // (security.refusals-cost-nothing)
const DECIMAL = /^(0|[1-9][0-9]{0,2})(\.[0-9])?$/;
const CROP = /^(0|[1-9][0-9]{0,4}),(0|[1-9][0-9]{0,4}),([1-9][0-9]{0,4}),([1-9][0-9]{0,4})$/;
const COLOR = /^([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

function within(value: number, min: number, max: number): number | undefined {
  return value >= min && value <= max ? value : undefined;
}

function integer(min: number, max: number): ValueRules<number> {
  return {
    values: `integer, ${min} to ${max}`,
    schema: { type: 'integer', minimum: min, maximum: max },
    parse: (text) => (INTEGER.test(text) ? within(Number(text), min, max) : undefined),
  };
}

function decimal(min: number, max: number): ValueRules<number> {
  return {
    values: `number with at most one decimal, ${min} to ${max}`,
    schema: { type: 'number', minimum: min, maximum: max, multipleOf: 0.1 },
    parse: (text) => (DECIMAL.test(text) ? within(Number(text), min, max) : undefined),
  };
}

function choice<T extends string>(names: readonly T[]): ValueRules<T> {
  return {
    values: names.join(', '),
    schema: { type: 'string', enum: names },
    parse: (text) => (names.indexOf(text as T) >= 0 ? (text as T) : undefined),
  };
}

const flag: ValueRules<boolean> = {
  values: 'true, false',
  schema: { type: 'boolean' },
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
};

const angle: ValueRules<90 | 180 | 270> = {
  values: '90, 180, 270',
  schema: { type: 'integer', enum: [90, 180, 270] },
  parse: (text) => (/^(90|180|270)$/.test(text) ? (Number(text) as 90) : undefined),
};

const rectangle: ValueRules<Crop> = {
  values: 'x,y,w,h in pixels: x and y 0 to 16384, w and h 1 to 16384',
  schema: { type: 'string', pattern: CROP.source },
  parse: (text) => {
    const parts = CROP.exec(text);
    if (!parts) return undefined;
    const crop = {
      x: Number(parts[1]),
      y: Number(parts[2]),
      width: Number(parts[3]),
      height: Number(parts[4]),
    };
    // No uploaded image has a longer side (security.bounds-from-header)
    return Math.max(crop.x, crop.y, crop.width, crop.height) <= 16384 ? crop : undefined;
  },
};

/** Six or eight lower-case hex digits. */
const color: ValueRules<string> = {
  values: '3, 6 or 8 hex digits without #',
  schema: { type: 'string', pattern: '^([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$' },
  parse: (text) => {
    if (!COLOR.test(text)) return undefined;
    const digits = text.toLowerCase();
    if (digits.length === 3) return digits.replace(/./g, '$&$&');
    return digits.length === 8 && digits.slice(6) === 'ff' ? digits.slice(0, 6) : digits;
  },
};

function form(values: string, pattern: RegExp): ValueRules<string> {
  return {
    values: values,
    schema: { type: 'string', pattern: pattern.source },
    parse: (text) => (pattern.test(text) ? text : undefined),
  };
}

const seconds: ValueRules<number> = {
  values: 'seconds since the Unix epoch',
  schema: { type: 'integer', minimum: 1 },
  parse: (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined),
};

function row<Value, const Absent extends Value | undefined, IsOfAddress extends boolean>(
  rules: ValueRules<Value>,
  hasOwnCacheKey: boolean,
  whenAbsent: Absent,
  isOfAddress: IsOfAddress,
): ParameterRow<Value, Absent, IsOfAddress> {
  return {
    hasOwnCacheKey,
    values: rules.values,
    schema: rules.schema,
    parse: rules.parse,
    whenAbsent,
    isOfAddress,
  };
}

/** The parameters of the image. */
function parameter<Value, const Absent extends Value | undefined>(
  rules: ValueRules<Value>,
  hasOwnCacheKey: boolean,
  whenAbsent: Absent,
) {
  return row(rules, hasOwnCacheKey, whenAbsent, false);
}

/** The parameters of the address itself. */
function addressParameter<Value>(rules: ValueRules<Value>, hasOwnCacheKey: boolean) {
  return row(rules, hasOwnCacheKey, undefined, true);
}

/**
 * In the fixed order of the canonical text. A row states how a value is read, its place in the
 * cache key, and the value that equals an absent one. PARAMETER_WORDS has the documentation of
 * each.
 */
export const PARAMETERS = {
  width: parameter(integer(1, 8192), true, undefined),
  height: parameter(integer(1, 8192), true, undefined),
  quality: parameter(integer(1, 100), true, undefined),
  crop: parameter(rectangle, false, undefined),
  rotate: parameter(angle, false, undefined),
  flip: parameter(flag, false, false),
  flop: parameter(flag, false, false),
  fit: parameter(choice(FITS), false, 'cover'),
  position: parameter(choice(POSITIONS), false, 'center'),
  dpr: parameter(decimal(1, 4), false, 1),
  enlarge: parameter(flag, false, false),
  grayscale: parameter(flag, false, false),
  blur: parameter(decimal(0.3, 100), false, undefined),
  sharpen: parameter(decimal(0.1, 10), false, undefined),
  background: parameter(color, false, undefined),
  /** The name of a query that the project stores. */
  preset: addressParameter(form('1 to 30 of a-z, 0-9 and -', /^[a-z0-9-]{1,30}$/), false),
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
export function isParameterName(name: string): name is ParameterName {
  return PARAMETER_NAMES.indexOf(name as ParameterName) >= 0;
}
