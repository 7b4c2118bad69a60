import { mathFunctionNames } from '@csstools/css-calc';
import {
  type ComponentValue,
  isCommentNode,
  isSimpleBlockNode,
  isTokenNode,
  isWhiteSpaceOrCommentNode,
  parseListOfComponentValues,
  TokenNode,
} from '@csstools/css-parser-algorithms';
import {
  type CSSToken,
  HashType,
  isTokenAtKeyword,
  isTokenCDC,
  isTokenCDO,
  isTokenColon,
  isTokenDelim,
  isTokenIdent,
  isTokenOpenCurly,
  isTokenSemicolon,
  NumberType,
  TokenType,
  tokenizer,
} from '@csstools/css-tokenizer';
import { type CssDeclaration, readPlainDeclarations } from '../plain-declarations.ts';
import type { StyleWork } from '../style-work.ts';
import { refuseSvg } from '../svg-faults.ts';

/** A rule of selectors, whose content may have rules of its kind in it. */
export interface CssRule {
  readonly kind: 'rule';
  readonly prelude: string;
  readonly items: readonly CssItem[];
}

/** A rule that begins with `@`; its name is in lower case. */
export interface CssAtRule {
  readonly kind: 'at';
  readonly name: string;
  readonly prelude: string;
  /** Undefined for one that ends with a semicolon. */
  readonly items: readonly CssItem[] | undefined;
}

export type CssItem = CssDeclaration | CssRule | CssAtRule;

/** Tokens of one value; readers of sums and colours fail in some of more than twice as many. */
export const MAX_VALUE_TOKENS = 20_000;
/** Brackets of all kinds in each other: readers of tokens recurse by them. */
const MAX_BRACKETS = 32;
/** Sums take four times as long as other tokens: each character of theirs is one more token. */
const MATH = new RegExp(`\\b(?:${[...mathFunctionNames].join('|')})\\(`, 'i');
const BRACKETS = /[(){}[\]]/g;
const OPENING = '({[';

/** An ImageFileFault if a text has brackets too deep in each other. */
export function checkBrackets(text: string): void {
  let depth = 0;
  BRACKETS.lastIndex = 0;
  for (let one = BRACKETS.exec(text); one; one = BRACKETS.exec(text)) {
    depth = OPENING.includes(one[0]) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_BRACKETS) refuseSvg('complex');
  }
}

const CLOSING: Readonly<Partial<Record<TokenType, CSSToken>>> = {
  [TokenType.Function]: [TokenType.CloseParen, ')', -1, -1, undefined],
  [TokenType.OpenParen]: [TokenType.CloseParen, ')', -1, -1, undefined],
  [TokenType.OpenSquare]: [TokenType.CloseSquare, ']', -1, -1, undefined],
  [TokenType.OpenCurly]: [TokenType.CloseCurly, '}', -1, -1, undefined],
};

/** Brackets that are open at a place. A closing one of another kind closes none of them. */
class OpenBrackets {
  private readonly closing: CSSToken[] = [];

  add(token: CSSToken): void {
    const closing = CLOSING[token[0]];
    if (closing) this.closing.push(closing);
    else if (this.closing.at(-1)?.[0] === token[0]) this.closing.pop();
    if (this.closing.length > MAX_BRACKETS) refuseSvg('complex');
  }

  /** As the end of a text closes them (CSS Syntax 3, 5.4.8): the parser fails at two open ones. */
  closeAll(tokens: CSSToken[]): void {
    for (let last = this.closing.pop(); last; last = this.closing.pop()) tokens.push(last);
  }
}

const ONE_WORD = /^[a-z][a-z-]{0,49}$/i;
const ONE_HASH = /^#[\da-f]{1,8}$/i;
const ONE_NUMBER = /^(\d{1,9}(\.\d{1,6})?)(px)?$/i;

/**
 * The token of a text that is a word, digits of a colour, a number or a length, without a sign.
 * Most values are one of these, and the tokenizer takes three times as long. Undefined for any
 * other text.
 */
export function readOneToken(text: string): CSSToken | undefined {
  const end = text.length - 1;
  if (ONE_WORD.test(text)) return [TokenType.Ident, text, 0, end, { value: text }];
  if (ONE_HASH.test(text)) {
    const value = text.slice(1);
    const isName = value.charCodeAt(0) > DIGIT_NINE;
    const type = isName ? HashType.ID : HashType.Unrestricted;
    return [TokenType.Hash, text, 0, end, { value, type }];
  }
  const [, number, fraction, unit] = ONE_NUMBER.exec(text) ?? [];
  if (number === undefined) return undefined;
  const type = fraction === undefined ? NumberType.Integer : NumberType.Number;
  const value = Number(number);
  if (unit === undefined) return [TokenType.Number, text, 0, end, { value, type }];
  return [TokenType.Dimension, text, 0, end, { value, type, unit }];
}

const DIGIT_NINE = 0x39;

