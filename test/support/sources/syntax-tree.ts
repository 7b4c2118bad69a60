import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';

const ROOMS = 'core,adapters,lambdas,local,lib,cli,admin,bin,client/src,console/src,site';

/** The source files of the product, by their paths from the root. */
export const PRODUCT_FILES: readonly string[] = globSync(`{${ROOMS}}/**/*.{ts,tsx}`)
  .filter((file) => !/node_modules|\/dist\/|\.d\.ts$|^local\/samples/.test(file))
  .sort();

/** A node of a syntax tree. */
export type SyntaxNode = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};

/** Whether a field of a node is a node. */
export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Is given a node, and those that it stands in, the outermost first. */
export type VisitNode = (node: SyntaxNode, ancestors: readonly SyntaxNode[]) => void;

/** Visits a part of a syntax tree and everything below it, each node before those in it. */
export function visitSyntax(value: unknown, visit: VisitNode): void {
  const ancestors: SyntaxNode[] = []; // one list that grows and shrinks: most nodes want none
  const enter = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) enter(one);
    if (!isSyntaxNode(part)) return;
    visit(part, ancestors);
    ancestors.push(part);
    for (const key in part) {
      const child = part[key];
      if (key !== 'parent' && typeof child === 'object') enter(child);
    }
    ancestors.pop();
  };
  enter(value);
}

/** The nodes of a list of a node, such as its arguments. */
export function nodesOf(list: unknown): SyntaxNode[] {
  return Array.isArray(list) ? list.filter(isSyntaxNode) : [];
}

/** The name of an identifier, or of the last part of a path of properties; empty for others. */
export function nameOf(node: unknown): string {
  if (!isSyntaxNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  return node.type === 'MemberExpression' ? nameOf(node.property) : '';
}

/** How a node is written, on one line. */
export function writtenAs(source: string, { start, end }: SyntaxNode): string {
  return source.slice(start, end).replaceAll(/\s+/g, ' ');
}

/** The syntax tree of a text in TypeScript. */
export function parseSource(source: string, lang: 'ts' | 'tsx' = 'ts'): SyntaxNode {
  return parseAst(source, { lang }) as unknown as SyntaxNode;
}

/** The text of a file with its syntax tree. */
export function parseFile(file: string): { source: string; tree: SyntaxNode } {
  const source = readFileSync(file, 'utf8');
  return { source, tree: parseSource(source, file.endsWith('x') ? 'tsx' : 'ts') };
}

/**
 * The findings of `find` in all code of the product, each behind the name of its file, sorted. A
 * file without a match of `mayHave` is not parsed: to parse them all takes seconds.
 */
export function findInProduct(
  mayHave: RegExp,
  find: (source: string, tree: SyntaxNode) => readonly string[],
): string[] {
  return PRODUCT_FILES.flatMap((file) => {
    if (!mayHave.test(readFileSync(file, 'utf8'))) return [];
    const { source, tree } = parseFile(file);
    return find(source, tree).map((found) => `${file}: ${found}`);
  }).sort();
}
