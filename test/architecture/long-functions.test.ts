import { describe, expect, it } from 'vitest';
import { filesOfRooms, readRoomMap } from '../support/sources/room-imports.ts';
import {
  isSyntaxNode,
  nameOf,
  parseFile,
  parseSource,
  type SyntaxNode,
  visitSyntax,
} from '../support/sources/syntax-tree.ts';

const MAX_LINES = 50;

/** Functions above the bound, with their lines: numbers only fall. */
const LONG: Readonly<Record<string, number>> = {
  'adapters/s3/bucket-archive.ts createBucketArchive': 52,
  'adapters/s3/object-store-with.ts createObjectStoreWith': 61,
  'adapters/sqlite/members/owners.ts createSqliteOwners': 61,
  'adapters/sqlite/projects/project-data-cleanup.ts createSqliteProjectDataCleanup': 51,
  'adapters/sqlite/renditions/rendition-store.ts prepareRows': 62,
  'adapters/sqlite/sign-in/attempts.ts createAttempts': 54,
  'adapters/sqlite/sign-in/door-accounts.ts createDoorAccounts': 60,
  'core/transform/transformation.ts resolve': 65,
  'lib/image-service.ts constructor': 84,
  'local/lambda/local-services.ts createLocalServices': 61,
  'scripts/console/describe-parameters.ts describeParameters': 56,
  'scripts/describe-command-line.ts describeCommandLine': 56,
  'scripts/describe.ts describeTransformations': 87,
  'scripts/test-cloud.ts testCloud': 60,
  'scripts/translate/describe-translations.ts describeTranslations': 63,
};

/** The name of a function, or of the variable or property that has it; of none: `function`. */
function functionName(node: SyntaxNode, parent: SyntaxNode | undefined): string {
  const named = [node.id, parent?.type === 'VariableDeclarator' ? parent.id : parent?.key];
  return named.filter(isSyntaxNode).map(nameOf)[0] || 'function';
}

/** The functions above the bound, each with its lines; one in another counts for both. */
function longFunctions(source: string, tree: SyntaxNode): [name: string, lines: number][] {
  const found: [string, number][] = [];
  visitSyntax(tree, (node, ancestors) => {
    if (!/^(Arrow)?Function(Expression|Declaration)$|^ArrowFunction/.test(node.type)) return;
    const lines = source.slice(node.start, node.end).split('\n').length;
    if (lines > MAX_LINES) found.push([functionName(node, ancestors.at(-1)), lines]);
  });
  return found;
}

describe('functions above 50 lines', () => {
  const found = filesOfRooms([...readRoomMap().keys()]).flatMap((file) => {
    const { source, tree } = parseFile(file);
    return longFunctions(source, tree).map(([name, lines]) => [`${file} ${name}`, lines] as const);
  });
  it('are those of the list, which only gets shorter, and none of them grows', () => {
    expect(Object.fromEntries(found.sort())).toEqual(LONG);
  });

  const LINES = '\n'.repeat(MAX_LINES);
  it.each([
    ['long', `function long() {${LINES}}`],
    ['long', `const long = async () => {${LINES}};`],
    ['long', `const all = { long() {${LINES}} };`],
    ['constructor', `class A { constructor() {${LINES}} }`],
    ['function', `run(() => {${LINES}});`],
  ])('are found: %s of %j', (name, source) => {
    expect(longFunctions(source, parseSource(source))).toEqual([[name, MAX_LINES + 1]]);
    const shorter = source.replace('\n', '');
    expect(longFunctions(shorter, parseSource(shorter))).toEqual([]);
  });
});
