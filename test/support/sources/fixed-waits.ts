import { isSyntaxNode, type SyntaxNode, visitSyntax } from './syntax-tree.ts';

/** A shorter wait only lets others take their turn. */
const MIN_MS = 20;
const WAITS = ['sleep', 'delay', 'setTimeout', 'waitForTimeout'];
const LOOPS = ['WhileStatement', 'DoWhileStatement', 'ForStatement'];
const EXITS = ['BreakStatement', 'ReturnStatement', 'ThrowStatement'];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function nameOf(node: unknown): string {
  if (!isSyntaxNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  return node.type === 'MemberExpression' ? nameOf(node.property) : '';
}

/** The time of a call that waits; a timer has it behind its function. */
function timeOf({ type, callee, arguments: given }: SyntaxNode): SyntaxNode | undefined {
  const name = nameOf(callee);
  if (type !== 'CallExpression' || !WAITS.includes(name)) return undefined;
  const [first, second] = listOf(given);
  if (name !== 'setTimeout') return isSyntaxNode(first) ? first : undefined;
  return isSyntaxNode(second) ? second : undefined;
}

function isLong({ type, value }: SyntaxNode): boolean {
  return type !== 'Literal' || Number(value) >= MIN_MS;
}

/** Whether a loop ends by a condition: the waits in it are pauses between its looks. */
function asksCondition(loop: SyntaxNode): boolean {
  const { type, test, body } = loop;
  const isCounted = type === 'ForStatement' && isSyntaxNode(test);
  if (!isCounted && isSyntaxNode(test) && test.type !== 'Literal') return true;
  let hasExit = false;
  visitSyntax(body, (node) => {
    hasExit ||= EXITS.includes(node.type);
  });
  return hasExit;
}

/** The waits for a fixed time: the function and its time, as they are written. */
export function fixedWaitsOf(source: string, tree: SyntaxNode): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isSyntaxNode(value)) return;
    if (LOOPS.includes(value.type) && asksCondition(value)) return;
    const time = timeOf(value);
    if (time && isLong(time)) {
      found.push(`${nameOf(value.callee)} ${source.slice(time.start, time.end)}`);
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child);
  };
  visit(tree);
  return found;
}
