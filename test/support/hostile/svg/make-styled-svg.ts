import type { SeededRandom } from '../seeded-random.ts';

/** A text by chance, whose parts are at most so deep in each other. */
type Make = (random: SeededRandom, depth: number) => string;

const DEEPEST = 4;
const words = (list: string): readonly [string, ...string[]] =>
  list.split(' ') as unknown as [string, ...string[]];

const ELEMENTS = words('g rect path circle ellipse line polygon a switch svg symbol defs image');
const HOLDERS = words('g g g a defs symbol svg mask clipPath marker pattern switch');
const STEPS = words(
  'feGaussianBlur feOffset feFlood feColorMatrix feMorphology feDropShadow feMerge feComposite feTile feImage feTurbulence feComponentTransfer',
);
const NAMES = words('a b c d');
const PROPERTIES = words(
  'fill stroke opacity filter mask clip-path transform translate rotate scale transform-origin transform-box display visibility color font-size stroke-width stroke-dasharray vector-effect marker-mid mix-blend-mode d cx width all animation animation-name background paint-order unknown -webkit-filter',
);
const FUNCTIONS = words(
  'scale rotate matrix translate skewX rotate3d translateZ blur drop-shadow hue-rotate sepia opacity',
);
const UNITS = words('px em % deg rad vw turn s ms fr Q');
const COLOURS = words(
  'red currentColor #fff #12 #12345678 transparent none inherit unset initial revert revert-layer Canvas',
);
const PSEUDO = words(
  ':root :hover :first-child :last-of-type :empty ::before :scope :nth-child(2n+1) :nth-child( :nope',
);
const COMBINED = [' ', '>', '+', '~', ',', '||', '>>'] as const;
const ATTRIBUTES = ['[id]', '[class~=a]', '[d^="M" i]', '[fill=red', '[|x]', '[a="]"]'] as const;
/** Parts of cut, broken and escaped texts. */
const BROKEN = [
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  ';',
  ':',
  '"',
  "'",
  '\\',
  '\\0',
  '\\66 ill',
  '\\\n',
  '/*',
  '*/',
  '<!--',
  '-->',
  '!',
  '!important',
  '@',
  '@media',
  '#',
  'U+0-7',
  '\u0000',
  '\ufffd',
  '\ud800',
  '&amp;',
  '&#0;',
  '&lt;',
  ']]>',
  '--',
  '-',
  '1e999',
  '+.',
  ',',
] as const;
const NUMBERS = ['0', '1', '-1', '.5', '1e3', '1e-9', '1e38', '-1e38', '99999', '3.14159'] as const;

const chance = (random: SeededRandom, oneIn: number) => random.below(oneIn) === 0;

/** Up to so many of a text, one behind the other. */
function many(random: SeededRandom, most: number, make: () => string, between = ''): string {
  return Array.from({ length: random.below(most + 1) }, make).join(between);
}

const number: Make = (random) => random.pick(NUMBERS);
const length: Make = (random, depth) =>
  chance(random, 4)
    ? sum(random, depth - 1)
    : `${number(random, depth)}${chance(random, 3) ? '' : random.pick(UNITS)}`;
const sum: Make = (random, depth) => {
  if (depth <= 0) return number(random, depth);
  const name = random.pick(['calc', 'min', 'max', 'clamp', 'round', 'hypot', 'var', 'env']);
  const between = random.pick([' + ', ' - ', ' * ', ' / ', ',', '+']);
  const terms = many(random, 3, () => length(random, depth - 1), between);
  return `${name}(${length(random, depth - 1)}${between}${terms})`;
};
const variable: Make = (random, depth) => {
  const fallback = chance(random, 2) ? '' : `,${depth > 0 ? value(random, depth - 1) : ''}`;
  return `var(--${random.pick(NAMES)}${fallback})`;
};
const colour: Make = (random, depth) => {
  if (chance(random, 3) || depth <= 0) return random.pick(COLOURS);
  const name = random.pick(['rgb', 'hsl', 'lab', 'color-mix', 'light-dark', 'color']);
  const start = random.pick(['', 'from red ', 'in lab, red, ', 'display-p3 ']);
  return `${name}(${start}${many(random, 4, () => length(random, depth - 1), random.pick([' ', ',', '/']))})`;
};
const functions: Make = (random, depth) => {
  const one = () => {
    const name = random.pick(FUNCTIONS);
    return `${name}(${many(random, 3, () => length(random, depth - 1), random.pick([',', ' ']))})`;
  };
  return many(random, 3, one, ' ');
};
const reference: Make = (random) => {
  const quote = random.pick(['', '', '"', "'"]);
  return `url(${quote}#${random.pick(NAMES)}${chance(random, 40) ? '' : quote})`;
};
const value: Make = (random, depth) => {
  const make = () =>
    chance(random, 9)
      ? broken(random, depth)
      : random.pick([length, colour, variable, functions, reference, number])(random, depth);
  return chance(random, 3) ? make() : many(random, 3, make, ' ');
};
const broken: Make = (random) => many(random, 2, () => random.pick(BROKEN));

const declaration: Make = (random, depth) => {
  const name = chance(random, 4) ? `--${random.pick(NAMES)}` : random.pick(PROPERTIES);
  const end = chance(random, 6) ? '!important' : chance(random, 12) ? broken(random, depth) : '';
  return `${name}:${value(random, depth)}${end}${chance(random, 20) ? '' : ';'}`;
};

