import { CANVAS, fill, type MakeSvg, nest, squareOf, styled } from './svg-pieces.ts';

const repeat = (text: string, times: number) => text.repeat(Math.max(0, Math.floor(times)));
/** As many elements as fit beside the styles, within the maximum. */
const groups = (bytes: number, count = 24_000, group = '<g/>') => fill(bytes, group, count);
const inEachOther = (content: string) => nest(90, () => '<g>', '</g>', content);

/** Selectors, each as long as the bounds permit: their parts times the elements. */
const SELECTORS: Readonly<Record<string, MakeSvg>> = {
  'parts of one selector x elements': (bytes) =>
    squareOf(
      styled(`g${repeat('.a', Math.min(bytes / 4, 99_000))}{fill:red}`) +
        groups(bytes / 2, 24_000, '<g class="a"/>'),
    ),
  'negations of one selector x elements': (bytes) =>
    squareOf(
      styled(`g${repeat(':not(b)', Math.min(bytes / 14, 28_000))}{fill:red}`) + groups(bytes / 2),
    ),
  'siblings in a row x elements': (bytes) =>
    squareOf(styled(`b${repeat('+g', Math.min(bytes / 4, 4_000))}{fill:red}`) + groups(bytes / 2)),
  'siblings in a long row x elements': (bytes) =>
    squareOf(styled(`b${repeat('+g', Math.min(bytes / 4, 90_000))}{fill:red}`) + groups(bytes / 2)),
  'children in a row x elements': (bytes) =>
    squareOf(
      styled(fill(bytes / 2, `b${repeat('>g', 95)}{fill:red}`, 200)) +
        inEachOther(groups(bytes / 2)),
    ),
  'rules in one rule x depth x elements': (bytes) =>
    squareOf(styled(`b{${fill(bytes / 2, 'g{fill:red}', 200)}}`) + inEachOther(groups(bytes / 2))),
  'rules in rules, each by the parent x elements': (bytes) =>
    squareOf(
      styled(`${repeat('g{', 30)}fill:red${repeat('}', 30)}`.repeat(6)) +
        inEachOther(groups(bytes / 2)),
    ),
  'lists in lists of selectors': (bytes) =>
    squareOf(
      styled(`${repeat(':is(g,:not(b,', 15)}g${repeat('))', 15)}{fill:red}`.repeat(90)) +
        groups(bytes / 2),
    ),
  'descendants in negations x depth': (bytes) =>
    squareOf(
      styled(`${repeat(':not(b ', 28)}g${repeat(')', 28)}{fill:red}`) +
        inEachOther(groups(bytes / 2)),
    ),
  'general siblings x elements': (bytes) =>
    squareOf(styled(fill(bytes / 2, 'b~g{fill:red}', 2)) + groups(bytes / 2, 3_000)),
  'selectors by place x siblings': (bytes) =>
    squareOf(styled(':nth-last-child(2n+1){fill:red}') + groups(bytes / 2, 4_400)),
  'selectors by kind x siblings': (bytes) =>
    squareOf(styled('g:last-of-type{fill:red}') + groups(bytes / 2, 4_400)),
  'attributes of one selector x elements': (bytes) =>
    squareOf(
      styled(`g${repeat('[a*=b]', Math.min(bytes / 12, 1_900))}{fill:red}`) +
        groups(bytes / 2, 1_000, `<g a="${'a'.repeat(20)}"/>`),
    ),
  'escapes in selectors': (bytes) =>
    squareOf(styled(`.${fill(Math.min(bytes, 199_000), '\\61 ')}{fill:red}`) + CANVAS),
};

/** Values of rules, which may be read once more for each element. */
const perElement =
  (rule: (count: number) => string, element?: string): MakeSvg =>
  (bytes) =>
    squareOf(styled(rule(Math.min(bytes / 4, 1_950))) + groups(bytes, 24_000, element));
const unlike =
  (rule: (count: number) => string, element: (at: number) => string): MakeSvg =>
  (bytes) =>
    squareOf(styled(rule(Math.min(bytes / 4, 1_950))) + fill(bytes, element, 24_000));

