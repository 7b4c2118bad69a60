import { FORMAT_NAMES, FORMATS } from '../../core/transform/formats.ts';
import {
  type ImageParameterName,
  PARAMETER_NAMES,
  PARAMETERS,
  type ParameterName,
} from '../../core/transform/parameters.ts';

/** The columns that the parameter table doesn't have; a missing one has the console's default. */
interface Display {
  /** Missing: the parameter's name. */
  readonly label?: string;
  readonly unit?: string;
  readonly group: 'Size' | 'Frame' | 'Look' | 'Output';
  /** Its values are typed: no other control fits. */
  readonly isTyped?: true;
  /** Without these it has no effect. */
  readonly needs?: 'side' | 'box' | 'quality';
  /** Some values of a parameter that has too many to list. */
  readonly choices?: readonly string[];
  /** The choice of no value. */
  readonly none?: string;
}

/** A parameter without a row here is shown among the looks. */
const DISPLAY: { readonly [Name in ImageParameterName]?: Display } = {
  width: { unit: 'px', group: 'Size' },
  height: { unit: 'px', group: 'Size' },
  dpr: { label: 'Pixel density', unit: '×', group: 'Size', needs: 'side' },
  ratio: { group: 'Size', choices: ['1:1', '4:3', '3:2', '16:9', '9:16'] },
  fit: { group: 'Size', needs: 'box' },
  position: { group: 'Size', needs: 'box' },
  enlarge: { group: 'Size', needs: 'side' },
  frame: { group: 'Frame', none: 'all' },
  trim: { group: 'Frame' },
  crop: { unit: 'px', group: 'Frame' },
  rotate: { unit: '°', group: 'Frame', none: '0°' },
  flip: { group: 'Frame' },
  flop: { group: 'Frame' },
  grayscale: { group: 'Look' },
  negate: { group: 'Look' },
  brightness: { unit: '%', group: 'Look' },
  contrast: { unit: '%', group: 'Look' },
  saturation: { unit: '%', group: 'Look' },
  hue: { unit: '°', group: 'Look' },
  gamma: { group: 'Look' },
  pixelate: { unit: 'px', group: 'Look' },
  blur: { unit: 'σ px', group: 'Look' },
  sharpen: { unit: 'σ px', group: 'Look' },
  pad: { unit: '20 or 10,0,10,0', group: 'Look', isTyped: true },
  border: { unit: '4 or 4,rrggbb', group: 'Look', isTyped: true },
  radius: { unit: 'px', group: 'Look' },
  mask: { group: 'Look', none: 'none' },
  tint: { unit: 'rrggbb', group: 'Look' },
  background: { unit: 'rrggbb', group: 'Look' },
  gamut: { group: 'Output', none: 'sRGB' },
  hdr: { group: 'Output' },
  quality: { group: 'Output', needs: 'quality', none: 'default' },
};

type Schema = Readonly<Record<string, unknown>>;

/** The values of a schema that lists them, also where others are possible. */
function namesOf({ enum: names, anyOf = [] }: Schema): readonly unknown[] | undefined {
  const lists = [names, ...(anyOf as Schema[]).map((option) => option.enum)];
  return lists.find((list) => list !== undefined) as readonly unknown[] | undefined;
}

/** The numbers of a schema that takes names, too. */
function numbersOf({ anyOf = [] }: Schema): Schema | undefined {
  return (anyOf as Schema[]).find(({ minimum }) => minimum !== undefined);
}

function kindOf(
  schema: Schema,
  parse: (text: string) => unknown,
  values: readonly unknown[] | undefined,
): string {
  if (values && schema.minimum === undefined) return values.includes('top-left') ? 'place' : 'enum';
  if (schema.type === 'boolean') return 'bool';
  if (schema.type === 'integer') return 'int';
  if (schema.type === 'number') return 'dec';
  if (schema.maxLength) return 'text';
  if (parse('0,0,1,1') !== undefined) return 'rect';
  if (parse('ffffff') !== undefined) return 'colour';
  if (schema.type === 'string') return 'text';
  throw new TypeError('no control is known for this kind of parameter');
}

