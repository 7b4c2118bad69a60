import { PROBLEMS } from '../../core/foundation/problems.ts';

/**
 * One area of the API rules: its heading, a sentence or two before the rules, and each rule's text
 * by its id.
 */
export interface RuleArea {
  readonly title: string;
  readonly introduction?: string;
  readonly rules: Readonly<Record<string, string>>;
}

/** A number as a reader groups it: `4,500,000`. */
export function grouped(value: number): string {
  return value.toLocaleString('en');
}

/** The problem codes of a status, from THE error table, in its order. */
export function codesOf(status: number): string {
  return Object.entries(PROBLEMS)
    .filter(([, problem]) => problem.status === status)
    .map(([code]) => `\`${code}\``)
    .join(', ');
}

/** Names as code, separated by commas. */
export function asCode(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/**
 * A duration in the largest unit that it is a whole number of, days only from the second on: `24
 * hours`, `30 days`.
 */
export function duration(milliseconds: number): string {
  const [unit, size] = UNITS.find(
    ([name, size]) => milliseconds % size === 0 && (name !== 'day' || milliseconds >= 2 * size),
  ) ?? ['millisecond', 1];
  const count = milliseconds / size;
  return `${grouped(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** Bytes in megabytes of 10^6, or gigabytes of 10^9: `500 MB`. */
export function decimalBytes(bytes: number): string {
  return bytes >= 1e9 ? `${grouped(bytes / 1e9)} GB` : `${grouped(bytes / 1e6)} MB`;
}
