import { LIMITS } from '../../foundation/limits.ts';

/** A word of a search: an image has to have it, or a word that begins with it. */
export interface SearchWord {
  /** As wordsIn gives it. */
  readonly word: string;
  /** It was sent with `*` behind it. */
  readonly isBeginning: boolean;
}

/** Letters, digits and the marks on them, by the general categories of Unicode. */
const RUN = /([\p{L}\p{M}\p{N}]+)(\*?)/gu;

/**
 * Without the differences of case and of compatible characters. The two small sigmas are one
 * letter, of which the case of a word depends on its end.
 */
function fold(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
  return lower.normalize('NFKC');
}

function shorten(word: string): string {
  // a code point has at most two units
  const beginning = word.slice(0, 2 * LIMITS.maxWordLength);
  return [...beginning].slice(0, LIMITS.maxWordLength).join('');
}

/** The words of a text in their order, and whether a `*` is behind each. */
function* runsIn(text: string): Generator<SearchWord> {
  for (const [, run = '', star] of fold(text).matchAll(RUN)) {
    yield { word: shorten(run), isBeginning: star === '*' };
  }
}

/** The words of a text in their order, folded, each of maxWordLength code points at most. */
export function* wordsIn(text: string): Generator<string> {
  for (const { word } of runsIn(text)) yield word;
}

/** The different words of a search. */
export function readSearch(text: string): SearchWord[] {
  const words = new Map([...runsIn(text)].map((one) => [`${one.word} ${one.isBeginning}`, one]));
  return [...words.values()];
}
