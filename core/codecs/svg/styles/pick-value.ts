import type { StyleWork } from '../style-work.ts';
import { refuseSvg } from '../svg-faults.ts';
import { type Candidate, ranked, TIERS } from './collect-styles.ts';
import { MAX_VALUE_TOKENS, readComponents } from './css-syntax.ts';
import { PROPERTIES } from './properties.ts';
import type { ReadValue } from './read-effects.ts';
import type { ValueContext } from './read-lengths.ts';
import { type CustomProperties, hasVariables } from './variables.ts';

/** The contexts of values in styles, and in attributes. */
export interface Contexts {
  readonly style: ValueContext;
  readonly attribute: ValueContext;
}

/** The value that wins, or the keyword that stands for another one. */
export type Picked =
  | { readonly keyword: 'inherit' | 'initial' | 'unset' }
  | { readonly value: string; readonly isAttribute: boolean };

/** How a property is read. */
export interface Readable {
  readonly name: string;
  readonly read: ReadValue;
  /** An attribute has the grammar of SVG, and is taken as it is. */
  readonly isPlainAttribute?: boolean;
  /** A length in `style` needs no unit, as Chromium reads it. */
  readonly isQuirky?: boolean;
}

/** How each drawn property is read. */
export const READABLES: ReadonlyMap<string, Readable> = new Map(
  Object.entries(PROPERTIES).flatMap(([name, row]) => {
    if (row.kind !== 'drawn') return [];
    // lengths of functions need their units in a style
    const isQuirky = name !== 'filter';
    return [[name, { name, read: row.read, isPlainAttribute: name === 'd', isQuirky }]];
  }),
);

/** Facts of a text that each element with it needs. */
interface TextFacts {
  readonly hasCustom: boolean;
  /** In lower case, without the marks beside what stands for a variable; empty without a word. */
  readonly word: string;
}

const SHORT_TEXT = 50;
const UNSET: Picked = { keyword: 'unset' };
const WORDS: Readonly<Record<string, Picked>> = {
  inherit: { keyword: 'inherit' },
  initial: { keyword: 'initial' },
  unset: UNSET,
  revert: UNSET,
};
const REVERT_LAYER = 'revert-layer';
/** Part of each of these words. */
const WORD = /inherit|initial|unset|revert/i;
const INLINE_TIERS: readonly number[] = [TIERS.inline, TIERS.importantInline];
/** Values that are read, each once. */
const MAX_READ = 50_000;
/** Functions of colours in them: each takes some 20 times as long as a number. */
const MAX_COLOURS = 8_000;
const COLOURS = /(?:rgba?|hsla?|hwb|lab|lch|color|mix)\(/gi;

const countColours = (value: string) =>
  value.includes('(') ? (value.match(COLOURS)?.length ?? 0) : 0;

const MARK = '/**/';

/** A value with its variables replaced, without the marks that stand before and behind it. */
function replacedBy(custom: CustomProperties, text: string): string | undefined {
  const replaced = custom.replace(text);
  if (replaced === undefined) return undefined;
  let [from, to] = [0, replaced.length];
  while (replaced.startsWith(MARK, from)) from += MARK.length;
  while (to > from && replaced.endsWith(MARK, to)) to -= MARK.length;
  return replaced.slice(from, to);
}

/** Picks values of candidates. Each value is read once in each context. */
export class ValuePicker {
  /** By context, property and value. A text that stands in a rule is no new one for an element. */
  private readonly known = new Map<ValueContext, Map<string, Map<string, string | undefined>>>();
  private readonly texts = new Map<string, TextFacts>();
  private readonly work: StyleWork;
  private reads = 0;
  private colours = 0;

  constructor(work: StyleWork) {
    this.work = work;
  }

  /** The strongest value that is one; undefined if there is none. */
  pick(
    property: Readable,
    candidates: readonly Candidate[],
    custom: CustomProperties,
    contexts: Contexts,
  ): Picked | undefined {
    let reverted: Candidate | undefined;
    for (const candidate of ranked(candidates)) {
      const { tier, layer } = candidate;
      if (reverted && reverted.tier === tier && reverted.layer === layer) continue;
      const { hasCustom } = this.factsOf(candidate.value);
      const value = hasCustom ? replacedBy(custom, candidate.value) : candidate.value;
      if (value === undefined) return UNSET;
      const { word } = this.factsOf(value);
      if (Object.hasOwn(WORDS, word)) return WORDS[word];
      if (word === REVERT_LAYER) {
        reverted = candidate;
        continue;
      }
      const isAttribute = tier === TIERS.attribute;
      const isPlain = isAttribute && property.isPlainAttribute && !hasCustom;
      const isQuirky = property.isQuirky && INLINE_TIERS.includes(tier);
      const context = isAttribute || isQuirky ? contexts.attribute : contexts.style;
      const read = isPlain ? value : this.read(property, value, context);
      if (read !== undefined) return { value: read, isAttribute };
      // a value with variables was taken before it could be read
      if (hasCustom) return UNSET;
    }
    return undefined;
  }

  /** Those of a long text are kept, since a rule may give it to each element. */
  private factsOf(text: string): TextFacts {
    const known = text.length > SHORT_TEXT ? this.texts.get(text) : undefined;
    if (known) return known;
    const word = WORD.test(text) ? text.replaceAll('/**/', '').trim().toLowerCase() : '';
    const facts = { hasCustom: hasVariables(text), word };
    if (text.length > SHORT_TEXT) this.texts.set(text, facts);
    return facts;
  }

  private readingsOf(name: string, context: ValueContext): Map<string, string | undefined> {
    let byName = this.known.get(context);
    if (!byName) {
      byName = new Map();
      this.known.set(context, byName);
    }
    let known = byName.get(name);
    if (!known) {
      known = new Map();
      byName.set(name, known);
    }
    return known;
  }

  read({ name, read }: Readable, value: string, context: ValueContext): string | undefined {
    const known = this.readingsOf(name, context);
    if (known.has(value)) return known.get(value);
    this.reads += 1;
    this.colours += countColours(value);
    if (this.reads > MAX_READ || this.colours > MAX_COLOURS) refuseSvg('complex');
    const result = read(readComponents(value, this.work, MAX_VALUE_TOKENS), context);
    known.set(value, result);
    return result;
  }
}
