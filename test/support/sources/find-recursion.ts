import { nameOf, nodesOf, type SyntaxNode, visitSyntax } from './syntax-tree.ts';

/** The name by which other code can call a function; a property has none of its own. */
function callableName(node: SyntaxNode, parent: SyntaxNode | undefined): string {
  if (!/Function/.test(node.type)) return '';
  return nameOf(node.id) || (parent?.type === 'VariableDeclarator' ? nameOf(parent.id) : '');
}

/** By the name of each function the names that it calls, or passes on to be called. */
function callsOf(tree: SyntaxNode): Map<string, Set<string>> {
  const calls = new Map<string, Set<string>>();
  visitSyntax(tree, (node, ancestors) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    const named = [node.callee as SyntaxNode, ...nodesOf(node.arguments)]
      .filter(({ type }) => type === 'Identifier')
      .map(nameOf);
    for (const [at, ancestor] of ancestors.entries()) {
      const name = callableName(ancestor, ancestors[at - 1]);
      if (name === '') continue;
      const known = calls.get(name) ?? new Set();
      for (const one of named) known.add(one);
      calls.set(name, known);
    }
  });
  return calls;
}

/** The functions of a module that call themselves, or others that call them. */
export function findRecursion(tree: SyntaxNode): string[] {
  const calls = callsOf(tree);
  return [...calls.keys()].filter((name) => {
    // a set grows while it is gone through
    const reached = new Set(calls.get(name));
    for (const one of reached) for (const next of calls.get(one) ?? []) reached.add(next);
    return reached.has(name);
  });
}
