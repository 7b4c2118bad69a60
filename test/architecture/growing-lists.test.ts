import { describe, expect, it } from 'vitest';
import {
  findInProduct,
  nodesOf,
  parseSource,
  type SyntaxNode,
  visitSyntax,
  writtenAs,
} from '../support/sources/syntax-tree.ts';

const FIXED = 'a few names that the code has';
const RARE = 'once for an act of the user, or for a page of a list';

/** Lists that are copied to add to them, each with how often. */
const ALLOWED: Readonly<Record<string, string>> = {
  'adapters/sharp/find-content.ts: whole = { ...whole, width: upright.width, height: upright.height }':
    FIXED,
  'cli/translate/dit/dit-rules.ts: edits.resize = { ...(isObject(edits.resize) ? edits.resize : {}), ...change }':
    FIXED,
  "cli/translate/dit/translate-dit.ts: resize = { ...resize, ...sides, ...(isProportional ? { fit: 'inside' } : {}) }":
    FIXED,
  "cli/translate/dit/translate-dit.ts: resize = { ...resize, fit: 'inside' }": FIXED,
  'console/src/images/image-list.ts: images.value = [...images.value, ...takeNew(page)]': RARE,
  'console/src/images/image-list.ts: images.value = [...takeNew(page), ...images.value]': RARE,
  'console/src/images/image-list.ts: waiting = [...waiting, image]': RARE,
  'console/src/uploads/upload-queue.ts: pace.value = { ...pace.value, bytes: pace.value.bytes + more }':
    FIXED,
  'console/src/uploads/upload-queue.ts: uploads.value = [...resumed, ...uploads.value]': RARE,
  'console/src/uploads/upload-queue.ts: uploads.value = [...uploads.value, ...added]': RARE,
  "lambdas/http/console-cors.ts: response.headers = { ...response.headers, ...corsHeadersFor(own ?? '') }":
    FIXED,
  'lambdas/http/cors.ts: response.headers = { ...response.headers, ...ALWAYS, ...internal.corsHeaders }':
    FIXED,
  'lambdas/http/request-log.ts: response.headers = { ...response.headers, ...fixed }': FIXED,
};

/** The parts of a list, an object or a call of `concat` that may be the old list. */
function partsOf(right: SyntaxNode): SyntaxNode[] {
  if (right.type === 'CallExpression') {
    const { type, object } = right.callee as SyntaxNode;
    return type === 'MemberExpression' ? [object as SyntaxNode] : [];
  }
  return nodesOf(right.elements ?? right.properties)
    .filter(({ type }) => type === 'SpreadElement')
    .map(({ argument }) => argument as SyntaxNode);
}

/** Assignments of a list to itself with more, as they are written, on one line. */
function copiesOf(source: string, tree: SyntaxNode): string[] {
  const found: string[] = [];
  visitSyntax(tree, (node) => {
    if (node.type !== 'AssignmentExpression') return;
    const [left, right] = [node.left as SyntaxNode, node.right as SyntaxNode];
    const isConcat = right.type !== 'CallExpression' || /\.concat\(/.test(writtenAs(source, right));
    const own = writtenAs(source, left);
    const isCopied = partsOf(right).some((part) => writtenAs(source, part).includes(own));
    if (isConcat && isCopied) found.push(writtenAs(source, node));
  });
  return found;
}

describe('a list grows in place: a copy for each entry is the square of their number', () => {
  it('in all code of the product, but where it grows rarely (security.linear-work)', () => {
    // most files have neither a spread nor a call of it
    const found = findInProduct(/\.{3}|\.concat\(/, copiesOf);
    expect(found).toEqual(Object.keys(ALLOWED).sort());
  });

  it.each([
    'all = [...all, one];',
    'all[name] = [...(all[name] ?? []), one];',
    'all = all.concat(more);',
    'all = { ...all, [name]: one };',
  ])('is found otherwise: %s (security.linear-work)', (source) => {
    expect(copiesOf(source, parseSource(source))).toHaveLength(1);
  });

  it.each(['all = [...others, one];', 'all.push(one);', 'all = more.concat(others);'])(
    'is none: %s',
    (source) => {
      expect(copiesOf(source, parseSource(source))).toEqual([]);
    },
  );
});
