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

/** Functions whose results have a fixed length, or the length of a word in the code. */
const FIXED = ['textBytes', 'uint16Be', 'uint16Le', 'uint24Le', 'uint32Be', 'uint32Le'];

const ITEMS = 'items of one record: ten pairs of metadata at most';
const VALUES = 'columns of one row';
const CURSOR = 'the two parts of a cursor, or none';
const SIGN_IN = 'two or three arguments of a call, as a tuple';
const CHART = 'days of a month';
const SIDES = 'four sides';
const CODES = 'names of errors in the code';
const PROFILE = 'parts of a profile that the code has, or with a field for each channel';
const SETTINGS = 'settings that the operator wrote, one a page of them';

/** Spreads of lists that stay, each with the bound of the list. */
const ALLOWED: Readonly<Record<string, string>> = {
  'adapters/dynamodb/moving/record-writer.ts: put(...deletionItems(deletion))': ITEMS,
  'adapters/dynamodb/moving/record-writer.ts: put(...derivedItems(derived))': ITEMS,
  "adapters/dynamodb/moving/record-writer.ts: put(...identity ? [['projects', { entity: identityEntity(identity), accountId }] as const] : [])":
    ITEMS,
  'adapters/dynamodb/moving/record-writer.ts: put(...imageItems(image))': ITEMS,
  "adapters/dynamodb/moving/record-writer.ts: put(...invitationItems(sha256, invitation).map((item) => ['members', item] as const))":
    ITEMS,
  "adapters/dynamodb/moving/record-writer.ts: put(...memberItems(member).map((item) => ['members', item] as const))":
    ITEMS,
  'adapters/dynamodb/moving/record-writer.ts: put(...temporaryItems(image))': ITEMS,
  'adapters/folder/backup/place-verified.ts: hasCode(...NO_LINKS)': CODES,
  'adapters/folder/disk/folder-files.ts: join(...names.slice(0, at + 1))':
    'folders of one key, whose length is bounded',
  'adapters/folder/disk/regular-file.ts: hasCode(...NO_FILES)': CODES,
  'adapters/folder/object-store.ts: hasCode(...NO_LINKS)': CODES,
  'adapters/sharp/thumbhash.ts: max(...others.map(Math.abs))':
    'coefficients of a placeholder, 27 at most',
  'adapters/sqlite/backup/object-records.ts: all(...after)': CURSOR,
  'adapters/sqlite/images/image-index.ts: all(...ends)': CURSOR,
  'adapters/sqlite/images/image-index.ts: all(...values)': VALUES,
  'adapters/sqlite/images/image-lists.ts: all(...from)': CURSOR,
  'adapters/sqlite/members/invitation-store.ts: run(...times)': VALUES,
  'adapters/sqlite/webhooks/delivery-store.ts: run(...columns)': VALUES,
  'admin/deploy/read-settings.ts: assign(...contexts)': SETTINGS,
  'cli/import/apply-settings.ts: assign(...all)': SETTINGS,
  'cli/sign-in/end-sign-in.ts: revocationRequest(...given)': SIGN_IN,
  'cli/sign-in/living-token.ts: refreshTokenGrantRequest(...given)': SIGN_IN,
  'cli/sign-in/sign-in-by-browser.ts: authorizationCodeGrantRequest(...given)': SIGN_IN,
  'client/src/sign-image-url.ts: fromCharCode(...new Uint8Array(signature))':
    'the 32 bytes of a SHA-256',
  'console/src/state/session/tokens.ts: refreshTokenGrantRequest(...given)': SIGN_IN,
  'console/src/state/session/tokens.ts: revocationRequest(...given)': SIGN_IN,
  'console/src/screens/project/project-screen.tsx: getProject(...given)': SIGN_IN,
  'console/src/screens/project/project-screen.tsx: listRefusedOrigins(...given)': SIGN_IN,
  'console/src/screens/project/project-screen.tsx: listSigningSecrets(...given)': SIGN_IN,
  'console/src/ui/day-chart.tsx: max(...values)': CHART,
  'client/src/file-type.ts: fromCharCode(...new Uint8Array(bytes))': 'the first bytes of a file',
  'core/codecs/detect-binary-format.ts: fromCharCode(...bytes.subarray(0, FIRST_BYTES))':
    'the first bytes of a file',
  'core/codecs/gif/rebuild-gif.ts: of(...delayAndIndex)': 'three bytes',
  'core/codecs/icc/build-icc-profile.ts: of(...head)': PROFILE,
  'core/codecs/icc/build-icc-profile.ts: of(...record)': PROFILE,
  'core/codecs/icc/build-icc-profile.ts: of(...words)': PROFILE,
  'core/codecs/icc/rebuild-icc-lut-a-to-b.ts: of(...offsets)': PROFILE,
  'core/codecs/jpeg/take-scan-data.ts: max(...components.map(({ horizontal }) => horizontal))':
    'components of a JPEG, a byte of them',
  'core/codecs/jpeg/take-scan-data.ts: max(...components.map(({ vertical }) => vertical))':
    'components of a JPEG, a byte of them',
  'core/codecs/webp/coefficient-tree.ts: push(...bits)': 'a row of a table in the code',
  'core/codecs/webp/shorten-webp-data.ts: of(...canvas)': 'six bytes',
  'core/events/service-event.ts: derivedId(...parts)': 'ids of one event',
  'core/images/old-path.ts: routePath(...splitAddress(address))': 'a path and a query',
  'core/transform/shape.ts: max(...sides)': SIDES,
  'lib/acknowledge-findings.ts: acknowledge(...ids.map((id) => ({ id, reason })))':
    'ids of findings in the code',
  'lib/constructs/delivery-policies.ts: allowList(...cacheKeyQueryStrings())':
    'the ten query strings that CloudFront takes',
};

