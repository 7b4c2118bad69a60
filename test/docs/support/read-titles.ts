import {
  isSyntaxNode,
  nameOf,
  nodesOf,
  parseSource,
  visitSyntax,
} from '../../support/sources/syntax-tree.ts';
import { lineAt, textOf } from './read-literals.ts';
import type { Prose } from './read-prose.ts';

const CALLS = ['describe', 'it', 'test'];
const MODIFIERS = ['concurrent', 'each', 'for', 'only', 'runIf', 'sequential', 'skip', 'skipIf'];
/** The ids of the rules that a test holds, at the end of its title. */
const IDS = / \([a-z][a-z0-9.-]*\.[a-z][a-z0-9.-]*(?:, [a-z0-9.-]+)*\)$/;

/** Whether this is `it`, or `it.each(…)`, `it.skipIf(…)`, `it.concurrent` and so on. */
function isTest(callee: unknown): boolean {
  if (!isSyntaxNode(callee)) return false;
  if (callee.type === 'Identifier') return CALLS.includes(nameOf(callee));
  if (callee.type === 'MemberExpression') {
    return MODIFIERS.includes(nameOf(callee)) && isTest(callee.object);
  }
  return isTest(callee.tag ?? callee.callee);
}

/** The titles of the tests in a TypeScript file, and of their groups, without ids of rules. */
export function titlesOf(code: string): Prose {
  const found: [line: number, text: string][] = [];
  visitSyntax(parseSource(code), (node) => {
    if (node.type !== 'CallExpression' || !isTest(node.callee)) return;
    const title = textOf(nodesOf(node.arguments)[0]);
    if (title === undefined) return;
    found.push([lineAt(code, node.start), title.replace(IDS, '')]);
  });
  return found;
}
