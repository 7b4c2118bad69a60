import { readFileSync } from 'node:fs';
import { nameOf, parseFile, type SyntaxNode, visitSyntax } from './syntax-tree.ts';

/** Methods of strings that take a text apart. */
const METHODS = ['split', 'match', 'matchAll', 'charAt', 'charCodeAt', 'codePointAt'];
/** Functions and constructors that read a text. */
const READERS = ['URL', 'URLSearchParams', 'decodeURI', 'decodeURIComponent', 'Busboy'];
const STATIC = ['JSON.parse', 'URL.parse'];
/** A file without any of these words takes no text apart; to parse them all takes a second. */
const MAY_READ = new RegExp(`\\b(?:${[...METHODS, ...READERS, 'parse'].join('|')})\\b`);

function isReading({ type, callee }: SyntaxNode): boolean {
  if (type !== 'CallExpression' && type !== 'NewExpression') return false;
  const called = callee as SyntaxNode;
  const name = nameOf(called);
  if (called.type === 'Identifier') return READERS.includes(name);
  return METHODS.includes(name) || STATIC.includes(`${nameOf(called.object)}.${name}`);
}

/** The name that V8 gives a function, where it has one. */
function functionName(node: SyntaxNode, parent: SyntaxNode | undefined): string {
  const own = nameOf(node.id);
  if (own !== '' || !parent) return own;
  return nameOf(parent.type === 'VariableDeclarator' ? parent.id : parent.key);
}

function namesOf(ancestors: readonly SyntaxNode[]): string[] {
  return ancestors
    .map((node, at) => (/Function/.test(node.type) ? functionName(node, ancestors[at - 1]) : ''))
    .filter((name) => name !== '');
}

/**
 * The named functions of a file that take a text apart, the innermost around each place. A text
 * that a module reads when it is loaded is one of the code.
 */
export function readingFunctions(file: string): Set<string> {
  const found = new Set<string>();
  if (!MAY_READ.test(readFileSync(file, 'utf8'))) return found;
  visitSyntax(parseFile(file).tree, (node, ancestors) => {
    const name = isReading(node) ? namesOf(ancestors).at(-1) : undefined;
    if (name !== undefined) found.add(name);
  });
  return found;
}
