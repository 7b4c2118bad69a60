import { describe, expect, it } from 'vitest';
import { ImageFileFault } from '../../../../../core/codecs/image-file.ts';
import { rebuildSvg } from '../../../../../core/codecs/svg/rebuild-svg.ts';
import { StyleWork } from '../../../../../core/codecs/svg/style-work.ts';
import { svgOf } from '../../../../support/images/svg/svg-samples.ts';

/** Whether something is within the bounds; any other error than a fault of the file is thrown. */
function isWithin(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (fault) {
    if (fault instanceof ImageFileFault) return false;
    throw fault;
  }
}
const isDrawn = (content: string) => isWithin(() => rebuildSvg(svgOf(content)));
const sheet = (rules: string, content = '<g/>') => `<style>${rules}</style>${content}`;
const list = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('');

it('an SVG has at most 2,000 filters of functions (security.linear-work)', () => {
  const filtered = (count: number, different: number) => {
    const groups = list(count, (at) => `<g style="filter:blur(${at % different}px)"/>`);
    return isWithin(() => rebuildSvg(svgOf(groups, 'width="9000" height="1"')));
  };
  expect(filtered(2_000, 2_000)).toBe(true);
  expect(filtered(2_001, 2_001)).toBe(false);
  expect(filtered(4_000, 2_000)).toBe(true);
});

it.each<[string, (work: StyleWork, count: number) => void, number]>([
  ['tokens', (work, count) => work.addTokens(count), 300_000],
  ['characters', (work, count) => work.addText('a'.repeat(count)), 2_400_007],
  ['steps of selectors', (work, count) => work.addSteps(count), 3_000_000],
])('the styles of an SVG have at most so many %s (security.linear-work)', (_, add, last) => {
  const isTaken = (count: number) => isWithin(() => add(new StyleWork(), count));
  expect([isTaken(last), isTaken(last + 1)]).toEqual([true, false]);
});

it('the work of styles is added up, texts and tokens in one sum (security.linear-work)', () => {
  const work = new StyleWork();
  work.addTokens(299_999);
  work.addText('a'.repeat(8));
  expect(isWithin(() => work.addTokens(1))).toBe(false);
  expect(isWithin(() => new StyleWork().addAttribute('a'.repeat(32 * 2_999_999)))).toBe(true);
  expect(isWithin(() => new StyleWork().addAttribute('a'.repeat(32 * 3_000_000)))).toBe(false);
});

it.each<[string, (count: number) => string, number]>([
  ['parts of a selector', (n) => sheet(`${'.a'.repeat(n)}{fill:red}`), 100],
  ['negations of a selector', (n) => sheet(`${':not(b)'.repeat(n)}{fill:red}`), 100],
  // a block of the rule is around them
  ['brackets in each other', (n) => sheet(`g{a:${'('.repeat(n)}${')'.repeat(n)}}`), 31],
  ['open brackets at the end of a style sheet', (n) => sheet(`g{a:${'b('.repeat(n)}`), 31],
  ['open brackets of an attribute', (n) => `<g fill="${'b('.repeat(n)}"/>`, 32],
  ['brackets that others do not close', (n) => `<g style="a:${'(]{)['.repeat(n)}"/>`, 10],
  [
    'variables in a chain',
    (n) =>
      `<g style="--a0:red;${list(n, (at) => `--a${at + 1}:var(--a${at});`)}fill:var(--a${n})"/>`,
    64,
  ],
  // eight characters are the marks beside the value
  ['characters of a variable', (n) => `<g style="--a:${'b'.repeat(n)};fill:var(--a)"/>`, 49_992],
  [
    'characters of all variables',
    (n) =>
      `<g style="--a:${'a'.repeat(9_990)};--b:${'b'.repeat(n)}">${'<g style="fill:var(--a)"/>'.repeat(199)}<g style="fill:var(--b)"/></g>`,
    200,
  ],
  [
    'declarations that are applied',
    (n) =>
      sheet(`g{${'x:1;'.repeat(100)}}`, `${'<g/>'.repeat(4_999)}<b style="${'x:1;'.repeat(n)}"/>`),
    100,
  ],
  [
    'values that are read',
    (n) =>
      list(
        12_499,
        (at) =>
          `<g stroke-width="${at}.5" stroke-dashoffset="${at}" stroke-miterlimit="${at + 1}" stroke-dasharray="${at}"/>`,
      ) + list(n, (at) => `<g stroke-width="${at}.7"/>`),
    4,
  ],
])('an SVG has at most so many %s (security.linear-work)', (_, make, last) => {
  expect([isDrawn(make(last)), isDrawn(make(last + 1))]).toEqual([true, false]);
});

