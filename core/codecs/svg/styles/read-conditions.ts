import type { Condition, CssNode, MediaQuery } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import type { SvgSize } from '../svg-size.ts';
import { checkBrackets } from './css-syntax.ts';

/** A condition may be neither: an unknown feature is not true, and its opposite is not either. */
type Truth = boolean | undefined;

/** Keywords of features in an image that a browser shows, on a light page. */
const KEYWORDS: Readonly<Record<string, string>> = {
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'prefers-reduced-transparency': 'no-preference',
  'prefers-reduced-data': 'no-preference',
  'prefers-contrast': 'no-preference',
  'forced-colors': 'none',
  'inverted-colors': 'none',
  'dynamic-range': 'standard',
  'color-gamut': 'srgb',
  'display-mode': 'browser',
  hover: 'hover',
  'any-hover': 'hover',
  pointer: 'fine',
  'any-pointer': 'fine',
  update: 'fast',
};
/** Of a feature without a value: these keywords are as much as none. */
const NONE = ['none', 'no-preference'];
const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  em: 16,
  rem: 16,
  pt: 4 / 3,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  dppx: 1,
  x: 1,
  dpi: 1 / 96,
};
const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
};

function numbersOf({ width, height }: SvgSize): Readonly<Record<string, number>> {
  return {
    width,
    height,
    'aspect-ratio': width / height,
    resolution: 1,
    color: 8,
    'color-index': 0,
    monochrome: 0,
    grid: 0,
    '-webkit-device-pixel-ratio': 1,
  };
}

function numberOf(node: CssNode | null): number | undefined {
  if (node?.type === 'Number') return Number(node.value);
  if (node?.type === 'Ratio') return ratioOf(generate(node));
  if (node?.type !== 'Dimension') return undefined;
  const pixels = PIXELS[node.unit.toLowerCase()];
  return pixels === undefined ? undefined : Number(node.value) * pixels;
}

function ratioOf(text: string): number {
  const [over = '', under = '1'] = text.split('/');
  return Number(over) / Number(under);
}

class Media {
  private readonly numbers: Readonly<Record<string, number>>;

  constructor(image: SvgSize) {
    this.numbers = numbersOf(image);
  }

  matches({ modifier, mediaType, condition }: MediaQuery): boolean {
    const isType = mediaType === null || ['screen', 'all'].includes(mediaType.toLowerCase());
    const isTrue: Truth = isType && (condition ? truthOf(condition, this.feature) : true);
    return (modifier?.toLowerCase() === 'not' ? opposite(isTrue) : isTrue) ?? false;
  }

  private readonly feature = (node: CssNode): Truth => {
    if (node.type === 'Feature') return this.named(node.name.toLowerCase(), node.value);
    if (node.type !== 'FeatureRange') return undefined;
    return this.range(node as unknown as FeatureRange);
  };

  private named(name: string, value: CssNode | null): Truth {
    const [, bound, of = name] = /^(min|max)-(.+)$/.exec(name) ?? [];
    const actual = Object.hasOwn(this.numbers, of) ? this.numbers[of] : undefined;
    if (actual !== undefined) {
      const due = numberOf(value);
      if (value === null) return bound === undefined ? actual > 0 : undefined;
      if (due === undefined) return undefined;
      return bound === 'min' ? actual >= due : bound === 'max' ? actual <= due : actual === due;
    }
    const word = value?.type === 'Identifier' ? value.name.toLowerCase() : undefined;
    if (name === 'orientation') {
      const isPortrait = (this.numbers.height ?? 0) >= (this.numbers.width ?? 0);
      return word === undefined ? true : word === (isPortrait ? 'portrait' : 'landscape');
    }
    const keyword = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name] : undefined;
    if (keyword === undefined) return undefined;
    return word === undefined ? !NONE.includes(keyword) : word === keyword;
  }

  private range({ left, leftComparison, middle, rightComparison, right }: FeatureRange): Truth {
    const sideOf = (node: CssNode | null) =>
      node?.type === 'Identifier' ? this.numbers[node.name.toLowerCase()] : numberOf(node);
    const [first, second, third] = [sideOf(left), sideOf(middle), sideOf(right)];
    if (first === undefined || second === undefined) return undefined;
    const isFirst = COMPARE[leftComparison]?.(first, second);
    if (!right || rightComparison === null) return isFirst;
    if (third === undefined) return undefined;
    return isFirst && COMPARE[rightComparison]?.(second, third);
  }
}

/** Of css-tree, whose types lack it. */
interface FeatureRange {
  readonly left: CssNode;
  readonly leftComparison: string;
  readonly middle: CssNode;
  readonly rightComparison: string | null;
  readonly right: CssNode | null;
}

const opposite = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);

/** A condition in brackets, which are not deep, of features that are read by this function. */
function truthOf({ children }: Condition, read: (node: CssNode) => Truth): Truth {
  let truth: Truth;
  let word = '';
  let isOpposite = false;
  for (const node of children) {
    if (node.type === 'Identifier') {
      if (node.name.toLowerCase() === 'not') isOpposite = true;
      else word = node.name.toLowerCase();
      continue;
    }
    const plain = node.type === 'Condition' ? truthOf(node, read) : read(node);
    const next = isOpposite ? opposite(plain) : plain;
    isOpposite = false;
    if (word === '') truth = next;
    else if (word === 'and') truth = truth === false || next === false ? false : truth && next;
    else truth = truth === true || next === true ? true : truth === false ? next : truth;
  }
  return truth;
}

/** The part of an at-rule before its block; undefined where css-tree can't read it. */
function preludeOf(name: string, prelude: string): CssNode | undefined {
  checkBrackets(prelude);
  try {
    const rule = parse(`@${name} ${prelude}{}`, { context: 'atrule', parseValue: false });
    const content = rule.type === 'Atrule' ? rule.prelude : null;
    return content?.type === 'AtrulePrelude' ? (content.children.first ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether media queries are true of an image on a screen, of this size in pixels. */
export function matchesMedia(queries: string, image: SvgSize): boolean {
  if (queries.trim() === '') return true;
  const list = preludeOf('media', queries);
  if (list?.type !== 'MediaQueryList') return false;
  const media = new Media(image);
  return list.children.some((query) => query.type === 'MediaQuery' && media.matches(query));
}

/** The answers to a condition of `@supports`. */
export interface Support {
  readonly declaration: (property: string, value: string) => boolean;
  readonly selector: (text: string) => boolean;
}

/** Whether a condition of `@supports` is true. */
export function matchesSupports(text: string, support: Support): boolean {
  const condition = preludeOf('supports', text);
  if (condition?.type !== 'Condition') return false;
  const read = (node: CssNode): Truth => {
    const given = node as unknown as { readonly type: string; readonly declaration?: CssNode };
    if (given.declaration?.type === 'Declaration') {
      const { property, value } = given.declaration;
      return support.declaration(property.toLowerCase(), generate(value).trim());
    }
    const [, selector] = /^selector\((.*)\)$/is.exec(generate(node)) ?? [];
    return selector === undefined ? undefined : support.selector(selector);
  };
  return truthOf(condition, read) ?? false;
}
