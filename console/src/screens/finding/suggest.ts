import { STORED_FORMATS } from '../../generated/rules.ts';
import type { Image } from '../../images/image.ts';
import { dayAfter, FINDING_TEXTS } from '../../texts/finding/finding-texts.ts';
import { wordsOfCondition } from './condition-words.ts';
import { type Condition, type Conditions, choose, isDay, readPair, wordsOf } from './conditions.ts';
import { type KnownPairs, keysOf, pairsOf, readKnownPairs } from './known-pairs.ts';
import { findProblem } from './problems.ts';

const FORMS = ['since', 'before', 'between'] as const;
export type SpanForm = (typeof FORMS)[number];

/** A suggestion: the words of its token, and its effect. */
export interface Suggestion {
  readonly name: string;
  readonly value: string;
  readonly hint?: string | undefined;
  /** Why it can't be chosen now. */
  readonly refusal?: string | undefined;
  readonly effect:
    | { readonly conditions: Conditions }
    /** The text of the field, which is typed on. */
    | { readonly text: string }
    /** The form that asks for days. */
    | { readonly form: SpanForm; readonly since: string };
}

const MAX_KEYS = 6;
const MAX_VALUES = 6;
/** `saved since 2026-09-01`, and parts of it. */
const SPAN = /^(?:saved )?(since|before|between)? ?(\d{4}-\d\d-\d\d)(?: and (\d{4}-\d\d-\d\d))?$/;

interface Typed {
  readonly text: string;
  readonly conditions: Conditions;
  readonly known: KnownPairs;
}

/** A suggestion that adds a condition, or several. */
function adding(conditions: Conditions, added: Conditions, look: Partial<Suggestion>): Suggestion {
  const all = added.reduce(choose, conditions);
  const problem = findProblem(all);
  const [first] = added;
  const words = first ? wordsOfCondition(first) : { name: '', value: '' };
  return { ...words, ...look, refusal: problem, effect: { conditions: all } };
}

/** The pair that is typed with its value: `season=autumn`; keys have no capitals. */
function readTypedPair(text: string) {
  const at = text.indexOf('=');
  return readPair(text.slice(0, at).toLowerCase() + text.slice(at));
}

function suggestWords({ text, conditions }: Typed): Suggestion[] {
  const words = wordsOf(text);
  const isOther = SPAN.test(text.toLowerCase()) && !/^\d/.test(text);
  if (words.length === 0 || isOther || readTypedPair(text)) return [];
  const added = words.map((word): Condition => ({ kind: 'word', word }));
  const name = words.length > 1 ? FINDING_TEXTS.words : FINDING_TEXTS.word;
  const look = { name, value: words.join(', '), hint: FINDING_TEXTS.wordHint };
  return [adding(conditions, added, look)];
}

function suggestKeys({ text, known }: Typed): Suggestion[] {
  const start = text.toLowerCase();
  const keys = keysOf(known).filter((key) => key.startsWith(start));
  return keys.slice(0, MAX_KEYS).map((key) => ({
    name: key,
    value: '=',
    hint: FINDING_TEXTS.keyHint,
    effect: { text: `${key}=` },
  }));
}

/** Pairs whose value begins as typed, or that are typed with a part of their value. */
function suggestValues({ text, conditions, known }: Typed): Suggestion[] {
  if (text === '') return [];
  const typed = readTypedPair(text);
  const start = (typed?.value ?? text).toLowerCase();
  const found = pairsOf(known).filter(
    ({ key, value }) =>
      (typed === undefined || (typed.key === key && typed.value !== value)) &&
      value.toLowerCase().startsWith(start),
  );
  const all = typed && typed.value !== '' ? [typed, ...found] : found;
  return all.slice(0, MAX_VALUES).map(({ key, value }) => {
    const one: Condition = { kind: 'pair', key, value };
    const was = conditions.find((other) => other.kind === 'pair' && other.key === key);
    const isOther = was?.kind === 'pair' && was.value !== value;
    const hint = isOther ? FINDING_TEXTS.inPlaceOf(was.value) : undefined;
    return adding(conditions, [one], { hint });
  });
}

function suggestFormats({ text, conditions }: Typed): Suggestion[] {
  const start = text.toLowerCase().replace(/^format[ =]?/, '');
  const isNamed = 'format'.startsWith(text.toLowerCase());
  const has = conditions.find((one) => one.kind === 'format')?.formats ?? [];
  return STORED_FORMATS.filter(
    (format) =>
      !has.includes(format) &&
      (isNamed || format.startsWith(start) || (format === 'jpg' && 'jpeg'.startsWith(start))),
  ).map((format) => {
    const formats = [...has, format];
    const hint = has.length > 0 ? FINDING_TEXTS.formatHint : undefined;
    const value = formats.join(FINDING_TEXTS.or);
    return adding(conditions, [{ kind: 'format', formats: [format] }], { value, hint });
  });
}

/** The form for days: a day that is typed is in it. */
const asking = (form: SpanForm, since = ''): Suggestion => ({
  name: FINDING_TEXTS.saved,
  value: FINDING_TEXTS[form],
  effect: { form, since },
});

/** A span of days that is typed with them. */
function readSpan(form: SpanForm, first: string, second: string | undefined): Condition {
  if (form === 'before') return { kind: 'saved', since: '', before: first };
  return { kind: 'saved', since: first, before: second === undefined ? '' : dayAfter(second) };
}

function suggestDays({ text, conditions }: Typed): Suggestion[] {
  const start = text.toLowerCase();
  const [, form, first = '', second] = SPAN.exec(start) ?? [];
  if (first === '') {
    return FORMS.filter(
      (one) => `saved ${one}`.startsWith(start) || (start !== '' && one.startsWith(start)),
    ).map((one) => asking(one));
  }
  if (!isDay(first)) return [];
  return FORMS.filter((one) => form === undefined || one === form).map((one) =>
    one === 'between' && second === undefined
      ? asking(one, first)
      : adding(conditions, [readSpan(one, first, second)], {}),
  );
}

/** Conditions for a typed text: words, keys, values, formats, days. */
export function suggest(
  text: string,
  conditions: Conditions,
  images: readonly Image[],
): readonly Suggestion[] {
  const typed = {
    text: text.trim().replace(/\s+/g, ' '),
    conditions,
    known: readKnownPairs(images),
  };
  return [suggestWords, suggestKeys, suggestValues, suggestFormats, suggestDays].flatMap((of) =>
    of(typed),
  );
}

/** A text that no other suggestion of a list has. */
export const idOf = ({ name, value }: Suggestion) => `${name} ${value}`;
