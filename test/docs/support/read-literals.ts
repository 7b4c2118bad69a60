import {
  nodesOf,
  parseSource,
  type SyntaxNode,
  visitSyntax,
} from '../../support/sources/syntax-tree.ts';

/** A quoted text in code, with its line; each value in a template is `${}`. */
export type Literal = readonly [line: number, text: string];

/** The number of the line, from 1, in which a place of the code is. */
export const lineAt = (code: string, at: number): number => code.slice(0, at).split('\n').length;

const cookedOf = ({ value }: SyntaxNode): string =>
  typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';

/** The text of a literal, each value of a template as `${}`; undefined for any other node. */
export function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return nodesOf(node.quasis).map(cookedOf).join(`$\{}`);
}

/** Every quoted text in code, in the order of their ends: those in a template are before it. */
export function literalsOf(code: string, lang: 'ts' | 'tsx' = 'ts'): Literal[] {
  const found: { readonly end: number; readonly literal: Literal }[] = [];
  visitSyntax(parseSource(code, lang), (node) => {
    const text = textOf(node);
    if (text === undefined) return;
    found.push({ end: node.end, literal: [lineAt(code, node.start), text] });
  });
  return found.toSorted((one, other) => one.end - other.end).map(({ literal }) => literal);
}
