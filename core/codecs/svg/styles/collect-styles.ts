import type { CssDeclaration } from '../plain-declarations.ts';
import type { StyleWork } from '../style-work.ts';
import { refuseSvg } from '../svg-faults.ts';
import { readStyleAttribute } from './css-syntax.ts';
import { checkEscapes, propertyOf } from './properties.ts';
import type { StyleRule, StyleSheets } from './read-sheets.ts';
import { attributeOf, type StyledNode } from './styled-node.ts';

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

/** A value of a property, as each element that has it is given it. */
interface Given {
  readonly name: string;
  readonly candidate: Candidate;
}

/** The values of a rule whose selector has this specificity. */
interface GivenByRule {
  readonly specificity: number;
  readonly given: readonly Given[];
}

interface Match {
  readonly rule: StyleRule;
  readonly specificity: number;
}

/** Finds the declarations for each element of a document. */
export class StyleCollector {
  private readonly byKey = new Map<string, [StyleRule, StyleRule['selectors'][number]][]>();
  private readonly inline = new Map<string, readonly Given[]>();
  /** By the specificity that matched last, so that it has no more values than the rules have. */
  private readonly ruled = new Map<StyleRule, GivenByRule>();
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
        this.addAll(found, this.givenByRule(rule, specificity));
      }
    }
    this.addInline(found, attributeOf(node.element, 'style') ?? '');
    return found;
  }

  /** The declarations of an animation, over all that isn't important. */
  animate(found: Candidates, declarations: readonly CssDeclaration[]): void {
    const rankOf = (order: number) => ({
      tier: TIERS.animation,
      layer: 0,
      specificity: 0,
      order,
    });
    this.addAll(
      found,
      givenBy(declarations, (_, order) => rankOf(order)),
    );
  }

  private addAttributes(found: Candidates, { element, parent }: StyledNode): void {
    for (const { name, namespace, value } of element.attributes) {
      if (namespace !== '') continue;
      const property = propertyOfAttribute(name, element.name, parent === undefined);
      if (property === undefined || isIgnored(name)) continue;
      found.set(property, [{ value, tier: TIERS.attribute, layer: 0, specificity: 0, order: 0 }]);
    }
  }

  private matched(node: StyledNode): Iterable<Match> {
    const matches = new Map<StyleRule, Match>();
    const { element } = node;
    const keys = new Set(['*', element.name, `#${attributeOf(element, 'id') ?? ''}`]);
    for (const one of (attributeOf(element, 'class') ?? '').split(SPACES)) keys.add(`.${one}`);
    for (const key of keys) {
      for (const [rule, { matches: isMatched, specificity }] of this.byKey.get(key) ?? []) {
        const before = matches.get(rule);
        if (before && before.specificity >= specificity) continue;
        if (isMatched(node)) matches.set(rule, { rule, specificity });
      }
    }
    return matches.values();
  }

  private givenByRule(rule: StyleRule, specificity: number): readonly Given[] {
    const known = this.ruled.get(rule);
    if (known?.specificity === specificity) return known.given;
    const { place } = rule.layer;
    const given = givenBy(rule.declarations, ({ isImportant }, at) => ({
      tier: isImportant ? TIERS.important : TIERS.sheet,
      // the first layer is the last among important declarations
      layer: isImportant ? -place : place,
      specificity,
      order: rule.order + at / MOST_OF_RULE,
    }));
    this.ruled.set(rule, { specificity, given });
    return given;
  }

  private addInline(found: Candidates, style: string): void {
    if (style === '') return;
    const known = this.inline.get(style);
    const given = known ?? this.readInline(style);
    if (!known) this.inline.set(style, given);
    this.addAll(found, given);
  }

  private readInline(style: string): readonly Given[] {
    const declarations = checkEscapes(readStyleAttribute(style, this.work));
    return givenBy(declarations, ({ isImportant }, order) => ({
      tier: isImportant ? TIERS.importantInline : TIERS.inline,
      layer: 0,
      specificity: 0,
      order,
    }));
  }

  private addAll(found: Candidates, given: readonly Given[]): void {
    this.applied += given.length;
    if (this.applied > MAX_APPLIED) refuseSvg('complex');
    for (const { name, candidate } of given) {
      const known = found.get(name);
      if (known) known.push(candidate);
      else found.set(name, [candidate]);
    }
  }
}

/** The values of declarations by property, for each that a shorthand stands for. */
function givenBy(
  declarations: readonly CssDeclaration[],
  rankOf: (declaration: CssDeclaration, at: number) => Omit<Candidate, 'value'>,
): readonly Given[] {
  const given: Given[] = [];
  for (const [at, declaration] of declarations.entries()) {
    const { property, value } = declaration;
    const row = propertyOf(property);
    if (row?.kind === 'ignored' || (!row && !property.startsWith('--'))) continue;
    const candidate = { value, ...rankOf(declaration, at) };
    for (const name of row?.kind === 'shorthand' ? row.of : [property]) {
      given.push({ name, candidate });
    }
  }
  return given;
}

/** The strongest first. */
export function ranked(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  return candidates.toSorted(
    (a, b) =>
      b.tier - a.tier || b.layer - a.layer || b.specificity - a.specificity || b.order - a.order,
  );
}
