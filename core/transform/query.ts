import { FORMATS, type OutputFormat } from './formats.ts';
import {
  isParameterName,
  PARAMETER_NAMES,
  PARAMETERS,
  type ParameterName,
  type Parameters,
  type ParameterValue,
  WHITE,
} from './parameters.ts';
import { boxOfSide, type Ratio, scaleLength } from './ratio.ts';

/**
 * A query string's pairs, percent-decoded; `undefined` stands for a value that can't be decoded.
 */
export type QueryPairs = readonly (readonly [name: string, value: string | undefined])[];

export interface ParameterFault {
  readonly parameter: ParameterName;
  readonly detail: string;
}

export interface ParsedQuery {
  readonly parameters: Parameters;
  /** Unknown names, in the order of the query. */
  readonly ignored: readonly string[];
  readonly errors: readonly ParameterFault[];
}

type Values = { -readonly [K in ParameterName]?: ParameterValue };

/**
 * Reads a query by THE table, all faults together and each once; unknown names are ignored
 * (transformations.wrong-values, transformations.unknown-parameters).
 */
export function parseQuery(pairs: QueryPairs): ParsedQuery {
  const values: Values = {};
  const ignored: string[] = [];
  const errors: ParameterFault[] = [];
  const seen: ParameterName[] = [];
  const repeated: string[] = [];
  const refuse = (parameter: ParameterName, detail: string) => errors.push({ parameter, detail });
  const has = (name: ParameterName) => seen.indexOf(name) >= 0;
  pairs.forEach((pair) => {
    const name = pair[0];
    if (!isParameterName(name)) {
      ignored.push(name);
      return;
    }
    if (has(name)) {
      if (repeated.indexOf(name) >= 0) return;
      repeated.push(name);
      refuse(name, `${name} is given more than once.`);
      return;
    }
    seen.push(name);
    const value = pair[1] === undefined ? undefined : PARAMETERS[name].parse(pair[1]);
    if (value !== undefined) values[name] = value;
    else refuse(name, `${name} must be: ${PARAMETERS[name].values}.`);
  });
  if (has('expires') !== has('signature')) {
    refuse('signature', '`expires` and `signature` must be given together.');
  }
  if (has('preset') && seen.some((name) => !PARAMETERS[name].isOfAddress)) {
    refuse('preset', '`preset` cannot be combined with other parameters.');
  }
  return { parameters: values as Parameters, ignored: ignored, errors: errors };
}

/** The texts of a set of parameters in THE table's order; `parseQuery` is its inverse. */
export function queryOf(parameters: Parameters): [ParameterName, string][] {
  const pairs: [ParameterName, string][] = [];
  PARAMETER_NAMES.forEach((name) => {
    const value = parameters[name];
    if (value !== undefined) pairs.push([name, String(value)]);
  });
  return pairs;
}

/**
 * With one side, a ratio is the other side; with both it has no effect. A side is never 0: falsy
 * means absent.
 */
function foldRatio(values: Values): void {
  const ratio = values.ratio as Ratio | undefined;
  const width = values.width as number | undefined;
  const height = values.height as number | undefined;
  if (!ratio || (!width && !height)) return;
  if (!width || !height) {
    const box = boxOfSide(ratio, width, height as number);
    // beyond the table's bound a folded side would no longer parse: the origin folds it then
    if (Math.max(box.width, box.height) > 8192) return;
    Object.assign(values, box);
  }
  delete values.ratio;
}

/** The lengths that `dpr` multiplies. */
const IN_PIXELS = ['width', 'height', 'radius', 'border', 'pad'] as const;

/** A length within a text; a colour has six digits or eight. */
const LENGTH = /\b\d{1,5}\b/g;

function foldDpr(values: Values): void {
  const dpr = values.dpr as number | undefined;
  if (!dpr || values.ratio) return;
  const scaled: Values = {};
  // beyond the table's bound a folded length would no longer parse: the origin folds it then
  const isFolded = IN_PIXELS.every((name) => {
    if (!values[name]) return true;
    const scale = (length: string) => `${scaleLength(Number(length), dpr)}`;
    const value = PARAMETERS[name].parse(String(values[name]).replace(LENGTH, scale));
    if (value !== undefined) scaled[name] = value;
    return value;
  });
  if (!isFolded) return;
  delete values.dpr;
  Object.assign(values, scaled);
}

function dropWithoutBox(values: Values): void {
  if (!values.width && !values.height) {
    delete values.enlarge;
    delete values.dpr;
  }
  const hasBox = (values.width && values.height) || values.ratio;
  if (!hasBox) delete values.fit;
  const isPlaced = hasBox && (!values.fit || values.fit === 'contain');
  // center, attention, entropy: only cover has an area of interest, and contain is in the centre
  const isOfCover = /^[ace]/.test(values.position as string);
  if (!isPlaced || (values.fit === 'contain' && isOfCover)) delete values.position;
}

function dropWithoutEffect(values: Values, format: OutputFormat): void {
  if (format === 'auto') return; // the rest depends on the result
  if (!FORMATS[format].defaultQuality) delete values.quality;
  if (!FORMATS[format].hasAnimation) delete values.frame;
  if (!FORMATS[format].hasAlpha && values.background === WHITE) delete values.background;
}

/**
 * The same request in its one shortest form, as far as it can be known without the image's record.
 * Defaults and parameters without an effect are left out, and dpr is folded into the sides.
 */
export function simplifyParameters(parameters: Parameters, format: OutputFormat): Parameters {
  const values: Values = {};
  PARAMETER_NAMES.forEach((name) => {
    const value = parameters[name];
    if (value === undefined || value === PARAMETERS[name].whenAbsent) return;
    const isUnused = !parameters.overlay && !parameters['overlay-text'] && /^overlay/.test(name);
    if (!isUnused) values[name] = value;
  });
  dropWithoutEffect(values, format);
  foldRatio(values);
  if (values.mask) delete values.radius;
  dropWithoutBox(values);
  foldDpr(values);
  return values as Parameters;
}
