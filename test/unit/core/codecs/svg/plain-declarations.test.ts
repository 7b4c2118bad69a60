import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlainDeclarations } from '../../../../../core/codecs/svg/plain-declarations.ts';
import { StyleWork } from '../../../../../core/codecs/svg/style-work.ts';
import { readStyleAttribute } from '../../../../../core/codecs/svg/styles/css-syntax.ts';

/** Read by tokens: a comment, which changes no declaration, stands before it. */
const byTokens = (text: string) => readStyleAttribute(`/**/;${text}`, new StyleWork());

const part = fc.constantFrom(
  ...'fill|stroke-width|-a|--a|1|1px|-1e5|.5|#fff|#1|red|RED|url(#a)|url( #a )|url(a b)|url('.split(
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
  ['', 0],
])('reads %s without tokens (security.linear-work)', (text, count) => {
  expect(readPlainDeclarations(text)).toHaveLength(count);
});

it.each(["a:'b'", 'a:b!important', 'a:/**/b', 'a:\\62', 'a:{}', 'a:[b]', '--a:b', 'a', '@a;'])(
  'leaves %s to the tokens (security.linear-work)',
  (text) => {
    expect(readPlainDeclarations(text)).toBeUndefined();
  },
);