const compound: Make = (random, depth) => {
  const name = chance(random, 2) ? random.pick(ELEMENTS) : random.pick(['', '*', '&', 'svg|g']);
  const part = () => {
    if (depth > 0 && chance(random, 4)) {
      const kind = random.pick([
        'is',
        'not',
        'where',
        'has',
        'nth-child',
        '-webkit-any',
        'matches',
      ]);
      return `:${kind}(${selector(random, depth - 1)})`;
    }
    const last = chance(random, 9) ? random.pick(BROKEN) : random.pick(PSEUDO);
    return random.pick([`.${random.pick(NAMES)}`, `#${random.pick(NAMES)}`, last]);
  };
  const attribute = chance(random, 6) ? random.pick(ATTRIBUTES) : '';
  return `${name}${many(random, 3, part)}${attribute}`;
};
const selector: Make = (random, depth) => {
  const more = many(random, 3, () => `${random.pick(COMBINED)}${compound(random, depth)}`);
  return `${compound(random, depth)}${more}`;
};

const rule: Make = (random, depth) => {
  const items = () =>
    depth > 0 && chance(random, 4) ? rule(random, depth - 1) : declaration(random, depth);
  const body = many(random, 5, items);
  if (!chance(random, 4)) return `${selector(random, depth)}{${body}}`;
  const at = random.pick([
    '@media (min-width:1px)',
    '@media not print',
    `@supports (${declaration(random, 1)})`,
    '@layer a',
    '@layer b,a;@layer a',
    '@keyframes a',
    '@font-face',
    '@container a',
    '@layer',
  ]);
  return `${at}{${at.startsWith('@k') ? `from{${body}}50%{}to{${body}}` : rule(random, depth - 1)}}`;
};
const bounded: Make = (random, depth) => (depth < 0 ? '' : rule(random, depth));

/** A text in which one place is cut out, or another text is put. */
function spoil(random: SeededRandom, text: string): string {
  if (!chance(random, 5)) return text;
  const at = random.below(text.length + 1);
  return text.slice(0, at) + (chance(random, 2) ? random.pick(BROKEN) : '');
}

/** The text as XML has it; some by mistake as it is. */
function escaped(random: SeededRandom, text: string): string {
  const clean = text.replaceAll('\u0000', '').replaceAll('\ud800', '');
  if (chance(random, 200)) return clean;
  return clean.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const attributes: Make = (random, depth) => {
  const some: string[] = [];
  const add = (name: string, text: string) => {
    const isName = !name.startsWith('-');
    if (isName && !some.some((one) => one.startsWith(` ${name}=`))) {
      some.push(` ${name}="${escaped(random, text)}"`);
    }
  };
  if (chance(random, 2)) add('id', chance(random, 20) ? '' : random.pick(NAMES));
  if (chance(random, 2))
    add(
      'class',
      many(random, 3, () => random.pick(NAMES), ' '),
    );
  if (chance(random, 2)) {
    add(
      'style',
      spoil(
        random,
        many(random, 5, () => declaration(random, depth)),
      ),
    );
  }
  for (let left = random.below(4); left > 0; left -= 1) {
    add(random.pick(PROPERTIES), chance(random, 3) ? value(random, depth) : colour(random, 0));
  }
  if (chance(random, 3)) add('transform', functions(random, 1));
  if (chance(random, 6)) add('filter', reference(random, 0));
  return some.join('');
};

function filterOf(random: SeededRandom): string {
  const step = () => {
    const name = random.pick(STEPS);
    const numbers = words('stdDeviation dx radius values result in baseFrequency x width')
      .filter(() => chance(random, 3))
      .map((one) => ` ${one}="${many(random, 2, () => number(random, 0), ' ')}"`);
    return `<${name}${numbers.join('')}/>`;
  };
  const units = chance(random, 3) ? ' filterUnits="userSpaceOnUse"' : '';
  return `<filter id="${random.pick(NAMES)}"${units}>${many(random, 4, step)}</filter>`;
}

function gradientOf(random: SeededRandom): string {
  const stops = many(
    random,
    3,
    () => `<stop offset="${number(random, 0)}"${attributes(random, 1)}/>`,
  );
  const href = chance(random, 2) ? ` href="#${random.pick(NAMES)}"` : '';
  const matrix = chance(random, 2) ? ` gradientTransform="${functions(random, 0)}"` : '';
  return `<linearGradient id="${random.pick(NAMES)}"${href}${matrix}>${stops}</linearGradient>`;
}

const element: Make = (random, depth) => {
  if (chance(random, 6)) return filterOf(random);
  if (chance(random, 6)) return gradientOf(random);
  if (chance(random, 5)) return `<use href="#${random.pick(NAMES)}"${attributes(random, 2)}/>`;
  if (chance(random, 9)) {
    const from = escaped(random, value(random, 1));
    return `<animate attributeName="${random.pick(PROPERTIES)}" from="${from}" to="1" dur="1s"/>`;
  }
  const name = depth > 0 ? random.pick(HOLDERS) : random.pick(ELEMENTS);
  const inside = depth > 0 ? many(random, 4, () => element(random, depth - 1)) : '';
  return `<${name}${attributes(random, 2)}>${inside}</${name}>`;
};

/**
 * An SVG of up to some kilobytes, by a grammar of style sheets, style attributes, and elements for
 * them. Some parts are cut, broken or escaped. The same for the same state of the generator.
 */
export function makeStyledSvg(random: SeededRandom): Buffer {
  const sheet = spoil(
    random,
    many(random, 8, () => bounded(random, random.below(DEEPEST))),
  );
  const style = `<style>${escaped(random, sheet)}</style>`;
  const content = many(random, 8, () => element(random, random.below(DEEPEST)));
  const start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"';
  const root = chance(random, 3) ? attributes(random, 2) : '';
  return Buffer.from(`${start}${root}>${style}${content}</svg>`);
}
