import { CANVAS, fill, type MakeSvg, nest, squareOf, styled } from './svg-pieces.ts';

const rules = (count: number, rule: (at: number) => string) =>
  styled(Array.from({ length: count }, (_, at) => rule(at)).join(''));

/** Style sheets: the size of each, times the elements that it may match. */
export const STYLES: Readonly<Record<string, MakeSvg>> = {
  'one class, often x rules of it': (bytes) =>
    squareOf(
      `${rules(1_900, () => '.a{opacity:.5}')}<g class="${'a '.repeat((bytes - 30_000) / 2)}"/>`,
    ),
  'classes x their rules': (bytes) =>
    squareOf(
      rules(1_900, (at) => `.c${at}{opacity:.5}`) +
        `<g class="${fill(bytes - 34_000, (at) => `c${at} `)}"/>`,
    ),
  'elements of many classes x rules': (bytes) =>
    squareOf(
      rules(1_000, (at) => `.c${at % 9}{stroke:url(#x)}`) +
        fill(bytes, `<g class="c0 c1 c2 c3 c4 c5 c6 c7 c8"/>`, 4_900),
    ),
  'selectors x elements': (bytes) =>
    squareOf(styled(`${fill(bytes / 2, (at) => `.c${at},`)}g{fill:red}`) + fill(bytes / 2, '<g/>')),
  'selectors x elements, of the same class': (bytes) =>
    squareOf(styled(`${fill(bytes / 2, '.a,')}g{fill:red}`) + fill(bytes / 2, '<g class="a"/>')),
  'declarations of a rule x elements': (bytes) =>
    squareOf(styled(`g{${fill(bytes / 2, 'fill:red;')}}`) + fill(bytes / 2, '<g/>', 24_000)),
  'long declarations of a rule x elements': (bytes) =>
    squareOf(
      styled(`g{stroke-dasharray:${fill(bytes / 2, '1 2 ')}}`) +
        fill(bytes / 2, '<path d="M0 0L9 9"/>', 24_000),
    ),
  'parts of selectors x depth x elements': (bytes) =>
    squareOf(
      rules(100, () => `${'g '.repeat(90)}b{fill:red}`) +
        nest(90, () => '<g>', '</g>', fill(bytes, '<g/>', 24_000)),
    ),
  'attribute selectors x a long class': (bytes) =>
    squareOf(
      rules(1_900, () => '[class~=b]{fill:red}') +
        fill(bytes / 2, `<g class="${'a '.repeat(bytes / 20)}"/>`, 9),
    ),
  'siblings x selectors by place': (bytes) =>
    squareOf(rules(90, () => 'g+g+g:first-child{fill:red}') + fill(bytes, '<g/>', 24_000)),
  'comments that never end': (bytes) => squareOf(styled(`a{fill:red}${fill(bytes, '/* ')}`)),
  'comments that never end, in an attribute': (bytes) =>
    squareOf(`<g style="${fill(bytes, '/* ')}"/>`),
  comments: (bytes) => squareOf(styled(`g{fill:red}${fill(bytes, '/**/')}`) + CANVAS),
  'important declarations': (bytes) =>
    squareOf(`<g style="${fill(bytes, 'fill:red!important;')}">${CANVAS}</g>`),
  'declarations without an end': (bytes) => squareOf(`<g style="${fill(bytes, ';')}"/>`),
  'style sheets': (bytes) => squareOf(fill(bytes, '<style>a{fill:red}</style>', 24_000) + CANVAS),
  'empty rules': (bytes) => squareOf(styled(fill(bytes, 'a{}'))),
  'rules that begin with @': (bytes) => squareOf(styled(fill(bytes, '@a{}'))),
  'blocks in blocks': (bytes) =>
    squareOf(styled(`@a${fill(bytes / 2, '{')}${fill(bytes / 2, '}')}`)),
  'spaces in selectors': (bytes) => squareOf(styled(`a${' '.repeat(bytes)}b{fill:red}`)),
  'commas in selectors': (bytes) => squareOf(styled(`a${fill(bytes, ',')}{fill:red}`)),
  'selectors in selectors': (bytes) =>
    squareOf(styled(`${fill(bytes / 2, ':is(')}g${fill(bytes / 4, ')')}{fill:red}`) + CANVAS),
  'selectors in selectors, within bounds, x elements': (bytes) =>
    squareOf(
      rules(90, () => `${':is('.repeat(30)}g${')'.repeat(30)}{fill:red}`) +
        fill(bytes, '<g/>', 24_000),
    ),
  'selectors by what is in an element': (bytes) =>
    squareOf(rules(90, () => 'g:has(b b b){fill:red}') + fill(bytes, '<g/>', 24_000)),
  'places of a list x siblings': (bytes) =>
    squareOf(styled('g:nth-child(2n of g,b){fill:red}') + fill(bytes, '<g/>', 24_000)),
  'rules in rules': (bytes) =>
    squareOf(styled(`${fill(bytes / 2, '&{')}fill:red${fill(bytes / 2, '}')}`) + CANVAS),
  'rules in rules, each of two selectors': (bytes) =>
    squareOf(
      styled(`${'&,& &{'.repeat(25)}fill:red${'}'.repeat(25)}`) +
        nest(90, () => '<g>', '</g>', fill(bytes, '<g/>', 24_000)),
    ),
  'variables that double': (bytes) =>
    squareOf(
      `${styled(`g{${fill(bytes, (at) => `--v${at + 1}:var(--v${at}) var(--v${at});`, 60)}--v0:red;fill:var(--v60)}`)}<g>${CANVAS}</g>`,
    ),
  'a chain of variables': (bytes) =>
    squareOf(
      `${styled(`g{${fill(bytes, (at) => `--v${at + 1}:var(--v${at});`)}fill:var(--v9999)}`)}<g>${CANVAS}</g>`,
    ),
  'a long variable x elements': (bytes) =>
    squareOf(
      styled(`svg{--v:${fill(bytes / 2, '1 ')}}g{stroke-dasharray:var(--v)}`) +
        fill(bytes / 2, '<g/>', 24_000),
    ),
  'fallbacks in fallbacks': (bytes) => squareOf(`<g fill="${fill(bytes, 'var(--a,')}red"/>`),
  'sums in sums': (bytes) => squareOf(`<rect width="${fill(bytes, 'calc(1px + ')}1px"/>`),
  'a long sum': (bytes) => squareOf(`<rect width="calc(1px${fill(bytes, ' + 1px')})"/>`),
  'different colours': (bytes) =>
    squareOf(fill(bytes, (at) => `<g fill="rgb(${at / 9} 2 3/.5)"/>`, 24_000)),
  'colours of colours': (bytes) =>
    squareOf(`<g fill="${fill(bytes, 'color-mix(in lab,red,')}red"/>`),
  'conditions in conditions': (bytes) =>
    squareOf(styled(`@media ${fill(bytes, '(not ')}{g{fill:red}}`) + CANVAS),
  'media of a style sheet': (bytes) => squareOf(`<style media="${fill(bytes, '(')}"/>`),
  layers: (bytes) => squareOf(styled(`@layer ${fill(bytes, 'a.')}b;g{fill:red}`) + CANVAS),
  'names of layers': (bytes) =>
    squareOf(styled(`@layer ${fill(bytes, (at) => `a${at},`)}b;g{fill:red}`) + CANVAS),
  'animations x elements': (bytes) =>
    squareOf(
      styled(`@keyframes k{from{fill:red}}g{animation:${fill(bytes / 2, 'k 1s,')}k 1s}`) +
        fill(bytes / 2, '<g/>', 24_000),
    ),
  'declarations of many rules x elements': (bytes) =>
    squareOf(
      rules(900, () => 'g{fill:red;stroke:red;opacity:1;color:red;x:1;y:1;r:1}') +
        fill(bytes, '<g/>', 5_000),
    ),
  'tokens of a style sheet': (bytes) => squareOf(styled(`g{a:${fill(bytes, '1 ')}}`) + CANVAS),
  urls: (bytes) => squareOf(`<g style="fill:${fill(bytes, 'url(#a)')}"/>`),
  'urls that never end': (bytes) => squareOf(`<g style="fill:url(#${'a'.repeat(bytes)}"/>`),
  'starts of urls': (bytes) => squareOf(`<g fill="${fill(bytes, 'url ')}"/>`),
};

