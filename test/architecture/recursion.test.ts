import { describe, expect, it } from 'vitest';
import { findRecursion } from '../support/sources/find-recursion.ts';
import { PRODUCT_FILES, parseFile, parseSource } from '../support/sources/syntax-tree.ts';

const PATH = 'folders in each other: a path has 4,096 bytes at most, and each step waits';
const WAITS = 'each call begins after the one before has ended: by a timer, or after a wait';
const SERVICE = 'our own table or program';

/** Functions that call themselves, each with the bound of its depth. */
const ALLOWED: Readonly<Record<string, string>> = {
  'adapters/folder/backup/list-objects.ts: listObjectKeys': PATH,
  'adapters/folder/disk/regular-file.ts: openToRead': 'OPEN_TRIES',
  'adapters/wasm/compile-bounded.ts: numberBytes': 'five bytes of a number of 32 bits',
  'admin/checks/select-checks.ts: add': SERVICE,
  'admin/explain-stored-fault.ts: explainStoredFault': 'the cause of an error, which a system gave',
  'cli/completion/complete-words.ts: ancestors': SERVICE,
  'cli/import/cloudinary-source.ts: pagesOf': 'MAX_LISTS',
  'cli/journal/open-journal.ts: openLocked': 'once, after an upgrade',
  'cli/program.ts: leaveOutHelpCommands': SERVICE,
  'cli/upload/walk-folder.ts: walkFolder': PATH,
  'cli/upload/walk-folder.ts: walkPath': PATH,
  'console/src/screens/keys/keys-screen.tsx: behind': 'keys of a project, LIMITS.maxKeysInOverlap',
  'console/src/uploads/dropped-files.ts: imagesBelow': PATH,
  'console/src/uploads/upload-queue.ts: run': WAITS,
  'console/src/uploads/upload-queue.ts: startNext': WAITS,
  'core/codecs/svg/references.ts: keepIds': 'SVG_MAXIMA.depth, which readXml holds',
  'core/api/openapi-schemas.ts: nameParts': SERVICE,
  'core/api/openapi-schemas.ts: withoutTypeLists': SERVICE,
  'core/codecs/svg/arrange-resources.ts: keepResources': 'SVG_MAXIMA.depth, which readXml holds',
  'core/codecs/svg/check-drawable.ts: check': 'SVG_MAXIMA.depth, which readXml holds',
  'core/codecs/svg/count-svg.ts: visit': 'SVG_MAXIMA.depth, which readXml holds',
  'core/codecs/svg/leave-out-text.ts: withoutUndrawn': 'SVG_MAXIMA.depth, which readXml holds',
  'core/codecs/svg/read-xml.ts: textOf': 'SVG_MAXIMA.depth, which readXml holds',
  'core/codecs/svg/shapes/order-markers.ts: hasOrder': 'SVG_MAXIMA.depth, which readXml holds',
  'core/codecs/svg/shapes/order-markers.ts: read': 'SVG_MAXIMA.depth, which readXml holds',
  'core/codecs/svg/steps/place-steps.ts: read': 'SVG_MAXIMA.depth, which readXml holds',
  'core/codecs/svg/steps/scale-lights.ts: withHeights': 'SVG_MAXIMA.depth, which readXml holds',
  'core/codecs/svg/styles/read-conditions.ts: truthOf': 'MAX_BRACKETS, which checkBrackets holds',
  'core/codecs/svg/styles/styled-node.ts: fill': 'SVG_MAXIMA.depth, which readXml holds',
  'core/ports/moving/moved-kinds.ts: ordered': 'a record, which its columns have read',
  'core/use-cases/images/save-temporary-image.ts: saveOnPlan': WAITS,
  'lambdas/http/endpoint.ts: answer': 'two constants of one name: neither calls itself',
  'lambdas/http/endpoint.ts: carryOut': 'two constants of one name: neither calls itself',
  'lib/kept-resources.ts: isIntrinsic': 'our own template',
  'local/http/body-pace.ts: check': WAITS,
  'local/identity-provider/seek-issuer.ts: seek': WAITS,
  'local/identity-provider/seek-issuer.ts: wait': WAITS,
  'local/lambda/host-pool.ts: assign': WAITS,
  'local/lambda/host-pool.ts: check': WAITS,
  'local/lambda/host-pool.ts: checkAgain': WAITS,
  'local/lambda/host-pool.ts: noteFree': WAITS,
  'local/lambda/host-pool.ts: noteGone': WAITS,
  'local/lambda/host-pool.ts: startOne': WAITS,
  'local/lambda/host-pool.ts: warm': WAITS,
  'local/workers/purge-loop.ts: plan': WAITS,
  'local/workers/purge-loop.ts: run': WAITS,
  'site/read-built.ts: listBelow': PATH,
};

describe('a function that calls itself has a depth that no input decides', () => {
  it('in all code of the product: modules make no circle, so each is read alone (security.dead-process-is-busy)', () => {
    const found = PRODUCT_FILES.flatMap((file) =>
      findRecursion(parseFile(file).tree).map((name) => `${file}: ${name}`),
    );
    expect(found.sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  it.each([
    ['by its name', 'function walk(node) { for (const one of node.parts) walk(one); }'],
    ['as a constant', 'const walk = (node) => node.parts.map((one) => walk(one));'],
    ['as an argument', 'const walk = (node) => node.parts.map(walk);'],
    ['through another', 'const a = (n) => b(n.next); function b(n) { return n && a(n); }'],
    ['within another', 'function read() { const visit = (n) => n.forEach(visit); visit(tree); }'],
  ])('is found: %s (security.dead-process-is-busy)', (_, source) => {
    expect(findRecursion(parseSource(`// @ts-nocheck\n${source}`)).length).toBeGreaterThan(0);
  });

  it.each([
    'const table = { read: (text) => read(text) }; function read(text) { return text; }',
    'const a = () => b(); const b = () => c();',
    'function open() { return store.open(); }',
  ])('is none: %s', (source) => {
    expect(findRecursion(parseSource(source))).toEqual([]);
  });
});
