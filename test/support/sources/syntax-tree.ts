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

/** Visits a part of a syntax tree and everything below it. */
export function visitSyntax(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) for (const one of value) visitSyntax(one, visit);
  if (!isSyntaxNode(value)) return;
  visit(value);
  for (const [key, child] of Object.entries(value)) if (key !== 'parent') visitSyntax(child, visit);
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