const VALUES: Readonly<Record<string, MakeSvg>> = {
  'a harmless value x elements': perElement((n) => `g{clip:${repeat(' ', n)}auto}`),
  'a harmless list x elements': perElement(
    (n) => `g{mask-mode:${repeat('match-source,', n / 13)}match-source}`,
  ),
  'names of animations x elements': perElement(
    (n) => `@keyframes k{from{fill:red}}g{animation-name:${repeat('a,', n / 2)}k}`,
  ),
  'animations of a rule x elements': perElement(
    (n) => `@keyframes k{from{fill:red}}g{animation:${repeat('k 1s,', n / 5)}k 1s}`,
  ),
  'a variable without a value x elements': perElement(
    (n) => `g{fill:var(--a)${repeat(' a', n / 2)}}`,
  ),
  'a long fallback x elements': perElement(
    (n) => `svg{--a:red}g{fill:var(--a,${repeat('1 ', n / 2)})}`,
  ),
  'fallbacks of nothing x depth x elements': (bytes) =>
    squareOf(
      styled(`g{stroke-dasharray:${repeat('var(--a,)', 200)}1}`) +
        nest(90, (at) => `<g style="--b${at}:1">`, '</g>', groups(bytes, 24_000)),
    ),
  'a long value x sizes of fonts': unlike(
    (n) => `g{stroke-dasharray:${repeat('1 ', n / 2)}}`,
    (at) => `<g font-size="${at / 100 + 1}"/>`,
  ),
  'a sum x sizes of fonts': unlike(
    (n) => `g{stroke-width:calc(1px${repeat('+ 1px ', n / 6)})}`,
    (at) => `<g font-size="${at / 100 + 1}"/>`,
  ),
  'transforms x sizes of fonts': unlike(
    (n) => `g{transform:${repeat('scale(1)', n / 8)}}`,
    (at) => `<g font-size="${at / 100 + 1}"/>`,
  ),
  'a sum of a transform x elements': perElement(
    (n) => `g{transform:translate(calc(1px${repeat(' + 1px', n / 6)}),1px)}`,
  ),
  'an origin x elements': perElement(
    (n) => `g{transform:scale(2);transform-origin:calc(1px${repeat(' + 1px', n / 6)}) 1px}`,
  ),
  'different sums': (bytes) =>
    squareOf(fill(bytes, (at) => `<rect width="calc(${at}px${' + 1px'.repeat(4_000)})"/>`)),
  'short sums': (bytes) =>
    squareOf(fill(bytes, (at) => `<rect width="calc(${at}px + 1px * 2)"/>`, 24_000)),
  'products in sums': (bytes) =>
    squareOf(
      fill(
        bytes,
        (at) => `<rect width="${repeat('calc(1*', 28)}${at}px${repeat(')', 28)}"/>`,
        3_500,
      ),
    ),
  'functions of sums': (bytes) =>
    squareOf(
      fill(bytes, (at) => `<rect width="min(${at}px${repeat(',clamp(1px,2px,3px)', 300)})"/>`),
    ),
  'different lists of dashes': (bytes) =>
    squareOf(fill(bytes, (at) => `<g stroke-dasharray="${at}${' 1'.repeat(9_000)}"/>`)),
  'different transforms': (bytes) =>
    squareOf(fill(bytes, (at) => `<g transform="scale(${at})${'rotate(1)'.repeat(900)}"/>`)),
  'sums in colours': (bytes) =>
    squareOf(fill(bytes, (at) => `<g fill="rgb(from red calc(${at}${' + r'.repeat(900)}) g b)"/>`)),
  'current colours in colours': (bytes) =>
    squareOf(
      fill(
        bytes,
        (at) =>
          `<g color="#${(at + 0x100000).toString(16)}" fill="color-mix(in lab,currentcolor,red)"/>`,
        7_900,
      ),
    ),
  'variables that double within bounds': (bytes) =>
    squareOf(
      fill(
        bytes,
        (at) =>
          `<g style="--a:${at};${Array.from({ length: 9 }, (_, i) => `--a${i}:var(--${i === 0 ? 'a' : `a${i - 1}`})var(--a${i - 1});`).join('')}fill:var(--a8)"/>`,
        5_000,
      ),
    ),
  'variables of each element': (bytes) =>
    squareOf(
      styled('g{fill:var(--c)}') +
        fill(bytes, (at) => `<g style="--c:#${(at + 0x100000).toString(16)}"/>`, 24_000),
    ),
  'many variables x elements': (bytes) =>
    squareOf(
      styled(
        `svg{${Array.from({ length: 60 }, (_, at) => `--v${at}:red;`).join('')}}g{fill:var(--v1);stroke:var(--v2);color:var(--v3)}`,
      ) + groups(bytes),
    ),
  'cycles of variables x elements': (bytes) =>
    squareOf(
      styled(
        `g{${Array.from({ length: 60 }, (_, at) => `--v${at}:var(--v${(at + 1) % 60});`).join('')}fill:var(--v1)}`,
      ) + groups(bytes, 6_000),
    ),
};

