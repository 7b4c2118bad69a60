import { tokenize } from '@csstools/css-tokenizer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlainDeclarations } from '../../../../../core/codecs/svg/plain-declarations.ts';
import { StyleWork } from '../../../../../core/codecs/svg/style-work.ts';
import {
  readOneToken,
  readStyleAttribute,
} from '../../../../../core/codecs/svg/styles/css-syntax.ts';

/** Read by tokens: a comment, which changes no declaration, stands before it. */
const byTokens = (text: string) => readStyleAttribute(`/**/;${text}`, new StyleWork());

const part = fc.constantFrom(
  ...'fill|stroke-width|-a|--a|--|--A1_b|1|1px|-1e5|.5|#fff|#1|red|RED|url(#a)|url( #a )|url(a b)|url('.split(
    '|',
  ),
  ...'rgb(1,2,3)|scale(1)|(a)|)(|(|)|:|;|,|%|+|-| |  |()|translate(1px;2px)|a:b|url(a;b)|-'.split(
    '|',
  ),
);

it('plain declarations are those that the tokens have, or are none (security.linear-work)', () => {
  const texts = fc.array(part, { maxLength: 9 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const plain = readPlainDeclarations(text);
      if (plain) expect(plain).toEqual(byTokens(text));
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ['fill:red', 1],
  [' FILL : red ; stroke:url(#a);', 2],
  ['stroke-dasharray:1 2,3;-inkscape-a:b', 2],
  ['--A: b ;--:1;--b:', 3],
  ['', 0],
])('reads %s without tokens (security.linear-work)', (text, count) => {
  expect(readPlainDeclarations(text)).toHaveLength(count);
});

it.each(["a:'b'", 'a:b!important', 'a:/**/b', 'a:\\62', 'a:{}', 'a:[b]', '--a:{}', 'a', '@a;'])(
  'leaves %s to the tokens (security.linear-work)',
  (text) => {
    expect(readPlainDeclarations(text)).toBeUndefined();
  },
);

it('one token that is read without the tokenizer equals the tokenizer’s (security.linear-work)', () => {
  const piece = fc.constantFrom(
    ...'#|f|0|9|a-|-|px|PX|.|.5|12|1.50|000000001|999999999|e1|none|Red|currentColor|%| |url('.split(
      '|',
    ),
  );
  const texts = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
  const one = fc.constantFrom('#fff', '#0a1b2c', '#12345678', 'none', '0', '7', '0.5', '12.25px');
  fc.assert(
    fc.property(fc.oneof(texts, one), (text) => {
      const token = readOneToken(text);
      if (token) expect([token]).toEqual(tokenize({ css: text }).slice(0, -1));
    }),
    { numRuns: 2_000 },
  );
  expect(
    ['#fff', 'none', '7', '1.5px', '1e5', '-1', 'a b'].map((text) => !!readOneToken(text)),
  ).toEqual([true, true, true, true, false, false, false]);
});
