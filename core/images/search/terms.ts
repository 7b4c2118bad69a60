import { LIMITS } from '../../foundation/limits.ts';
import type { UploadFormat } from '../../transform/formats.ts';
import type { Image } from '../image-states.ts';
import { type SearchWord, wordsIn } from './words.ts';

/**
 * The text of a row by which images are found: a word, first letters of words, a format, or a
 * SHA-256.
 */
export type Term = string;

/** The facts of an image by which it is found. */
export type FoundFacts = Pick<
  Image,
  'state' | 'format' | 'sha256' | 'originalFilename' | 'metadata'
>;

/** Code points of the beginnings that have rows; a shorter one only filters. */
const BEGINNING = 3;
/** The terms that are no words: the format and the bytes. */
const OTHER_TERMS = 2;

export const termOfFormat = (format: UploadFormat): Term => `.${format}`;
export const termOfBytes = (sha256: string): Term => `#${sha256}`;
const termOfWord = (word: string): Term => `=${word}`;

/** The term of all words with these first letters; undefined for fewer letters than have rows. */
function termOfBeginning(word: string): Term | undefined {
  const letters = [...word].slice(0, BEGINNING);
  return letters.length === BEGINNING ? `^${letters.join('')}` : undefined;
}

/** The term whose images include all that have a searched word; undefined if it has none. */
export function termOfSearched({ word, isBeginning }: SearchWord): Term | undefined {
  return isBeginning ? termOfBeginning(word) : termOfWord(word);
}

/** The texts with an image's words: the file name, then the values of metadata by their keys. */
function textsOf({ originalFilename, metadata }: FoundFacts): string[] {
  const pairs = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  return [originalFilename ?? '', ...pairs.map(([, value]) => value)];
}

/**
 * The words of an image, and their terms: the first ones whose terms fit into maxTermsOfImage.
 * Nineteen different words always do.
 */
function indexWords(image: FoundFacts): { words: Set<string>; terms: Set<Term> } {
  const [words, terms] = [new Set<string>(), new Set<Term>()];
  for (const text of textsOf(image)) {
    for (const word of wordsIn(text)) {
      if (words.has(word)) continue;
      const own = new Set([termOfWord(word), termOfBeginning(word) ?? termOfWord(word)]);
      const added = [...own].filter((term) => !terms.has(term));
      if (terms.size + added.length > LIMITS.maxTermsOfImage - OTHER_TERMS) return { words, terms };
      words.add(word);
      for (const term of added) terms.add(term);
    }
  }
  return { words, terms };
}

/** The words by which an image is found. */
export function wordsOfImage(image: FoundFacts): ReadonlySet<string> {
  return indexWords(image).words;
}

/** The terms of a saved image, maxTermsOfImage at most; none of another one. */
export function termsOfImage(image: FoundFacts | undefined): ReadonlySet<Term> {
  if (image?.state !== 'saved') return new Set();
  const { terms } = indexWords(image);
  return terms.add(termOfFormat(image.format)).add(termOfBytes(image.sha256));
}

/** The terms that an index has to drop and to add when an image changes. */
export function changedTerms(
  before: FoundFacts | undefined,
  after: FoundFacts | undefined,
): { readonly dropped: Term[]; readonly added: Term[] } {
  const [had, has] = [termsOfImage(before), termsOfImage(after)];
  return {
    dropped: [...had].filter((term) => !has.has(term)),
    added: [...has].filter((term) => !had.has(term)),
  };
}