/** Texts of CSS: tokens of many style sheets and attributes together. */
const TEXTS: Readonly<Record<string, MakeSvg>> = {
  'tokens of many style sheets': (bytes) =>
    squareOf(fill(bytes, styled(`g{a:${repeat('1 ', 190_000)}}`)) + CANVAS),
  'tokens of many style attributes': (bytes) =>
    squareOf(fill(bytes, (at) => `<g style="a:${at}${repeat(' 1', 190_000)}"/>`)),
  'semicolons of many style attributes': (bytes) =>
    squareOf(fill(bytes, (at) => `<g style="a:${at}${repeat(';', 200_000)}"/>`)),
  'different style attributes': (bytes) =>
    squareOf(
      fill(
        bytes,
        (at) =>
          `<g style="fill:#${(at + 0x100000).toString(16)};stroke:none;opacity:.5;stroke-width:${at}px;fill-rule:evenodd"/>`,
        24_000,
      ),
    ),
  'unknown declarations of style attributes': (bytes) =>
    squareOf(fill(bytes, (at) => `<g style="${repeat('-inkscape-a:b;', 9)}a:${at}"/>`, 24_000)),
  'blocks in style attributes': (bytes) =>
    squareOf(fill(bytes, (at) => `<g style="a:${at};${repeat('{a:b}', 300)}"/>`)),
  'brackets in style attributes': (bytes) =>
    squareOf(fill(bytes, (at) => `<g style="a:${at} ${repeat('[a]', 3_000)}"/>`)),
  'texts in style sheets': (bytes) =>
    squareOf(styled(`g{font-family:${fill(bytes, "'',")}a}`) + CANVAS),
  'one long text in a style sheet': (bytes) =>
    squareOf(styled(`g{font-family:'${fill(bytes, 'aaaaaaaaa')}'}`) + CANVAS),
  'a font in a style sheet': (bytes) =>
    squareOf(
      styled(
        `@font-face{font-family:a;src:url(data:font/woff2;base64,${fill(bytes, 'AAAAAAAA')})}`,
      ) + CANVAS,
    ),
  'many fonts in a style sheet': (bytes) =>
    squareOf(
      styled(fill(bytes, '@font-face{font-family:a;src:url(data:font/woff2;base64,AAAA)}', 1_900)) +
        CANVAS,
    ),
  'a list of media': (bytes) =>
    squareOf(styled(`@media ${fill(Math.min(bytes, 190_000), 'print,')}all{g{fill:red}}`) + CANVAS),
  'rules of media': (bytes) =>
    squareOf(
      styled(
        fill(bytes, '@media (min-width:calc(1px + 1px)) and (not (hover)){g{fill:red}}', 990),
      ) + CANVAS,
    ),
  'sums in conditions': (bytes) =>
    squareOf(
      styled(
        fill(
          Math.min(bytes, 190_000),
          `@media (min-width:calc(1px${repeat(' + 1px', 900)})){g{fill:red}}`,
          990,
        ),
      ) + CANVAS,
    ),
  'what is supported': (bytes) =>
    squareOf(
      styled(
        fill(
          Math.min(bytes, 190_000),
          `@supports (stroke-dasharray:${repeat('1 ', 900)}){g{fill:red}}`,
          990,
        ),
      ) + CANVAS,
    ),
  'selectors that are supported': (bytes) =>
    squareOf(
      styled(
        fill(
          Math.min(bytes, 190_000),
          `@supports selector(${repeat('.a', 900)}){g{fill:red}}`,
          990,
        ),
      ) + CANVAS,
    ),
  'frames of an animation x elements': (bytes) =>
    squareOf(
      styled(`@keyframes k{from{${fill(bytes / 2, 'fill:red;', 80)}}}g{animation:k 1s}`) +
        groups(bytes / 2, 24_000),
    ),
  'animations by attributes': (bytes) =>
    squareOf(
      fill(bytes, `<g><animate attributeName="fill" values="${repeat('red;', 900)}"/></g>`, 12_000),
    ),
  'UTF-16': (bytes) =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(
        squareOf(
          styled(`g{a:${fill(bytes / 4, '1 ')}}`) + fill(bytes / 4, '<g/>', 24_000),
        ).toString(),
        'utf16le',
      ),
    ]),
};

/** Layers, uses and filters by styles. */
const EFFECTS: Readonly<Record<string, MakeSvg>> = {
  'shadows of elements': (bytes) =>
    squareOf(fill(bytes, `<g style="filter:drop-shadow(1px 2px 3px red)">${CANVAS}</g>`, 12_000)),
  'shadows of one element': (bytes) =>
    squareOf(
      `<g style="filter:${fill(bytes, 'drop-shadow(1px 2px 3px red) ', 900)}">${CANVAS}</g>`,
    ),
  'uses x styles': (bytes) =>
    squareOf(
      styled(fill(bytes / 4, (at) => `.c${at}{fill:red;stroke:blue}`, 190)) +
        `<g id="a">${fill(bytes / 4, (at) => `<rect class="c${at % 190}"/>`, 200)}</g>` +
        fill(bytes / 2, '<use href="#a" style="fill:var(--b,red)"/>', 240),
    ),
  'variables x uses': (bytes) =>
    squareOf(
      `<g id="a">${fill(bytes / 4, '<rect style="fill:var(--b,red)"/>', 12_000)}</g>` +
        fill(bytes / 2, '<use href="#a"/>', 12_000),
    ),
  'strokes without scale': (bytes) =>
    squareOf(
      fill(
        bytes,
        (at) =>
          `<g transform="scale(${at})"><path d="M0 0h9" style="vector-effect:non-scaling-stroke;stroke:red;stroke-dasharray:1 2 3"/></g>`,
        12_000,
      ),
    ),
};

/** Each kind of an attack on the parsers, the matcher and the resolver of styles. */
export const STYLE_ATTACKS: Readonly<Record<string, MakeSvg>> = {
  ...SELECTORS,
  ...VALUES,
  ...TEXTS,
  ...EFFECTS,
};
