import { formatDay, formatNumber } from '../format.ts';

const COUNTS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
];
const counted = (count: number) => COUNTS[count] ?? formatNumber(count);

/** "this condition", "both conditions", "all five conditions". */
function conditionsInWords(count: number): string {
  if (count === 1) return 'this condition';
  return count === 2 ? 'both conditions' : `all ${counted(count)} conditions`;
}

const MS_OF_DAY = 86_400_000;
const isDay = (day: string) => !Number.isNaN(Date.parse(day));
/** A day in words; another text as it is. */
const dayInWords = (day: string) => (isDay(day) ? formatDay(`${day}T00:00`) : day);
const moved = (day: string, days: number) =>
  isDay(day) ? new Date(Date.parse(day) + days * MS_OF_DAY).toISOString().slice(0, 10) : day;

/** The day after a day, and the one before. */
export const dayAfter = (day: string) => moved(day, 1);
export const dayBefore = (day: string) => moved(day, -1);

/** "since 1 Sep 2026", "before 1 Oct 2026", "between 1 Sep 2026 and 30 Sep 2026". */
function savedInWords(since: string, before: string): string {
  if (before === '') return `since ${dayInWords(since)}`;
  if (since === '') return `before ${dayInWords(before)}`;
  const last = dayBefore(before);
  if (last === since) return `on ${dayInWords(since)}`;
  return `between ${dayInWords(since)} and ${dayInWords(last)}`;
}

/** Texts of the search field: its conditions, and the ways out of a search that finds nothing. */
export const FINDING_TEXTS = {
  conditions: 'Conditions',
  suggestions: 'Suggested conditions',
  word: 'word',
  words: 'words',
  wordHint: 'begins a word',
  keyHint: 'its values are next',
  formatHint: 'joins the format',
  inPlaceOf: (value: string) => `in place of ${value}`,
  format: 'format',
  or: ' or ',
  saved: 'saved',
  savedInWords,
  review: 'state',
  inReview: 'in review',
  since: 'since…',
  before: 'before…',
  between: 'between…',
  remove: (condition: string) => `Remove the condition ${condition}`,
  removed: (condition: string) => `Condition ${condition} removed`,
  added: (condition: string) => `Condition ${condition} added`,
  allRemoved: 'All conditions removed',
  clearAll: 'Clear all',
  matching: (count: number, conditions: number) =>
    `${count === 1 ? 'matches' : 'match'} ${conditionsInWords(conditions)}`,
  of: (total: number) => ` of ${formatNumber(total)}`,
  lookingOn: ' so far, looking on…',
  looking: 'Looking…',
  noneSoFar: 'None so far',
  orMore: (count: number) => `${formatNumber(count)} or more`,
  found: (text: string, count: number) => `${text} ${count === 1 ? 'matches' : 'match'}`,
  images: (count: number) => `${formatNumber(count)} ${count === 1 ? 'image' : 'images'}`,
  firstDay: 'First day',
  beforeDay: 'Before this day',
  lastDay: 'Last day',
  addDays: 'Add the condition',
  cancel: 'Cancel',
  lastIsEarlier: 'The last day is before the first.',
  daysHint: 'Days begin at midnight of your time zone.',
  none: (conditions: number) => `No image matches ${conditionsInWords(conditions)}.`,
  noneHas: (condition: string) => `No image has ${condition}.`,
  noneSaved: (span: string) => `No image was saved ${span}.`,
  noneInReview: 'No image is in review.',
  theWord: (word: string) => `the word ${word}`,
  theFormat: (formats: string) => `the format ${formats}`,
  without: (condition: string, count: string) => `Without ${condition}: ${count}`,
  theDates: 'the dates',
  withoutFailed: 'The numbers without a condition didn’t load.',
  noKey: 'No image has the key ',
  noKeyLoaded: (count: number) =>
    count === 1
      ? 'The newest image doesn’t have the key '
      : `None of the ${formatNumber(count)} newest images has the key `,
  nearest: 'Nearest: ',
  tooManyWords: (count: number, max: number) =>
    `A search takes ${counted(max)} words, and these are ${counted(count)}. Remove ${counted(count - max)}.`,
  tooManyPairs: (count: number, max: number) =>
    `A search takes ${counted(max)} pairs, and these are ${counted(count)}. Remove ${counted(count - max)}.`,
  tooLong: (max: number) => `The words have at most ${formatNumber(max)} characters together.`,
  longValue: (key: string, max: number) =>
    `A value has at most ${formatNumber(max)} characters; the one of ${key} has more.`,
  noValue: (key: string) => `The pair of ${key} has no value.`,
  noWord: (text: string) => `“${text}” has no letter and no digit to search for.`,
  badKey: (key: string) =>
    `“${key}” is no pair. Write key=value; keys are a-z, 0-9 and _, a letter first.`,
  twice: (key: string) =>
    `An image has one value of ${key}, and these are two. Remove one of them.`,
  badFormat: (format: string, known: string) =>
    `No image is stored as ${format}. The formats are ${known}.`,
  badDay: (day: string) => `“${day}” is no day. Write it as 2026-09-01.`,
  emptySpan: 'No day is in this span: it ends before it begins.',
  notSearched: 'Not searched',
  cantSearch: 'These conditions can’t be searched.',
} as const;
