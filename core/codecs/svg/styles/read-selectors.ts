import { compile } from 'css-select';
import type {
  CssNode,
  PseudoClassSelector,
  SelectorList,
  Selector as SelectorNode,
} from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import type { StyleWork } from '../style-work.ts';
import { refuseSvg } from '../svg-faults.ts';
import { FORGIVING, PRESENT_NAMES, PSEUDO_CLASSES, PSEUDO_ELEMENTS } from './pseudo-classes.ts';
import { type StyledNode, treeOf } from './styled-node.ts';

export type Matches = (node: StyledNode) => boolean;

/** One selector of a rule. */
export interface StyleSelector {
  /** `.class`, `#id`, a name, or `*`: each element that it matches has it. */
  readonly key: string;
  readonly specificity: number;
  readonly matches: Matches;
}

/** The selectors of a rule around another, as `&` stands for them. */
export interface ParentSelectors {
  readonly specificity: number;
  readonly matches: Matches;
}

/** A selector as text for css-select. */
interface Written {
  readonly text: string;
  readonly specificity: number;
}

const NEVER = ':not(*)';
const PARENT = 'imagewell-parent';
/** Selectors 4, 17: of ids, of classes and their like, of names. */
const [ID, CLASS, NAME] = [1 << 20, 1 << 10, 1];
const COMBINATORS = [' ', '>', '+', '~'];
/** Browsers take these four with one colon too. */
const OLD_ELEMENTS = ['after', 'before', 'first-letter', 'first-line'];
/** Names, classes and combinators of a selector: each is a call within the one before. */
const MAX_PARTS = 100;
const VENDOR = /^-(?:webkit|moz|ms)-/;

/** Selectors as text, whose brackets are checked, so that it recurses no deeper than they. */
class SelectorWriter {
  /** Whether `&` stands for a parent, or else for the root. */
  private readonly hasParent: boolean;
  private readonly parentSpecificity: number;

  constructor(parent: ParentSelectors | undefined) {
    this.hasParent = parent !== undefined;
    this.parentSpecificity = parent?.specificity ?? CLASS;
  }

  /** Undefined for one that no browser knows. */
  write({ children }: SelectorNode): Written | undefined {
    if (children.size > MAX_PARTS) refuseSvg('complex');
    const parts: string[] = [];
    let specificity = 0;
    let wasCombinator = false;
    for (const child of children) {
      const written = this.writePart(child);
      const isCombinator = child.type === 'Combinator';
      if (!written || (isCombinator && wasCombinator)) return undefined;
      wasCombinator = isCombinator;
      parts.push(written.text);
      specificity += written.specificity;
    }
    return wasCombinator || parts.length === 0 ? undefined : { text: parts.join(''), specificity };
  }

  private writePart(node: CssNode): Written | undefined {
    switch (node.type) {
      case 'TypeSelector':
        return writeName(node.name);
      case 'ClassSelector':
      case 'AttributeSelector':
        return { text: generate(node), specificity: CLASS };
      case 'IdSelector':
        return { text: generate(node), specificity: ID };
      case 'Combinator':
        return COMBINATORS.includes(node.name) ? { text: node.name, specificity: 0 } : undefined;
      case 'NestingSelector':
        return {
          text: this.hasParent ? `:${PARENT}` : ':root',
          specificity: this.parentSpecificity,
        };
      case 'PseudoElementSelector':
        return writeElementPart(node.name);
      case 'PseudoClassSelector':
        return this.writeClass(node);
      default:
        return undefined;
    }
  }

  private writeClass(node: PseudoClassSelector): Written | undefined {
    const name = node.name.toLowerCase();
    if (OLD_ELEMENTS.includes(name)) return { text: NEVER, specificity: NAME };
    const kind = Object.hasOwn(PSEUDO_CLASSES, name) ? PSEUDO_CLASSES[name] : undefined;
    if (kind === undefined) return undefined;
    if (kind === 'never') return { text: NEVER, specificity: CLASS };
    if (kind === 'root') return { text: ':root', specificity: CLASS };
    if (name === 'defined') return { text: ':not(:not(*))', specificity: CLASS };
    const argument = node.children?.first;
    if (!argument) return { text: `:${name}`, specificity: CLASS };
    if (argument.type === 'Nth') return this.writeNth(name, argument);
    if (argument.type !== 'SelectorList') return forgive(name);
    return this.writeList(name, argument);
  }

  private writeNth(name: string, node: Extract<CssNode, { type: 'Nth' }>): Written | undefined {
    const place = generate(node.nth);
    if (!node.selector) return { text: `:${name}(${place})`, specificity: CLASS };
    const list = this.writeAll(node.selector, false);
    if (!list) return undefined;
    return {
      text: `:${name}(${place} of ${list.text})`,
      specificity: CLASS + list.specificity,
    };
  }