/** The component values of a text (CSS Syntax 3, 5.4.9), whose size and depth are bounded. */
export function readComponents(
  text: string,
  work: StyleWork,
  most = Number.POSITIVE_INFINITY,
): ComponentValue[] {
  work.addText(text);
  const token = readOneToken(text);
  if (token) {
    work.addTokens(1);
    return [new TokenNode(token)];
  }
  if (most === MAX_VALUE_TOKENS && MATH.test(text)) work.addTokens(text.length);
  const source = tokenizer({ css: text });
  const tokens: CSSToken[] = [];
  const open = new OpenBrackets();
  while (!source.endOfFile()) {
    if (tokens.length >= most) refuseSvg('complex');
    work.addTokens(1);
    const next = source.nextToken();
    open.add(next);
    tokens.push(next);
  }
  open.closeAll(tokens);
  tokens.push(source.nextToken());
  return parseListOfComponentValues(tokens);
}

/** Their text, with a space for each comment. */
export function textOfComponents(values: readonly ComponentValue[]): string {
  return values
    .map((value) => (isCommentNode(value) ? ' ' : value.toString()))
    .join('')
    .trim();
}

const tokenOf = (value: ComponentValue | undefined) =>
  isTokenNode(value) ? (value.value as CSSToken) : undefined;
const isBlock = (value: ComponentValue | undefined) =>
  isSimpleBlockNode(value) && isTokenOpenCurly(value.startToken);

/** The contents of a style sheet or a block, as CSS Syntax 3 (5.4) consumes them. */
class Contents {
  private readonly values: readonly ComponentValue[];
  private readonly isTop: boolean;
  private at = 0;

  constructor(values: readonly ComponentValue[], isTop: boolean) {
    this.values = values;
    this.isTop = isTop;
  }

  read(): CssItem[] {
    const items: CssItem[] = [];
    while (this.at < this.values.length) {
      const item = this.readNext();
      if (item) items.push(item);
    }
    return items;
  }

  private readNext(): CssItem | undefined {
    const value = this.values[this.at];
    const token = tokenOf(value);
    if (isWhiteSpaceOrCommentNode(value) || isTokenSemicolon(token) || this.isMark(token)) {
      this.at += 1;
      return undefined;
    }
    if (isTokenAtKeyword(token)) return this.readAtRule(token[4].value.toLowerCase());
    const start = this.at;
    const declaration = this.isTop ? undefined : this.readDeclaration();
    if (declaration) return declaration;
    this.at = start;
    return this.readRule();
  }

  /** `<!--` and `-->`. */
  private isMark(token: CSSToken | undefined): boolean {
    return this.isTop && (isTokenCDO(token) || isTokenCDC(token));
  }

  /** The values from here up to a block or a semicolon. */
  private readPrelude(endsAtSemicolon: boolean): readonly ComponentValue[] {
    const from = this.at;
    for (; this.at < this.values.length; this.at += 1) {
      const value = this.values[this.at];
      if (isBlock(value) || (endsAtSemicolon && isTokenSemicolon(tokenOf(value)))) break;
    }
    return this.values.slice(from, this.at);
  }

  private readBlock(): readonly CssItem[] | undefined {
    const block = this.values[this.at];
    this.at += 1;
    if (!isSimpleBlockNode(block)) return undefined;
    return new Contents(block.value, false).read();
  }

  private readAtRule(name: string): CssAtRule {
    this.at += 1;
    const prelude = textOfComponents(this.readPrelude(true));
    return { kind: 'at', name, prelude, items: this.readBlock() };
  }

  private readRule(): CssRule | undefined {
    const prelude = textOfComponents(this.readPrelude(!this.isTop));
    const items = this.readBlock();
    return items ? { kind: 'rule', prelude, items } : undefined;
  }

  private skipSpace(): void {
    while (isWhiteSpaceOrCommentNode(this.values[this.at])) this.at += 1;
  }

  private readDeclaration(): CssDeclaration | undefined {
    const name = tokenOf(this.values[this.at]);
    if (!isTokenIdent(name)) return undefined;
    this.at += 1;
    this.skipSpace();
    if (!isTokenColon(tokenOf(this.values[this.at]))) return undefined;
    this.at += 1;
    const from = this.at;
    while (this.at < this.values.length && !isTokenSemicolon(tokenOf(this.values[this.at]))) {
      this.at += 1;
    }
    return readValue(name[4].value, this.values.slice(from, this.at));
  }
}

function readValue(written: string, values: readonly ComponentValue[]): CssDeclaration | undefined {
  const isCustom = written.startsWith('--');
  const property = isCustom ? written : written.toLowerCase();
  const parts = values.filter((value) => !isWhiteSpaceOrCommentNode(value));
  // a block among others is no value: it is a rule whose selector has a colon
  if (!isCustom && parts.some(isBlock)) return undefined;
  const [mark, word] = [tokenOf(parts.at(-2)), tokenOf(parts.at(-1))];
  const isImportant =
    isTokenDelim(mark) &&
    mark[4].value === '!' &&
    isTokenIdent(word) &&
    word[4].value.toLowerCase() === 'important';
  const end = isImportant ? values.indexOf(parts.at(-2) as ComponentValue) : values.length;
  const value = textOfComponents(values.slice(0, end));
  return { kind: 'declaration', property, value, isImportant };
}

/** The rules of a style sheet. */
export function readSheet(text: string, work: StyleWork): CssItem[] {
  return new Contents(readComponents(text, work), true).read();
}

/** The declarations of a `style` attribute. */
export function readStyleAttribute(text: string, work: StyleWork): readonly CssDeclaration[] {
  return (
    readPlainDeclarations(text) ??
    new Contents(readComponents(text, work), false)
      .read()
      .filter((item) => item.kind === 'declaration')
  );
}
