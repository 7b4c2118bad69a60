import { type ESTree, parseSync, Visitor } from 'vite';
import type { Prose } from './read-prose.ts';

const CALLS = ['describe', 'it', 'test'];
const MODIFIERS = ['concurrent', 'each', 'for', 'only', 'runIf', 'sequential', 'skip', 'skipIf'];
/** The ids of the rules that a test holds, at the end of its title. */
const IDS = / \([a-z][a-z0-9.-]*\.[a-z][a-z0-9.-]*(?:, [a-z0-9.-]+)*\)$/;

/** Whether this is `it`, or `it.each(…)`, `it.skipIf(…)`, `it.concurrent` and so on. */
function isTest(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return CALLS.includes(callee.name);
  if (callee.type === 'MemberExpression') {
    const { object, property } = callee;
    return property.type === 'Identifier' && MODIFIERS.includes(property.name) && isTest(object);
  }
  if (callee.type === 'TaggedTemplateExpression') return isTest(callee.tag);
  return callee.type === 'CallExpression' && isTest(callee.callee);
}

/** The text of a literal, each value of a template as `${}`. */
function textOf(node: ESTree.Argument | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map(({ value }) => value.cooked).join(`$\{}`);
}

/** The titles of the tests in a TypeScript file, and of their groups, without ids of rules. */
export function titlesOf(code: string): Prose {
  const found: [line: number, text: string][] = [];
  const add = ({ callee, arguments: [first], start }: ESTree.CallExpression) => {
    const title = isTest(callee) ? textOf(first) : undefined;
    if (title === undefined) return;
    found.push([code.slice(0, start).split('\n').length, title.replace(IDS, '')]);
  };
  new Visitor({ CallExpression: add }).visit(parseSync('titles.ts', code).program);
  return found;
}