/**
 * The columns in their order. Undefined is the console's default: written fifteen times, it would
 * be loaded as text.
 */
function rowOf(name: ImageParameterName): Readonly<Record<string, unknown>> {
  const { schema: given, parse, whenAbsent } = PARAMETERS[name];
  const named = namesOf(given);
  const schema = numbersOf(given) ?? given;
  const display: Display = DISPLAY[name] ?? { group: 'Look' };
  const { label, unit, group, needs, choices, none } = display;
  const kind = display.isTyped ? 'text' : kindOf(schema, parse, choices ?? named);
  // the console knows the nine places of the compass
  const values = name === 'overlay-position' ? undefined : (choices ?? named);
  return {
    name,
    kind,
    label,
    unit,
    min: schema.minimum,
    max: schema.maximum,
    step: kind === 'int' ? 1 : kind === 'dec' ? schema.multipleOf : undefined,
    values: values?.map(String),
    default: whenAbsent === undefined ? undefined : String(whenAbsent),
    none,
    group,
    needs,
  };
}

const isOfImage = (name: ParameterName): name is ImageParameterName =>
  PARAMETERS[name].isOfAddress !== true;

const literal = (value: unknown): string => {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return String(value);
};

function writeRow(row: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(row).filter(([, value]) => value !== undefined);
  const lines = own.map(([key, value]) => {
    const text = `    ${key}: ${literal(value)},\n`;
    if (!Array.isArray(value) || text.length <= 101) return text;
    return `    ${key}: [\n${value.map((one) => `      ${literal(one)},\n`).join('')}    ],\n`;
  });
  return `  rowOf({\n${lines.join('')}  }),\n`;
}

/** The controls of the playground, made from THE parameter table. */
export function describeParameters(): string {
  const shown: readonly string[] = Object.keys(DISPLAY);
  const ofImage = PARAMETER_NAMES.filter(isOfImage);
  const names = [
    ...shown.flatMap((name) => ofImage.filter((known) => known === name)),
    ...ofImage.filter((name) => !shown.includes(name)),
  ];
  const formats = FORMAT_NAMES.map(
    (name) => `  ${name}: ${FORMATS[name].defaultQuality ?? 'null'},\n`,
  );
  return `// generated by \`npm run generate\` from core; do not edit

/** A row of the playground's controls; a column that a kind has not is empty, 0 or null. */
export interface ParameterControl {
  readonly name: string;
  readonly kind: 'int' | 'dec' | 'enum' | 'place' | 'rect' | 'bool' | 'colour' | 'text';
  readonly label: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly values: readonly string[];
  readonly default: string | null;
  readonly none: string;
  readonly group: 'Size' | 'Frame' | 'Look' | 'Output';
  readonly needs: 'side' | 'box' | 'quality' | null;
}

const DEFAULTS = {
  unit: '',
  min: 0,
  max: 0,
  step: 0,
  values: [],
  default: null,
  none: 'auto',
  needs: null,
} as const satisfies Partial<ParameterControl>;

/** A row that names only the columns of its own; its label is its name unless it has another. */
function rowOf(
  own: Partial<ParameterControl> & Pick<ParameterControl, 'name' | 'kind' | 'group'>,
): ParameterControl {
  return { ...DEFAULTS, label: own.name.charAt(0).toUpperCase() + own.name.slice(1), ...own };
}

export const CONTROLS: readonly ParameterControl[] = [
${names.map((name) => writeRow(rowOf(name))).join('')}];

/** The default quality of each format that can be delivered; null where it has none. */
export const FORMAT_QUALITY = {
${formats.join('')}} as const;

export type FormatName = keyof typeof FORMAT_QUALITY;
`;
}
