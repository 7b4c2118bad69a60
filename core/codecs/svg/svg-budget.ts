import { refuseSvg } from './svg-faults.ts';

/**
 * The counts of an SVG, made before any of it is parsed further, matched or drawn. Plain numbers,
 * so that they bound the work of any parser of CSS and of any renderer behind it.
 */
export interface SvgCounts {
  /** Of every namespace, those that aren't drawn included. */
  readonly elements: number;
  /** Elements in each other, at most. */
  readonly depth: number;
  readonly attributes: number;
  /** Such as `&#65;`. */
  readonly characterReferences: number;
  /** Quotes and angle brackets in values and style sheets, which are written as references. */
  readonly escapes: number;
  /** Characters of all attributes' values. */
  readonly valueLength: number;
  /** Of these, of all `class` attributes. */
  readonly classLength: number;
  /** In `style` attributes. */
  readonly declarations: number;
  /** Opening brackets in values: of `blur(`, `rotate(`, `rgb(` and `url(`. */
  readonly functions: number;
  /** Of one value. */
  readonly longestFunctions: number;
  /** `url(` and `href`. */
  readonly references: number;
  readonly embeddedImages: number;
  /** Characters of all style sheets. */
  readonly sheetLength: number;
  /** Opening brackets in them. */
  readonly sheetFunctions: number;
  /** `url(` in them. */
  readonly sheetReferences: number;
  /** Blocks of all style sheets. */
  readonly rules: number;
  readonly selectors: number;
  /** Characters of what stands before blocks. */
  readonly selectorLength: number;
  /** Ancestors and siblings that a matcher may try for one element, over all selectors. */
  readonly selectorSteps: number;
  readonly attributeSelectors: number;
  /** Names, classes, places and combinators of all selectors. */
  readonly selectorParts: number;
  /** Declarations of all rules. */
  readonly ruleDeclarations: number;
  /** Of the rule with the most. */
  readonly longestRule: number;
  /** Characters of the longest body of a rule. */
  readonly longestBody: number;
}

/**
 * The maximum of each count. Drawings of editors and icon sets stay far below; each was measured to
 * take less than a third of 300 ms of CPU.
 */
export const SVG_MAXIMA: Readonly<Record<keyof SvgCounts, number>> = {
  elements: 25_000,
  depth: 100,
  attributes: 150_000,
  characterReferences: 200_000,
  escapes: 200_000,
  valueLength: Number.POSITIVE_INFINITY, // bytes of the file, which has its own maximum
  classLength: Number.POSITIVE_INFINITY,
  declarations: 250_000,
  functions: 100_000,
  longestFunctions: 1_000,
  references: 50_000,
  embeddedImages: 2_000,
  sheetLength: Number.POSITIVE_INFINITY,
  sheetFunctions: 50_000,
  sheetReferences: 50_000,
  rules: 2_000,
  selectors: 20_000,
  selectorLength: 200_000,
  selectorSteps: 1_000_000,
  attributeSelectors: 2_000,
  selectorParts: 30_000,
  ruleDeclarations: 100_000,
  longestRule: 100_000,
  longestBody: Number.POSITIVE_INFINITY,
};

interface Product {
  readonly name: string;
  readonly of: (counts: SvgCounts) => number;
  readonly most: number;
}

/** Numbers that multiply, because each of one kind may meet each of the other. */
export const SVG_PRODUCTS: readonly Product[] = [
  {
    name: 'selectors x elements',
    of: ({ selectors, elements }) => selectors * elements,
    most: 5_000_000,
  },
  {
    name: 'parts of selectors x elements',
    of: ({ selectorParts, elements }) => selectorParts * elements,
    most: 20_000_000,
  },
  {
    name: 'ancestors and siblings that selectors try x elements',
    of: ({ selectorSteps, elements }) => selectorSteps * elements,
    most: 20_000_000,
  },
  {
    name: 'selectors x characters of classes',
    of: ({ selectors, classLength }) => selectors * classLength,
    most: 50_000_000,
  },
  {
    name: 'selectors of attributes x characters of attributes',
    of: ({ attributeSelectors, valueLength }) => attributeSelectors * valueLength,
    most: 50_000_000,
  },
  {
    name: 'declarations of a rule x elements',
    of: ({ longestRule, elements }) => longestRule * elements,
    most: 2_000_000,
  },
  {
    name: 'functions of rules x elements',
    of: ({ sheetFunctions, elements }) => sheetFunctions * elements,
    most: 5_000_000,
  },
  {
    name: 'references of rules x elements',
    of: ({ sheetReferences, elements }) => sheetReferences * elements,
    most: 2_000_000,
  },
  {
    name: 'characters of a rule x elements',
    of: ({ longestBody, elements }) => longestBody * elements,
    most: 50_000_000,
  },
];

/** An ImageFileFault if one count, or a product of two, is above its maximum. */
export function checkSvgCounts(counts: SvgCounts): void {
  for (const name of Object.keys(SVG_MAXIMA) as (keyof SvgCounts)[]) {
    if (counts[name] > SVG_MAXIMA[name]) refuseSvg('complex');
  }
  for (const { of, most } of SVG_PRODUCTS) {
    if (of(counts) > most) refuseSvg('complex');
  }
}
