import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../../core/foundation/limits.ts';
import {
  changedTerms,
  termsOfImage,
  wordsOfImage,
} from '../../../../../core/images/search/terms.ts';
import { readSearch, wordsIn } from '../../../../../core/images/search/words.ts';

const FACTS = { state: 'saved', format: 'jpg', sha256: 'ab' } as const;
const imageOf = (originalFilename: string | null, metadata: Record<string, string> = {}) => ({
  ...FACTS,
  originalFilename,
  metadata,
});

describe('words', () => {
  it.each([
    ['IMG_1234 (2).JPG', ['img', '1234', '2', 'jpg']],
    ['Größe—ﬁsh ４２', ['größe', 'fish', '42']],
    ['e\u0301te\u0301', ['été']],
    ['ΣΑΣ ΣΑΣΑ', ['σασ', 'σασα']],
    ['हिन्दी 写真', ['हिन्दी', '写真']],
    ['İ', ['i̇']],
    ['😀 -- _', []],
    ['', []],
  ])('of %j are runs of letters, marks and digits, folded (calls.search)', (text, words) => {
    expect([...wordsIn(text)]).toEqual(words);
  });

  it('are found by themselves again, whatever a text has (calls.search)', () => {
    const rule = (text: string) => {
      for (const word of wordsIn(text)) {
        expect([...wordsIn(word)]).toEqual([word]);
        expect([...word].length).toBeLessThanOrEqual(LIMITS.maxWordLength);
      }
    };
    fc.assert(fc.property(fc.string({ unit: 'binary' }), rule), { numRuns: 500 });
  });

  it('of a search are different ones, and a star makes one a beginning (calls.search)', () => {
    expect(readSearch('Sun sun* SUN, moon＊')).toEqual([
      { word: 'sun', isBeginning: false },
      { word: 'sun', isBeginning: true },
      { word: 'moon', isBeginning: true },
    ]);
  });

  it('longer than the bound are found by their first letters (calls.search)', () => {
    const [word] = wordsIn('a'.repeat(200));
    expect(word).toBe('a'.repeat(LIMITS.maxWordLength));
  });
});

describe('the terms of an image', () => {
  it('are its words, their first letters, its format and its bytes (calls.search)', () => {
    expect([...termsOfImage(imageOf('sunset on sunday.jpg'))].sort()).toEqual(
      ['#ab', '.jpg', '=jpg', '=on', '=sunday', '=sunset', '^jpg', '^sun'].sort(),
    );
  });

  it('take the file name first, then the values of metadata by their keys (calls.search)', () => {
    const words = wordsOfImage(imageOf('c', { z: 'z', a: 'a b' }));
    expect([...words]).toEqual(['c', 'a', 'b', 'z']);
  });

  it('are forty at most, of nineteen words at least (calls.search)', () => {
    const many = Array.from({ length: 99 }, (_, at) => `${1000 + at * 10} `).join('');
    const image = imageOf(many.slice(0, 250), { a: many.slice(0, 100) });
    expect(wordsOfImage(image).size).toBeGreaterThanOrEqual(19);
    expect(termsOfImage(image).size).toBeLessThanOrEqual(LIMITS.maxTermsOfImage);
    const rule = (name: string, value: string) => {
      const terms = termsOfImage(imageOf(name, { value }));
      expect(terms.size).toBeLessThanOrEqual(LIMITS.maxTermsOfImage);
    };
    fc.assert(fc.property(fc.string({ maxLength: 255 }), fc.string({ maxLength: 100 }), rule));
  });

  it('of nineteen words with two terms each are all there, and none of the twentieth (calls.search)', () => {
    const words = [...'abcdefghijklmnopqrst'].map((letter) => letter.repeat(4));
    const image = imageOf(words.join(' '));
    expect([...wordsOfImage(image)]).toEqual(words.slice(0, 19));
    expect(termsOfImage(image).size).toBe(LIMITS.maxTermsOfImage);
  });

  it('are none of an image that is gone, and change as little as the image (calls.search)', () => {
    const [before, after] = [imageOf('sun red'), imageOf('sun blue')];
    expect([...termsOfImage({ ...before, state: 'deleting' })]).toEqual([]);
    expect(changedTerms(before, after)).toEqual({
      dropped: ['=red', '^red'],
      added: ['=blue', '^blu'],
    });
    expect(changedTerms(after, undefined).added).toEqual([]);
  });
});
