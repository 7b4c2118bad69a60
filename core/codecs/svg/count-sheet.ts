import { countCharacter } from './count-character.ts';
import { SVG_MAXIMA, type SvgCounts } from './svg-budget.ts';
import { refuseSvg } from './svg-faults.ts';

/** The counts that come from style sheets. */
export type SheetCounts = Pick<
  SvgCounts,
  | 'sheetLength'
  | 'sheetFunctions'
  | 'sheetReferences'
  | 'rules'
  | 'selectors'
  | 'selectorLength'
  | 'selectorSteps'
  | 'attributeSelectors'
  | 'selectorParts'
  | 'ruleDeclarations'
  | 'longestRule'
  | 'longestBody'
>;

const URL_START = /url\s*\(/gi;
const COMMENT_END = '*/';
/** Combinators of CSS, with the spaces around them; a space alone is the descendant combinator. */
const COMBINATORS = /\s*([\s>+~])\s*/g;
/** Selectors by a place among all siblings, or by the content of an element. */
const PLACES = /:(?:nth|last|only|has|first-of)/gi;
/** Each character begins a part of a selector. */
const PARTS = /[.#[:>+~&*]|\s(?=\S)/g;
const ATTRIBUTES = /\[/g;
/** Above any maximum. */
const ENDLESS = 1e12;

/** How often `url(` stands in a value or a style sheet. */
export function countUrls(text: string): number {
  if (!text.includes('(')) return 0;
  let count = 0;
  URL_START.lastIndex = 0;
  while (URL_START.test(text)) count += 1;
  return count;
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/**
 * The elements that a matcher may try for one element: each ancestor for each descendant
 * combinator, each sibling for each general one.
 */
function stepsOf(selector: string, depth: number, elements: number): number {
  const text = selector.trim();
  const kinds = [...text.matchAll(COMBINATORS)].map(([, kind = '']) => kind.trim());
  const ancestors = kinds.filter((kind) => kind === '').length;
  const siblings = kinds.filter((kind) => kind === '~').length + countOf(text, PLACES);
  return Math.min(ENDLESS, Math.max(1, depth) ** ancestors * elements ** siblings);
}

/**
 * A style sheet without its comments, in one pass; one that has no end ends with the sheet. The
 * marks of comments of HTML are left out too.
 */
export function withoutComments(sheet: string): string {
  if (!sheet.includes('/*')) return sheet;
  const parts: string[] = [];
  let at = 0;
  for (let open = sheet.indexOf('/*'); open >= 0; open = sheet.indexOf('/*', at)) {
    parts.push(sheet.slice(at, open));
    const end = sheet.indexOf(COMMENT_END, open + 2);
    at = end < 0 ? sheet.length : end + COMMENT_END.length;
  }
  parts.push(sheet.slice(at));
  return parts.join('');
}

type BoundedEarly = 'rules' | 'selectors' | 'selectorLength' | 'ruleDeclarations';

class SheetCounter {
  readonly counts: { -readonly [Name in keyof SheetCounts]: number } = {
    sheetLength: 0,
    sheetFunctions: 0,
    sheetReferences: 0,
    rules: 0,
    selectors: 0,
    selectorLength: 0,
    selectorSteps: 0,
    attributeSelectors: 0,
    selectorParts: 0,
    ruleDeclarations: 0,
    longestRule: 0,
    longestBody: 0,
  };
  private readonly depth: number;
  private readonly elements: number;

  constructor(depth: number, elements: number) {
    this.depth = depth;
    this.elements = elements;
  }

  private add(name: BoundedEarly, more: number): void {
    this.counts[name] += more;
    // before anything is split by them
    if (this.counts[name] > SVG_MAXIMA[name]) refuseSvg('complex');
  }

  private addSelectors(prelude: string): void {
    for (const selector of prelude.split(',')) {
      this.counts.selectorSteps += stepsOf(selector, this.depth, this.elements);
    }
    this.counts.attributeSelectors += countOf(prelude, ATTRIBUTES);
    this.counts.selectorParts += 1 + countOf(prelude, PARTS);
  }

  /** Each block is a rule here, those of rules that begin with `@` and of blocks in them too. */
  read(sheet: string): void {
    this.counts.sheetLength += sheet.length;
    this.counts.sheetFunctions += countCharacter(sheet, '(');
    this.counts.sheetReferences += countUrls(sheet);
    let [start, separators, declarations] = [0, 0, 0];
    for (let at = 0; at < sheet.length; at += 1) {
      const char = sheet[at];
      if (char === ',') separators += 1;
      else if (char === ';') declarations += 1;
      else if (char === '{') {
        this.add('rules', 1);
        this.add('selectors', separators + 1);
        this.add('selectorLength', at - start);
        this.addSelectors(sheet.slice(start, at));
        [start, separators, declarations] = [at + 1, 0, 0];
      } else if (char === '}') {
        this.add('ruleDeclarations', declarations + 1);
        this.counts.longestRule = Math.max(this.counts.longestRule, declarations + 1);
        this.counts.longestBody = Math.max(this.counts.longestBody, at - start);
        [start, separators, declarations] = [at + 1, 0, 0];
      }
    }
  }
}

/**
 * The counts of these style sheets, which have no comments, for elements so deep and so many. One
 * pass over their characters, before a parser of CSS sees them. An ImageFileFault if they have too
 * many rules, selectors or declarations.
 */
export function countSheets(
  sheets: readonly string[],
  depth: number,
  elements: number,
): SheetCounts {
  const counter = new SheetCounter(depth, elements);
  for (const sheet of sheets) counter.read(sheet);
  return counter.counts;
}