  private writeList(name: string, node: SelectorList): Written | undefined {
    const list = this.writeAll(node, FORGIVING.includes(name));
    if (!list) return forgive(name);
    const present = PRESENT_NAMES[name] ?? name;
    return {
      text: `:${present}(${list.text})`,
      specificity: name === 'where' ? 0 : list.specificity,
    };
  }

  private writeAll({ children }: SelectorList, isForgiving: boolean): Written | undefined {
    const written: Written[] = [];
    for (const child of children) {
      const one = child.type === 'Selector' ? this.write(child) : undefined;
      if (one) written.push(one);
      else if (!isForgiving) return undefined;
    }
    if (written.length === 0) return undefined;
    const specificity = written.reduce((most, one) => Math.max(most, one.specificity), 0);
    return { text: written.map(({ text }) => text).join(','), specificity };
  }
}

const forgive = (name: string): Written | undefined =>
  FORGIVING.includes(name) ? { text: NEVER, specificity: 0 } : undefined;

function writeName(written: string): Written {
  // every prefix is taken as SVG's: a document has no other elements to draw
  const name = written.slice(written.indexOf('|') + 1);
  return { text: name, specificity: name === '*' ? 0 : NAME };
}

function writeElementPart(name: string): Written | undefined {
  const lower = name.toLowerCase();
  const isKnown = PSEUDO_ELEMENTS.includes(lower) || VENDOR.test(lower);
  return isKnown ? { text: NEVER, specificity: NAME } : undefined;
}

/** Of the last compound, as each matched element has it. */
function keyOf({ children }: SelectorNode): string {
  let key = '*';
  for (const node of children) {
    if (node.type === 'Combinator') key = '*';
    const name = 'name' in node ? String(node.name) : '';
    if (name.includes('\\') || name.includes('|')) continue;
    if (node.type === 'IdSelector') key = `#${name}`;
    else if (node.type === 'ClassSelector' && !key.startsWith('#')) key = `.${name}`;
    else if (node.type === 'TypeSelector' && key === '*') key = name;
  }
  return key;
}

function hasNesting(node: CssNode): boolean {
  return generate(node).includes('&');
}

/** The selector of a rule in another one, below its parent if it doesn't name that. */
function absolute(node: SelectorNode, text: string, parent: ParentSelectors | undefined): string {
  if (!parent || hasNesting(node)) return text;
  return node.children.first?.type === 'Combinator' ? `:${PARENT}${text}` : `:${PARENT} ${text}`;
}

function compiled(text: string, parent: ParentSelectors | undefined, work: StyleWork): Matches {
  const isParent = (node: StyledNode) => parent?.matches(node) ?? false;
  try {
    return compile<StyledNode, StyledNode>(text, {
      xmlMode: true,
      adapter: treeOf(work),
      pseudos: { [PARENT]: isParent },
    });
  } catch {
    // a browser may know it
    return refuseSvg('style');
  }
}

function parseList(prelude: string): SelectorList | undefined {
  try {
    const list = parse(prelude, { context: 'selectorList' });
    return list.type === 'SelectorList' ? list : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The selectors of a rule; undefined if one of them is none, as the whole rule is none then. An
 * ImageFileFault for one that can't be matched here.
 */
export function readSelectors(
  prelude: string,
  parent: ParentSelectors | undefined,
  work: StyleWork,
): readonly StyleSelector[] | undefined {
  const list = parseList(prelude);
  if (!list) return undefined;
  const writer = new SelectorWriter(parent);
  const selectors: StyleSelector[] = [];
  for (const node of list.children) {
    const isRelative = node.type === 'Selector' && node.children.first?.type === 'Combinator';
    if (isRelative && !parent) return undefined;
    const written = node.type === 'Selector' ? writer.write(node) : undefined;
    if (node.type !== 'Selector' || !written) return undefined;
    const added = parent && !hasNesting(node) ? parent.specificity : 0;
    selectors.push({
      key: keyOf(node),
      specificity: written.specificity + added,
      matches: compiled(absolute(node, written.text, parent), parent, work),
    });
  }
  return selectors.length > 0 ? selectors : undefined;
}

/** The meaning of `&` in the rules of a rule; each element is matched once. */
export function parentOf(selectors: readonly StyleSelector[]): ParentSelectors {
  const known = new Map<StyledNode, boolean>();
  const matches = (node: StyledNode): boolean => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const isMatched = selectors.some((one) => one.matches(node));
    known.set(node, isMatched);
    return isMatched;
  };
  const specificity = selectors.reduce((most, one) => Math.max(most, one.specificity), 0);
  return { specificity, matches };
}
