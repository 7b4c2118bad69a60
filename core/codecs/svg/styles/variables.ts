import {
  type ComponentValue,
  isFunctionNode,
  isSimpleBlockNode,
  stringify,
} from '@csstools/css-parser-algorithms';
import { isTokenComma, isTokenIdent, stringify as stringifyTokens } from '@csstools/css-tokenizer';
import type { StyleWork } from '../style-work.ts';
import { refuseSvg } from '../svg-faults.ts';
import { readComponents } from './css-syntax.ts';
import { tokenOf } from './read-lengths.ts';

/** Characters of all values after their variables are replaced. */
const MAX_EXPANDED = 2_000_000;
/** Of one value. */
const MAX_VALUE = 50_000;
/** Variables of variables, each of which is a call. */
const MAX_CHAIN = 64;
const VARIABLE = /var\s*\(/i;

/** Whether a value has `var()` in it. */
export const hasVariables = (text: string): boolean => text.includes('(') && VARIABLE.test(text);

/** A property whose value is being computed. */
interface Open {
  readonly of: CustomProperties;
  readonly name: string;
}

/** The length of all that was replaced in a document, which is bounded, and its other work. */
export interface Expansion {
  characters: number;
  readonly work: StyleWork;
}

/** Custom properties of an element, and those of its parent. */
export class CustomProperties {
  private readonly parent: CustomProperties | undefined;
  /** As written; undefined for one that has no value. */
  private readonly own: ReadonlyMap<string, string | undefined>;
  private readonly values = new Map<string, string | undefined>();
  private readonly expansion: Expansion;

  constructor(
    parent: CustomProperties | undefined,
    own: ReadonlyMap<string, string | undefined>,
    expansion: Expansion,
  ) {
    this.parent = parent;
    this.own = own;
    this.expansion = expansion;
  }

  get work(): StyleWork {
    return this.expansion.work;
  }

  /** Its value; undefined if it has none, or is a part of itself (CSS Variables 1, 2.3). */
  get(name: string, open: readonly Open[] = []): string | undefined {
    let at: CustomProperties | undefined = this;
    for (; at && !at.own.has(name); at = at.parent) this.work.addSteps(1);
    return at?.compute(name, open);
  }

  private compute(name: string, open: readonly Open[]): string | undefined {
    if (this.values.has(name)) return this.values.get(name);
    const cycle = open.findIndex((one) => one.of === this && one.name === name);
    if (cycle >= 0) {
      // all of the cycle, whatever they have in its place
      for (const one of open.slice(cycle)) one.of.values.set(one.name, undefined);
      return undefined;
    }
    if (open.length > MAX_CHAIN) refuseSvg('complex');
    const written = this.own.get(name);
    const value = written && this.replace(written, open.concat({ of: this, name }));
    if (!this.values.has(name)) this.values.set(name, value);
    return this.values.get(name);
  }

  /** A value with each `var()` replaced; undefined if one has no value and nothing instead. */
  replace(text: string, open: readonly Open[] = []): string | undefined {
    if (!hasVariables(text)) return this.count(text);
    const replaced = this.replaceAll(readComponents(text, this.work), open);
    return replaced === undefined ? undefined : this.count(replaced);
  }

  private count(text: string): string {
    this.expansion.characters += text.length;
    const isLong = text.length > MAX_VALUE || this.expansion.characters > MAX_EXPANDED;
    return isLong ? refuseSvg('complex') : text;
  }

  /** Recurses by brackets, whose depth is bounded. */
  private replaceAll(values: readonly ComponentValue[], open: readonly Open[]): string | undefined {
    const parts: string[] = [];
    let length = 0;
    for (const value of values) {
      const part = this.replaceOne(value, open);
      if (part === undefined) return undefined;
      length += part.length;
      if (length > MAX_VALUE) refuseSvg('complex');
      parts.push(part);
    }
    return parts.join('');
  }

  private replaceOne(value: ComponentValue, open: readonly Open[]): string | undefined {
    if (isFunctionNode(value)) {
      if (value.getName().toLowerCase() === 'var') return this.variable(value.value, open);
      const inner = this.replaceAll(value.value, open);
      return inner === undefined ? undefined : `${value.getName()}(${inner})`;
    }
    if (!isSimpleBlockNode(value)) return value.toString();
    const inner = this.replaceAll(value.value, open);
    if (inner === undefined) return undefined;
    return `${stringifyTokens(value.startToken)}${inner}${stringifyTokens(value.endToken)}`;
  }

  private variable(values: readonly ComponentValue[], open: readonly Open[]): string | undefined {
    const comma = values.findIndex((value) => isTokenComma(tokenOf(value)));
    const [name, ...more] = values
      .slice(0, comma < 0 ? undefined : comma)
      .filter((value) => stringify([[value]]).trim() !== '');
    const token = tokenOf(name);
    if (!isTokenIdent(token) || more.length > 0) return undefined;
    const value = this.get(token[4].value, open);
    // marks of comments, so that what stands beside it stays another token
    if (value !== undefined) return `/**/${value}/**/`;
    const instead = comma < 0 ? undefined : this.replaceAll(values.slice(comma + 1), open);
    return instead === undefined ? undefined : `/**/${instead}/**/`;
  }
}
