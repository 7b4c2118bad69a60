import type { CssDeclaration } from '../plain-declarations.ts';
import type { StyleWork } from '../style-work.ts';
import { refuseSvg } from '../svg-faults.ts';
import { readStyleAttribute } from './css-syntax.ts';
import { checkEscapes, propertyOf } from './properties.ts';
import type { StyleRule, StyleSheets } from './read-sheets.ts';
import type { StyledNode } from './styled-node.ts';

/** A value that an element is given, and its rank (CSS Cascade 5, 6.1). */
export interface Candidate {
  readonly value: string;
  /** Attributes, style sheets, `style`, animations, then the same that are important. */
  readonly tier: number;
  readonly layer: number;
  readonly specificity: number;
  readonly order: number;
}

/** Values of each property, and of each custom one, that an element is given. */
export type Candidates = Map<string, Candidate[]>;

/** The tiers of values, the weakest first. */
export const TIERS = {
  attribute: 0,
  sheet: 1,
  inline: 2,
  animation: 3,
  important: 4,
  importantInline: 5,
} as const;
/** Declarations that are applied to elements, over all of a document. */
const MAX_APPLIED = 500_000;
/** Above any number of declarations of a rule. */
const MOST_OF_RULE = 1_000_000;
const SPACES = /\s+/;
/** Attributes of paint servers that are the property `transform`. */
const TRANSFORMS = ['transform', 'gradientTransform', 'patternTransform'];

/**
 * The name of the property that an attribute of an element stands for; undefined if none. The
 * geometry of the root is the size of the image, which its attributes alone decide.
 */
export function propertyOfAttribute(
  name: string,
  element: string,
  isRoot: boolean,
): string | undefined {
  if (TRANSFORMS.includes(name)) return 'transform';
  const row = propertyOf(name);
  if (row?.kind === 'drawn') {
    return !row.on || (row.on.includes(element) && !isRoot) ? name : undefined;
  }
  if (row?.kind === 'special') return name === 'font-size' ? name : undefined;
  return row?.kind === 'transform' && name.startsWith('transform') ? name : undefined;
}

/** Properties that browsers read in styles alone: an attribute of the name means nothing. */
const OF_STYLES_ALONE = ['isolation', 'mix-blend-mode'];

/** Whether an attribute has the name of a property, and can't change the drawing. */
export const isIgnored = (name: string): boolean =>
  OF_STYLES_ALONE.includes(name) || propertyOf(name)?.kind === 'ignored';

interface Match {
  readonly rule: StyleRule;
  readonly specificity: number;
}

/** Finds the declarations for each element of a document. */
export class StyleCollector {
  private readonly byKey = new Map<string, [StyleRule, StyleRule['selectors'][number]][]>();
  private readonly inline = new Map<string, readonly CssDeclaration[]>();
  private readonly work: StyleWork;
  private applied = 0;

  constructor({ rules }: StyleSheets, work: StyleWork) {
    this.work = work;
    for (const rule of rules) {
      for (const selector of rule.selectors) {
        const known = this.byKey.get(selector.key);
        if (known) known.push([rule, selector]);
        else this.byKey.set(selector.key, [[rule, selector]]);
      }
    }
  }

  collect(node: StyledNode): Candidates {
    const found: Candidates = new Map();
    this.addAttributes(found, node);
    if (this.byKey.size > 0) {
      for (const { rule, specificity } of this.matched(node)) {
        this.addRule(found, rule, specificity);
      }
    }
    this.addInline(found, node.attributes.get('style') ?? '');
    return found;
  }

  /** The declarations of an animation, over all that isn't important. */
  animate(found: Candidates, declarations: readonly CssDeclaration[]): void {
    for (const [order, declaration] of declarations.entries()) {
      this.add(found, declaration, { tier: TIERS.animation, layer: 0, specificity: 0, order });
    }
  }

  private addAttributes(found: Candidates, { element, attributes, parent }: StyledNode): void {
    for (const [name, value] of attributes) {
      const property = propertyOfAttribute(name, element.name, parent === undefined);
      if (property === undefined || isIgnored(name)) continue;
      found.set(property, [{ value, tier: TIERS.attribute, layer: 0, specificity: 0, order: 0 }]);
    }
  }

  private matched(node: StyledNode): Iterable<Match> {
    const matches = new Map<StyleRule, Match>();
    const keys = new Set(['*', node.element.name, `#${node.attributes.get('id') ?? ''}`]);
    for (const one of (node.attributes.get('class') ?? '').split(SPACES)) keys.add(`.${one}`);
    for (const key of keys) {
      for (const [rule, { matches: isMatched, specificity }] of this.byKey.get(key) ?? []) {
        const before = matches.get(rule);
        if (before && before.specificity >= specificity) continue;
        if (isMatched(node)) matches.set(rule, { rule, specificity });
      }
    }
    return matches.values();
  }

  private addRule(found: Candidates, rule: StyleRule, specificity: number): void {
    const { place } = rule.layer;
    for (const [at, declaration] of rule.declarations.entries()) {
      const { isImportant } = declaration;
      const tier = isImportant ? TIERS.important : TIERS.sheet;
      // the first layer is the last among important declarations
      const layer = isImportant ? -place : place;
      this.add(found, declaration, {
        tier,
        layer,
        specificity,
        order: rule.order + at / MOST_OF_RULE,
      });
    }
  }

  private addInline(found: Candidates, style: string): void {
    if (style === '') return;
    const known = this.inline.get(style);
    const declarations = known ?? checkEscapes(readStyleAttribute(style, this.work));
    if (!known) this.inline.set(style, declarations);
    for (const [order, declaration] of declarations.entries()) {
      const tier = declaration.isImportant ? TIERS.importantInline : TIERS.inline;
      this.add(found, declaration, { tier, layer: 0, specificity: 0, order });
    }
  }

  private add(
    found: Candidates,
    { property, value }: CssDeclaration,
    rank: Omit<Candidate, 'value'>,
  ): void {
    const row = propertyOf(property);
    if (row?.kind === 'ignored' || (!row && !property.startsWith('--'))) return;
    const names = row?.kind === 'shorthand' ? row.of : [property];
    for (const name of names) {
      this.applied += 1;
      if (this.applied > MAX_APPLIED) refuseSvg('complex');
      const candidate = { value, ...rank };
      const known = found.get(name);
      if (known) known.push(candidate);
      else found.set(name, [candidate]);
    }
  }
}

/** The strongest first. */
export function ranked(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  return candidates.toSorted(
    (a, b) =>
      b.tier - a.tier || b.layer - a.layer || b.specificity - a.specificity || b.order - a.order,
  );
}
