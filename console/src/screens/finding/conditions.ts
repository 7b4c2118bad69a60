import { STORED_FORMATS } from '../../generated/rules.ts';
import type { MetadataPair } from '../../images/image.ts';
import type { ListFilter } from '../../images/image-list.ts';
import { navigate } from '../../state/router.ts';

export interface WordCondition {
  readonly kind: 'word';
  /** The beginning of a word of the name or the metadata. */
  readonly word: string;
}
export interface PairCondition extends MetadataPair {
  readonly kind: 'pair';
}
export interface FormatCondition {
  readonly kind: 'format';
  /** One of them is enough. */
  readonly formats: readonly string[];
}
export interface SavedCondition {
  readonly kind: 'saved';
  /** The first day, as `2026-09-01`; empty: any. */
  readonly since: string;
  /** The day after the last one; empty: any. */
  readonly before: string;
}

/** A condition as the address has it, also one that the service would refuse. */
export type Condition =
  | WordCondition
  | PairCondition
  | FormatCondition
  | SavedCondition
  | { readonly kind: 'review' };
export type Conditions = readonly Condition[];

/** The runs of letters, marks and digits, as the service reads them. */
export const wordsOf = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** `season=autumn 2026` as a pair; undefined without a key. */
export function readPair(text: string): MetadataPair | undefined {
  const at = text.indexOf('=');
  const key = text.slice(0, at).trim();
  if (at < 1 || !/^[a-z][a-z0-9_]*$/.test(key)) return undefined;
  return { key, value: text.slice(at + 1).trim() };
}

export const writePair = ({ key, value }: MetadataPair) => `${key}=${value}`;

const fold = (word: string) => word.normalize('NFKC').toLowerCase();

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => ((a !== '' && a < b) || b === '' ? a : b);

/** Both as one condition, where all of them have to hold and a token has room for both. */
function join(was: Condition, one: Condition): Condition | undefined {
  if (was.kind === 'format' && one.kind === 'format') {
    return { kind: 'format', formats: [...new Set([...was.formats, ...one.formats])] };
  }
  if (was.kind === 'saved' && one.kind === 'saved') {
    const [since, before] = [later(was.since, one.since), earlier(was.before, one.before)];
    return { kind: 'saved', since, before };
  }
  return keyOf(was) === keyOf(one) ? was : undefined;
}

/** A text that no other condition has. */
export function keyOf(condition: Condition): string {
  if (condition.kind === 'word') return `word ${fold(condition.word)}`;
  return condition.kind === 'pair' ? `pair ${writePair(condition)}` : condition.kind;
}

/** Of a former condition and a new one: one in place of both, undefined if they stand apart. */
type Joining = (was: Condition, one: Condition) => Condition | undefined;

function withOne(conditions: Conditions, one: Condition, joining: Joining): Conditions {
  let isJoined = false;
  const all = conditions.map((was) => {
    const both = isJoined ? undefined : joining(was, one);
    isJoined ||= both !== undefined;
    return both ?? was;
  });
  return isJoined ? all : all.concat(one);
}

/** A chosen condition takes the place of one that it contradicts. */
const replace: Joining = (was, one) => {
  if (was.kind === 'saved' && one.kind === 'saved') {
    return { kind: 'saved', since: one.since || was.since, before: one.before || was.before };
  }
  return was.kind === 'pair' && one.kind === 'pair' && was.key === one.key ? one : join(was, one);
};

/** These conditions and a chosen one. */
export const choose = (conditions: Conditions, one: Condition) => withOne(conditions, one, replace);

/** The parts of an address that are conditions. */
export type ConditionName = 'name' | 'pair' | 'format' | 'since' | 'before' | 'review';

const pairOf = (text: string): Condition => ({
  kind: 'pair',
  ...(readPair(text) ?? { key: text, value: '' }),
});

const READERS: Readonly<Record<ConditionName, (text: string) => Conditions>> = {
  name: (text) => {
    const words = wordsOf(text);
    return (words.length > 0 ? words : [text]).map((word) => ({ kind: 'word', word }));
  },
  pair: (text) => [pairOf(text)],
  format: (text) => [{ kind: 'format', formats: text.split(',') }],
  since: (since) => [{ kind: 'saved', since, before: '' }],
  before: (before) => [{ kind: 'saved', since: '', before }],
  review: () => [{ kind: 'review' }],
};

const isCondition = (name: string): name is ConditionName => Object.hasOwn(READERS, name);

/** All conditions of an address, in its order. */
export function readConditions(query: URLSearchParams): Conditions {
  let found: Conditions = [];
  for (const [name, value] of query) {
    if (!isCondition(name) || (value.trim() === '' && name !== 'review')) continue;
    for (const one of READERS[name](value.trim())) found = withOne(found, one, join);
  }
  return found;
}

/** The parts of the address for a condition. */
function partsOf(condition: Condition): readonly (readonly [ConditionName, string])[] {
  switch (condition.kind) {
    case 'word':
      return [['name', condition.word]];
    case 'pair':
      return [['pair', readPair(writePair(condition)) ? writePair(condition) : condition.key]];
    case 'format':
      return condition.formats.map((format) => ['format', format] as const);
    case 'saved': {
      const parts = [['since', condition.since] as const, ['before', condition.before] as const];
      return parts.filter(([, day]) => day !== '');
    }
    case 'review':
      return [['review', 'pending']];
  }
}

/** The query of an address with these conditions; its other parts stay. */
export function writeConditions(was: URLSearchParams, conditions: Conditions): string {
  const query = new URLSearchParams(was);
  for (const name of Object.keys(READERS)) query.delete(name);
  for (const [name, value] of conditions.flatMap(partsOf)) query.append(name, value);
  return query.toString();
}

/** Goes to the view with these conditions. */
export function goTo(conditions: Conditions): void {
  const query = writeConditions(new URLSearchParams(location.search), conditions);
  navigate(location.pathname + (query && `?${query}`));
}

/** Whether a text is a day of the calendar, as `2026-09-01`. */
export const isDay = (day: string) =>
  /^\d{4}-\d\d-\d\d$/.test(day) &&
  !Number.isNaN(Date.parse(day)) &&
  new Date(day).toISOString().startsWith(day);

/** The begin of a day in the browser's time zone. */
const momentOf = (day: string) => new Date(`${day}T00:00`).toISOString();

const isStored = (format: string): format is (typeof STORED_FORMATS)[number] =>
  STORED_FORMATS.some((known) => known === format);

/** The conditions as the service takes them; they must be without a problem. */
export function filterOf(conditions: Conditions): ListFilter {
  const pairs = conditions.flatMap((one) => (one.kind === 'pair' ? [[one.key, one.value]] : []));
  const words = conditions.flatMap((one) => (one.kind === 'word' ? [`${one.word}*`] : []));
  const formats = conditions.flatMap((one) => (one.kind === 'format' ? one.formats : []));
  const saved = conditions.find((one) => one.kind === 'saved');
  return {
    ...(pairs.length > 0 && { metadata: Object.fromEntries(pairs) }),
    ...(words.length > 0 && { search: words.join(' ') }),
    ...(formats.length > 0 && { formats: formats.filter(isStored) }),
    ...(saved?.since && { createdFrom: momentOf(saved.since) }),
    ...(saved?.before && { createdTo: momentOf(saved.before) }),
    ...(conditions.some(({ kind }) => kind === 'review') && { review: 'pending' }),
  };
}
