/** THE table of transformation parameters. Edge-safe: no syntax beyond the CloudFront runtime's. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Fit = 'cover' | 'contain' | 'inside' | 'outside' | 'fill';
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

/** What a query asks for, each value valid on its own; absent where it wasn't named. */
export interface Parameters {
  readonly width?: number;
  readonly height?: number;
  readonly quality?: number;
  readonly crop?: Crop;
  readonly rotate?: 90 | 180 | 270;
  readonly flip?: boolean;
  readonly flop?: boolean;
  readonly fit?: Fit;
  readonly position?: Position;
  readonly dpr?: number;
  readonly enlarge?: boolean;
  readonly grayscale?: boolean;
  readonly blur?: number;
  readonly sharpen?: number;
  /** Six or eight lower-case hex digits. */
  readonly background?: string;
  /** The name of a query that the project keeps; goes alone. */
  readonly preset?: string;
  /** Unix seconds; with `signature`. */
  readonly expires?: number;
  readonly signature?: string;
}

export type ParameterName = keyof Parameters;
export type ParameterValue = NonNullable<Parameters[ParameterName]>;

export interface ParameterDescriptor {
  /** Has its own place in the CDN's cache key; the others travel together as one canonical text. */
  readonly hasOwnCacheKey: boolean;
  /** The values in words, for errors and the documentation, and as a JSON Schema. */
  readonly values: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The value, or undefined where the text is malformed or out of bounds. */
  readonly parse: (text: string) => ParameterValue | undefined;
}

const INTEGER = /^[1-9][0-9]{0,4}$/; // SECURITY rule 8
const DECIMAL = /^(0|[1-9][0-9]{0,2})(\.[0-9])?$/;
const CROP = /^(0|[1-9][0-9]{0,4}),(0|[1-9][0-9]{0,4}),([1-9][0-9]{0,4}),([1-9][0-9]{0,4})$/;
const COLOR = /^([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

function within(value: number, min: number, max: number): number | undefined {
  return value >= min && value <= max ? value : undefined;
}

type ValueRules = Pick<ParameterDescriptor, 'values' | 'schema' | 'parse'>;

function integer(min: number, max: number): ValueRules {
  return {
    values: `integer, ${min} to ${max}`,
    schema: { type: 'integer', minimum: min, maximum: max },
    parse: (text) => (INTEGER.test(text) ? within(Number(text), min, max) : undefined),
  };
}

function decimal(min: number, max: number): ValueRules {
  return {
    values: `number with at most one decimal, ${min} to ${max}`,
    schema: { type: 'number', minimum: min, maximum: max, multipleOf: 0.1 },
    parse: (text) => (DECIMAL.test(text) ? within(Number(text), min, max) : undefined),
  };
}

function choice<T extends string>(names: readonly T[]): ValueRules {
  return {
    values: names.join(', '),
    schema: { type: 'string', enum: names },
    parse: (text) => (names.indexOf(text as T) >= 0 ? (text as never) : undefined),
  };
}

const flag: ValueRules = {
  values: 'true, false',
  schema: { type: 'boolean' },
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
};

const angle: ValueRules = {
  values: '90, 180, 270',
  schema: { type: 'integer', enum: [90, 180, 270] },
  parse: (text) => (/^(90|180|270)$/.test(text) ? (Number(text) as 90) : undefined),
};

const rectangle: ValueRules = {
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
    // CONTRACT C4.2: no picture that came in has a longer side
    return Math.max(crop.x, crop.y, crop.width, crop.height) <= 16384 ? crop : undefined;
  },
};

const color: ValueRules = {
  values: '3, 6 or 8 hex digits without #',
  schema: { type: 'string', pattern: '^([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$' },
  parse: (text) => {
    if (!COLOR.test(text)) return undefined;
    const digits = text.toLowerCase();
    if (digits.length === 3) return digits.replace(/./g, '$&$&');
    return digits.length === 8 && digits.slice(6) === 'ff' ? digits.slice(0, 6) : digits;
  },
};

function form(values: string, pattern: RegExp): ValueRules {
  return {
    values: values,
    schema: { type: 'string', pattern: pattern.source },
    parse: (text) => (pattern.test(text) ? text : undefined),
  };
}

const seconds: ValueRules = {
  values: 'seconds since the Unix epoch',
  schema: { type: 'integer', minimum: 1 },
  parse: (text) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined),
};

function parameter(rules: ValueRules, hasOwnCacheKey: boolean): ParameterDescriptor {
  return {
    hasOwnCacheKey,
    values: rules.values,
    schema: rules.schema,
    parse: rules.parse,
  };
}

/** In the fixed order of the canonical text; what the documentation says of each is in PARAMETER_WORDS. */
export const PARAMETERS: Readonly<Record<ParameterName, ParameterDescriptor>> = {
  width: parameter(integer(1, 8192), true),
  height: parameter(integer(1, 8192), true),
  quality: parameter(integer(1, 100), true),
  crop: parameter(rectangle, false),
  rotate: parameter(angle, false),
  flip: parameter(flag, false),
  flop: parameter(flag, false),
  fit: parameter(choice<Fit>(['cover', 'contain', 'inside', 'outside', 'fill']), false),
  position: parameter(choice(POSITIONS), false),
  dpr: parameter(decimal(1, 4), false),
  enlarge: parameter(flag, false),
  grayscale: parameter(flag, false),
  blur: parameter(decimal(0.3, 100), false),
  sharpen: parameter(decimal(0.1, 10), false),
  background: parameter(color, false),
  preset: parameter(form('1 to 30 of a-z, 0-9 and -', /^[a-z0-9-]{1,30}$/), false),
  // a signature covers what stands before it
  expires: parameter(seconds, true),
  signature: parameter(form('43 characters of base64url', /^[\w-]{43}$/), true),
};

export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[];

/** Whether a query name is one of ours; an inherited name such as `constructor` isn't. */
export function isParameterName(name: string): name is ParameterName {
  return PARAMETER_NAMES.indexOf(name as ParameterName) >= 0;
}
