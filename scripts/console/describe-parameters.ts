import { FORMAT_NAMES, FORMATS } from '../../core/transform/formats.ts';
import {
  COMPASS_POSITIONS,
  type ImageParameterName,
  PARAMETER_NAMES,
  PARAMETERS,
  type ParameterName,
  POSITIONS,
} from '../../core/transform/parameters.ts';

interface Display {
  readonly label: string;
  readonly unit: string;
  readonly group: 'Size' | 'Frame' | 'Look' | 'Output';
  /** Without these it has no effect. */
  readonly needs: 'side' | 'box' | 'quality' | null;
  /** Some values of a parameter that has too many to list. */
  readonly choices?: readonly string[];
}

/**
 * The control's words and place, which the parameter table doesn't have. A parameter without a row
 * here is shown with its own name, among the looks.
 */
const DISPLAY: { readonly [Name in ImageParameterName]?: Display } = {
  width: { label: 'Width', unit: 'px', group: 'Size', needs: null },
  height: { label: 'Height', unit: 'px', group: 'Size', needs: null },
  dpr: { label: 'Pixel density', unit: '×', group: 'Size', needs: 'side' },
  ratio: {
    label: 'Ratio',
    unit: '',
    group: 'Size',
    needs: null,
    choices: ['1:1', '4:3', '3:2', '16:9', '9:16'],
  },
  fit: { label: 'Fit', unit: '', group: 'Size', needs: 'box' },
  position: { label: 'Position', unit: '', group: 'Size', needs: 'box' },
  enlarge: { label: 'Enlarge', unit: '', group: 'Size', needs: 'side' },
  crop: { label: 'Crop', unit: 'px', group: 'Frame', needs: null },
  rotate: { label: 'Rotate', unit: '°', group: 'Frame', needs: null },
  flip: { label: 'Flip', unit: '', group: 'Frame', needs: null },
  flop: { label: 'Flop', unit: '', group: 'Frame', needs: null },
  grayscale: { label: 'Grayscale', unit: '', group: 'Look', needs: null },
  negate: { label: 'Negate', unit: '', group: 'Look', needs: null },
  brightness: { label: 'Brightness', unit: '%', group: 'Look', needs: null },
  contrast: { label: 'Contrast', unit: '%', group: 'Look', needs: null },
  saturation: { label: 'Saturation', unit: '%', group: 'Look', needs: null },
  hue: { label: 'Hue', unit: '°', group: 'Look', needs: null },
  gamma: { label: 'Gamma', unit: '', group: 'Look', needs: null },
  pixelate: { label: 'Pixelate', unit: 'px', group: 'Look', needs: null },
  blur: { label: 'Blur', unit: 'px', group: 'Look', needs: null },
  sharpen: { label: 'Sharpen', unit: 'px', group: 'Look', needs: null },
  radius: { label: 'Radius', unit: 'px', group: 'Look', needs: null },
  mask: { label: 'Mask', unit: '', group: 'Look', needs: null },
  tint: { label: 'Tint', unit: '', group: 'Look', needs: null },
  background: { label: 'Background', unit: '', group: 'Look', needs: null },
  quality: { label: 'Quality', unit: '', group: 'Output', needs: 'quality' },
};

type Schema = Readonly<Record<string, unknown>>;

/** The values of a schema that lists them, also where others are possible. */
function namesOf({ enum: names, anyOf = [] }: Schema): readonly unknown[] | undefined {
  const lists = [names, ...(anyOf as Schema[]).map((option) => option.enum)];
  return lists.find((list) => list !== undefined) as readonly unknown[] | undefined;
}

function kindOf(
  schema: Schema,
  parse: (text: string) => unknown,
  values: readonly unknown[] | undefined,
): string {
  if (values) return values.length === POSITIONS.length ? 'place' : 'enum';
  if (schema.type === 'boolean') return 'bool';
  if (schema.type === 'integer') return 'int';
  if (schema.type === 'number') return 'dec';
  if (parse('0,0,1,1') !== undefined) return 'rect';
  if (parse('ffffff') !== undefined) return 'colour';
  throw new TypeError('no control is known for this kind of parameter');
}

function rowOf(name: ImageParameterName): Readonly<Record<string, unknown>> {
  const { schema: given, parse, whenAbsent } = PARAMETERS[name];
  const schema: Schema = given;
  const { label, unit, group, needs, choices }: Display = DISPLAY[name] ?? {
    label: labelOf(name),
    unit: '',
    group: 'Look',
    needs: null,
  };
  const values = choices ?? namesOf(schema);
  const kind = kindOf(schema, parse, values);
  return {
    name,
    kind,
    label,
    unit,
    min: schema.minimum ?? null,
    max: schema.maximum ?? null,
    step: kind === 'dec' ? schema.multipleOf : null,
    // the nine points of the image are drawn, not listed
    values: values?.map(String).filter((value) => kind !== 'place' || !isPoint(value)) ?? null,
    default: whenAbsent === undefined ? null : String(whenAbsent),
    group,
    needs,
  };
}

const isPoint = (value: string) => COMPASS_POSITIONS.some((point) => point === value);

const isOfImage = (name: ParameterName): name is ImageParameterName =>
  PARAMETERS[name].isOfAddress !== true;

const literal = (value: unknown): string => {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return String(value);
};

/** A label as the console makes it of a name. */
const labelOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Columns whose most frequent value is not null. */
const FREQUENT: Readonly<Record<string, unknown>> = { kind: 'int', group: 'Look', min: 0 };

/** Whether the console's own defaults have the value: thirty times, it would be loaded as text. */
function isDefault(name: string, key: string, value: unknown): boolean {
  if (value === null || value === '' || value === FREQUENT[key]) return true;
  return key === 'label' && value === labelOf(name);
}

function writeRow(row: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(row).filter(
    ([key, value]) => !isDefault(String(row.name), key, value),
  );
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
  readonly kind: 'int' | 'dec' | 'enum' | 'place' | 'rect' | 'bool' | 'colour';
  readonly label: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly values: readonly string[];
  readonly default: string | null;
  readonly group: 'Size' | 'Frame' | 'Look' | 'Output';
  readonly needs: 'side' | 'box' | 'quality' | null;
}

const DEFAULTS = {
  kind: 'int',
  unit: '',
  min: 0,
  max: 0,
  step: 1,
  values: [],
  default: null,
  group: 'Look',
  needs: null,
} as const satisfies Partial<ParameterControl>;

/** A row that names only the columns of its own; its label is its name unless it has another. */
function rowOf(
  own: Partial<ParameterControl> & Pick<ParameterControl, 'name'>,
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
