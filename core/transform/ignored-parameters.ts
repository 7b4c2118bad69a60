/** Reports query names that mean nothing here. Edge-safe, as the whole of the query is. */
import { nearestName } from '../foundation/nearest-name.ts';
import { MORE } from './canonical-query.ts';
import { isParameterName, PARAMETER_NAMES } from './parameters.ts';

/**
 * Tells a developer which parameters of an image URL were ignored
 * (transformations.told-ignored).
 */
export const IGNORED_PARAMETERS_HEADER = 'x-ignored-parameters';

const MAX_REPORTED_NAMES = 5;
/** A name of any other letters is not repeated. */
const REPORTED_NAME = /^[A-Za-z0-9_.-]{1,40}$/;

const EXTENSION = 'extension';
/** Names of other services, which are too far from ours to be found by their letters. */
const OTHER_NAMES: readonly (readonly [name: string, means: string])[] = [
  ['w', 'width'],
  ['h', 'height'],
  ['q', 'quality'],
  ['bg', 'background'],
  ['gravity', 'position'],
  ['mode', 'fit'],
  ['resize', 'fit'],
  ['f', EXTENSION],
  ['fm', EXTENSION],
  ['format', EXTENSION],
  ['output', EXTENSION],
  ['type', EXTENSION],
];

/** An ignored name, and the parameter (or `extension`) that it may stand for. */
export interface IgnoredParameter {
  readonly name: string;
  readonly nearest: string | undefined;
}

function meaningOf(name: string): string | undefined {
  const other = OTHER_NAMES.filter((pair) => pair[0] === name.toLowerCase())[0];
  return other ? other[1] : nearestName(name, PARAMETER_NAMES);
}

/** The names of a query that are reported: each once, in their order, five at most. */
export function ignoredParameters(names: readonly string[]): IgnoredParameter[] {
  const reported: IgnoredParameter[] = [];
  const seen: string[] = [];
  names.forEach((name) => {
    if (reported.length === MAX_REPORTED_NAMES || seen.indexOf(name) >= 0) return;
    if (isParameterName(name) || name === MORE || !REPORTED_NAME.test(name)) return;
    seen.push(name);
    reported.push({ name: name, nearest: meaningOf(name) });
  });
  return reported;
}

/** The value of the header, a list of RFC 9651: `"widht";nearest=width, "x"`. */
export function ignoredHeaderValue(ignored: readonly IgnoredParameter[]): string {
  return ignored
    .map((one) =>
      one.nearest === undefined ? `"${one.name}"` : `"${one.name}";nearest=${one.nearest}`,
    )
    .join(', ');
}
