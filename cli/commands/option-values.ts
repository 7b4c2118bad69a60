import { InvalidArgumentError } from 'commander';

/** A whole number between two others. */
export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be an integer from ${least} to ${most}.`);
    }
    return number;
  };
}

/** `NAME=VALUE`, given several times. */
export function pairs(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must have the form NAME=VALUE.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Texts that are given several times. */
export function texts(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** A day in UTC from its beginning on, or a time in RFC 3339. */
export function dayOrTime(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  const isTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(time);
  if (isTime && !Number.isNaN(Date.parse(time))) return time;
  throw new InvalidArgumentError(
    'It must be a day like 2027-01-31, or a time like 2027-01-31T12:00:00Z.',
  );
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const FORMS =
  'It must be a duration like 90s, 15m, 12h or 7d, or a time like 2027-01-31T12:00:00Z.';

function afterSpan(text: string): number {
  const [, number, unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? [];
  return Date.now() + Number(number) * (UNIT_MS[unit] ?? Number.NaN);
}

/** A moment in RFC 3339, or a span from now on. */
export function moment(text: string): Date {
  const isMoment = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text);
  const date = new Date(isMoment ? text : afterSpan(text));
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError(FORMS);
  return date;
}