/** The names of a function's rest parameters: it passes its own arguments on. */
function restNamesOf({ params }: SyntaxNode): string[] {
  return nodesOf(isSyntaxNode(params) ? params.items : params)
    .filter(({ type }) => type === 'RestElement')
    .map(({ argument }) => nameOf(argument));
}

function isBounded(argument: unknown, ancestors: readonly SyntaxNode[]): boolean {
  if (!isSyntaxNode(argument)) return false;
  if (argument.type === 'Identifier')
    return ancestors.flatMap(restNamesOf).includes(nameOf(argument));
  return argument.type === 'CallExpression' && FIXED.includes(nameOf(argument.callee));
}

/** Calls with a spread of a list, and calls of `apply`, as they are written, on one line. */
function spreadsOf(source: string, tree: SyntaxNode): string[] {
  const found: string[] = [];
  visitSyntax(tree, (node, ancestors) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    const callee = node.callee as SyntaxNode;
    for (const { type, argument } of nodesOf(node.arguments)) {
      if (type !== 'SpreadElement' || isBounded(argument, ancestors)) continue;
      found.push(`${nameOf(callee)}(...${writtenAs(source, argument as SyntaxNode)})`);
    }
    if (callee.type === 'MemberExpression' && nameOf(callee) === 'apply') {
      found.push(writtenAs(source, node));
    }
  });
  return found;
}

describe('a list becomes no arguments: at some length of it the stack overflows', () => {
  it('in no code of the service, but for lists of a known length (security.dead-process-is-busy)', () => {
    const found = findInProduct(/[(,]\s*\.\.\.|\.apply\b/, spreadsOf);
    expect([...new Set(found)]).toEqual(Object.keys(ALLOWED).sort());
  });

  it.each([
    'Math.max(...numbers)',
    'found.push(...more.map(String))',
    'new Set(...lists)',
    'f?.(1, ...list)',
    'Math.max.apply(null, numbers)',
    'Reflect.apply(f, null, numbers)',
    'const f = (...given) => g(...given.map(String));',
  ])('is found: %s (security.dead-process-is-busy)', (source) => {
    expect(spreadsOf(source, parseSource(source))).toHaveLength(1);
  });

  it.each([
    'const all = [...a, ...b];',
    'const f = (...given: readonly string[]) => g(...given);',
    'Uint8Array.of(...textBytes("icc"), 0, ...uint32Be(9))',
    'const one = { ...two };',
  ])('is none: %s', (source) => {
    expect(spreadsOf(source, parseSource(source))).toEqual([]);
  });
});
