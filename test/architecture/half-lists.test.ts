import { describe, expect, it } from 'vitest';
import {
  findInProduct,
  isSyntaxNode,
  nameOf,
  nodesOf,
  parseSource,
  type SyntaxNode,
  visitSyntax,
  writtenAs,
} from '../support/sources/syntax-tree.ts';

const SUBSET = 'some of them by intention: the others have no part in it';
const SOURCE = 'the type, or its last part, is made of this list';
const GENERATED = 'the generator writes it with its type, from one document';

/** The lists that may leave out members of their type, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'admin/backup/restore.ts: FAULTY': SUBSET,
  'client/src/generated/calls.ts: CALL_NAMES': GENERATED,
  'client/src/generated/calls.ts: USER_CALL_NAMES': GENERATED,
  'core/api/endpoint.ts: CHANGING_PROBLEMS': SUBSET,
  'core/api/endpoint.ts: COMMON_PROBLEMS': SUBSET,
  'core/api/endpoint.ts: ROLE_PROBLEMS': SUBSET,
  'core/api/openapi.ts: DELIVERY_PROBLEMS': SUBSET,
  'core/events/event-types.ts: EXAMINED_EVENTS': SUBSET,
  'core/images/direct-upload.ts: REFUSAL_REASONS': SOURCE,
  'core/use-cases/delivery/find-requested-image.ts: REPLACED': SUBSET,
  'lib/constructs/service-tables.ts: IN_TRANSACTIONS': SUBSET,
  'lib/image-service.ts: KNOW_THE_CDN': SUBSET,
  'lib/optional-functions.ts: CLASSIFYING_FUNCTIONS': SOURCE,
  'lib/optional-functions.ts: EVENT_FUNCTIONS': SOURCE,
  'lib/optional-functions.ts: POOL_FUNCTIONS': SOURCE,
  'local/lambda/function-bounds.ts: USER_FUNCTIONS': SOURCE,
};

/** Types of which no list can be complete. */
const OPEN = /^(readonly )?\(?(string|number|unknown|boolean)\)?\[\]$|<(string|number|unknown)>$/;
const SETS = /^(Readonly)?(Set|Array)$/;

/** The types in the angle brackets of `new Set<X>()`. */
function typesOf(source: string, { typeArguments }: SyntaxNode): string {
  return isSyntaxNode(typeArguments) ? writtenAs(source, typeArguments) : '';
}

function isListType(source: string, type: SyntaxNode): boolean {
  if (type.type === 'NewExpression')
    return SETS.test(nameOf(type.callee)) && !OPEN.test(typesOf(source, type));
  if (type.type === 'TSTypeOperator') return isListType(source, type.typeAnnotation as SyntaxNode);
  const isList = type.type === 'TSArrayType' || SETS.test(nameOf(type.typeName));
  return isList && !OPEN.test(writtenAs(source, type));
}

/** The list in an expression, without its `as const` and the set that is made of it. */
function listIn(value: unknown): SyntaxNode | undefined {
  if (!isSyntaxNode(value)) return undefined;
  if (value.type === 'ArrayExpression') return value;
  if (value.type === 'TSAsExpression') return listIn(value.expression);
  return value.type === 'NewExpression' ? listIn(nodesOf(value.arguments)[0]) : undefined;
}

/** The type that a list has to fit, and that isn't asked whether all of it is there. */
function fittedType(node: SyntaxNode): readonly [type: unknown, list: unknown] {
  const { type, id, typeAnnotation, typeArguments } = node;
  if (type === 'TSSatisfiesExpression' || type === 'TSAsExpression')
    return [typeAnnotation, node.expression];
  if (type === 'NewExpression') return [isSyntaxNode(typeArguments) ? node : undefined, node];
  const written =
    type === 'PropertyDefinition' ? typeAnnotation : isSyntaxNode(id) && id.typeAnnotation;
  return [isSyntaxNode(written) ? written.typeAnnotation : undefined, node.init ?? node.value];
}

/** The lists of words that only fit a type, by their names. */
function halfListsOf(source: string, tree: SyntaxNode): string[] {
  const found: string[] = [];
  visitSyntax(tree, (node, ancestors) => {
    const [type, value] = fittedType(node);
    const list = listIn(value);
    if (
      !list ||
      !nodesOf(list.elements).some(({ type }) => type === 'Literal') ||
      !isSyntaxNode(type) ||
      !isListType(source, type)
    )
      return;
    const declared = [node, ...ancestors.toReversed()].find(({ id, key }) => id ?? key);
    const name = nameOf(declared?.id) || nameOf(declared?.key);
    if (!found.includes(name)) found.push(name);
  });
  return found;
}

/** A record over the type names each member, and says whether it is in. */
describe('a list that only fits a type misses a member in silence', () => {
  it('so there are none but these', () => {
    const found = findInProduct(/\[\s*[^\]\s]/, halfListsOf);
    expect(found).toEqual(Object.keys(ALLOWED).sort());
  });

  it.each([
    "const NAMES = ['a'] as const satisfies readonly (keyof X)[];",
    "const NAMES = ['a'] as const satisfies (keyof X)[];",
    "const NAMES = ['a'] satisfies X[];",
    "const NAMES: readonly (keyof X)[] = ['a'];",
    "const NAMES: X[] = [...OTHERS, 'b'];",
    'const NAMES: readonly Depth[] = [1, 2];',
    "const NAMES: ReadonlyArray<keyof X> = ['a'];",
    "const NAMES: ReadonlySet<X> = new Set(['a']);",
    "const NAMES = new Set<keyof X>(['a']);",
    "const NAMES = new Set<X>(['a']).has(name);",
    "const NAMES = ['a'] as X[];",
    "class A { NAMES: X[] = ['a'] }",
    "const a = { NAMES: ['a'] as X[] };",
  ])('a half list is found: %s', (source) => {
    expect(halfListsOf(source, parseSource(source))).toEqual(['NAMES']);
  });

  it.each([
    "const NAMES: readonly string[] = ['a'];",
    "const NAMES = new Set(['a']);",
    "const NAMES = new Set<string>(['a']);",
    "const NAMES = ['a'] as const;",
    'const NAMES = Object.keys(ROWS) as X[];',
    'const all: X[] = [one, two];',
    "const ROWS: readonly Row[] = [{ type: 'a' }];",
    'const IS = { a: true } as const satisfies Record<keyof X, boolean>;',
  ])('another list is none: %s', (source) => {
    expect(halfListsOf(source, parseSource(source))).toEqual([]);
  });
});