describe('work that a rule causes once more for each element is counted (security.linear-work)', () => {
  const elements = '<g/>'.repeat(9_000);
  const long = ' a'.repeat(900);
  it.each([
    ['selectors by siblings in a row', `b${'+g'.repeat(90)}{fill:red}`],
    ['selectors by children in a row', `b${'>g'.repeat(90)}>b>g{fill:red}`.repeat(90)],
    ['a variable without a value', `g{fill:var(--a)${long}}`],
    ['a fallback that nothing needs', `svg{--a:red}g{fill:var(--a,${long})}`],
    ['names of animations', `@keyframes k{from{fill:red}}g{animation-name:${'a,'.repeat(900)}k}`],
  ])('%s', (_, rules) => {
    const nested = `${'<g>'.repeat(90)}${elements}${'</g>'.repeat(90)}`;
    expect(isDrawn(sheet(rules, nested))).toBe(false);
  });

  // so few that the counts before the work permit them
  it.each([
    ['a sibling before', 'b~g{fill:red}'],
    ['place', 'g:nth-last-child(2n+1){fill:red}'],
  ])('siblings that a selector goes through by %s', (_, rules) => {
    expect(isDrawn(sheet(rules, '<g/>'.repeat(4_000)))).toBe(false);
    expect(isDrawn(sheet(rules, '<g/>'.repeat(900)))).toBe(true);
  });

  it('a long value in many sizes of fonts', () => {
    const sized = list(9_000, (at) => `<g font-size="${at / 100 + 1}"/>`);
    expect(isDrawn(sheet(`g{stroke-dasharray:${'1 '.repeat(900)}}`, sized))).toBe(false);
  });

  it('rules of a rule, whose parent is looked for in all ancestors', () => {
    const nested = `${'<g>'.repeat(90)}${elements}${'</g>'.repeat(90)}`;
    expect(isDrawn(sheet(`b{${'g{fill:red}'.repeat(100)}}`, nested))).toBe(false);
  });

  it.each([
    ['sheets', list(3, () => sheet(`g{a:${'1 '.repeat(90_000)}}`))],
    ['attributes', list(3, (at) => `<g style="a:'${at}'${' 1'.repeat(90_000)}"/>`)],
    ['different sums', list(9, (at) => `<rect width="calc(${at}px${' + 1px'.repeat(4_000)})"/>`)],
  ])('tokens of %s, over all of the document', (_, content) => {
    expect(isDrawn(content)).toBe(false);
  });
});

it('selectors as deep and as long as they may be end, whatever they match (security.linear-work)', () => {
  const compound = (open: string) => `${'g'}${'.a'.repeat(97)}${open}`;
  const deep = `${compound(':is(').repeat(31)}g${')'.repeat(31)}`;
  const content = '<g class="a"/>'.repeat(20);
  expect(isDrawn(sheet(`${deep}{fill:red}`, content))).toBe(true);
  const inRules = `${`g${'.a'.repeat(98)}{`.repeat(31)}fill:red${'}'.repeat(31)}`;
  const nested = `${'<g class="a">'.repeat(60)}${'</g>'.repeat(60)}`;
  expect(isDrawn(sheet(inRules, nested))).toBe(true);
});

it('a font that an SVG embeds costs no tokens (security.linear-work)', () => {
  const face = (data: string) => `@font-face{font-family:a;src:url(${data})}g{fill:red}`;
  const base64 = 'A'.repeat(4_000_000);
  expect(isDrawn(sheet(face(`data:font/woff2;base64,${base64}`)))).toBe(true);
  expect(isDrawn(sheet(face(`"data:font/woff2;base64,${base64}"`)))).toBe(true);
});