/** The document: elements, attributes, prefixes, references. */
export const DOCUMENTS: Readonly<Record<string, MakeSvg>> = {
  elements: (bytes) => squareOf(fill(bytes, '<g/>', 24_000)),
  'more elements than any drawing': (bytes) => squareOf(fill(bytes, '<g/>')),
  'dropped elements': (bytes) => squareOf(fill(bytes, '<b/>', 24_000)),
  'attributes x elements': (bytes) => {
    const attributes = Array.from({ length: 190 }, (_, at) => ` a${at}=""`).join('');
    return squareOf(fill(bytes, `<g${attributes}/>`));
  },
  'attributes that are drawn x elements': (bytes) =>
    squareOf(
      fill(
        bytes,
        '<path d="" fill="" stroke="" opacity="" mask="" x="" y="" id="" rx="" ry=""/>',
        24_000,
      ),
    ),
  'prefixes x depth': (bytes) =>
    squareOf(fill(bytes, (at) => nest(90, (i) => `<g xmlns:p${at}-${i}="u">`, '</g>', ''))),
  'prefixes x elements': (bytes) => {
    const outer = Array.from({ length: 90 }, (_, at) => ` xmlns:p${at}="u"`).join('');
    return squareOf(`<g${outer}>${fill(bytes, '<g xmlns:q="u"/>', 24_000)}</g>`);
  },
  'references to characters': (bytes) => squareOf(`<g id="${fill(bytes, '&#65;')}"/>`),
  'characters that are written as references': (bytes) =>
    squareOf(`<g id="${fill(bytes, '"'.replace('"', '&quot;'))}"/>`),
  'tabs that are written as references': (bytes) => squareOf(`<g id="${fill(bytes, '\t')}"/>`),
  'quotes that are written as references': (bytes) => squareOf(`<g id='${fill(bytes, '"')}'/>`),
  'combinators that are written as references': (bytes) =>
    squareOf(styled(`a${fill(bytes, '>')}{fill:red}`)),
  'comments of XML': (bytes) => squareOf(fill(bytes, '<!---->') + CANVAS),
  'a comment without an end': (bytes) => squareOf(fill(bytes, '<!-- ')),
  instructions: (bytes) => squareOf(fill(bytes, '<?a?>') + CANVAS),
  'sections of text': (bytes) => squareOf(fill(bytes, '<![CDATA[]]>') + CANVAS),
  'sections of a style sheet': (bytes) => squareOf(`<style>${fill(bytes, '<![CDATA[]]>')}</style>`),
  'spaces between elements': (bytes) => squareOf(`${' '.repeat(bytes)}${CANVAS}`),
  'spaces in a tag': (bytes) => squareOf(`<g${' '.repeat(bytes)}/>`),
  'spaces before an equals sign': (bytes) => squareOf(`<g a${' '.repeat(bytes)}"/>`),
  'a name without an end': (bytes) => squareOf(`<${'a'.repeat(bytes)}`),
  colons: (bytes) => squareOf(`<a${fill(bytes, ':a')}/>`),
  'text in texts': (bytes) => squareOf(nest(90, () => '<text>', '</text>', ' '.repeat(bytes))),
  'a width of spaces': (bytes) => squareOf(CANVAS, `width="${' '.repeat(bytes)}!" height="1"`),
  'a viewBox of numbers': (bytes) => squareOf(CANVAS, `viewBox="${fill(bytes, '1 ')}"`),
  'a reference of spaces': (bytes) => squareOf(`<use href="${' '.repeat(bytes)}#a b"/>`),
  'a document type of spaces': (bytes) => Buffer.from(`<!DOCTYPE svg${' '.repeat(bytes)}!><svg/>`),
  entities: (bytes) =>
    Buffer.from(`<!DOCTYPE svg [${fill(bytes, (at) => `<!ENTITY a${at} "b">`)}]><svg/>`),
};
