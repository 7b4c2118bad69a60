import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync, type Metafile } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { LAMBDA_BUNDLE } from '../../../lib/assets/checkout-assets.ts';
import { FUNCTIONS, type FunctionName } from '../../../lib/functions.ts';
import {
  parseSource,
  type SyntaxNode,
  visitSyntax,
  writtenAs,
} from '../../support/sources/syntax-tree.ts';
import { ROOT } from '../synth/support/template.ts';

const NAMES = Object.keys(FUNCTIONS) as FunctionName[];
const PACKAGE = /^node_modules\/(@aws-sdk\/[^/]+)\//;
/** The one file of the functions that makes clients which several services share. */
const SHARED = 'lambdas/composition/shared-clients.ts';

const { metafile } = buildSync({
  absWorkingDir: ROOT,
  entryPoints: NAMES.map((name) => ({ in: FUNCTIONS[name].entry, out: name })),
  outdir: '.',
  write: false,
  ...LAMBDA_BUNDLE,
  metafile: true,
});

/** The files that have bytes in a function's bundle. */
function filesOf(name: FunctionName): string[] {
  const { inputs } = metafile.outputs[`${name}.js`] as Metafile['outputs'][string];
  return Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0);
}

/** The imports of packages of the SDK in our files, as these write them, and the files found. */
function importsOf(file: string): { readonly asked: string; readonly path: string }[] {
  if (PACKAGE.test(file)) return [];
  const imports = metafile.inputs[file]?.imports ?? [];
  return imports.flatMap(({ original = '', path }) =>
    original.startsWith('@aws-sdk/') ? [{ asked: original, path }] : [],
  );
}

const isOurs = (file: string) => !file.startsWith('node_modules/');
const clientsIn = (packages: readonly string[]) =>
  [...new Set(packages)].filter((name) => name.startsWith('@aws-sdk/client-')).sort();

describe('the clients of AWS in the bundle of', () => {
  it.each(NAMES)('%s are the packages that its code imports (performance.aws-clients)', (name) => {
    const files = filesOf(name);
    const imports = files.filter(isOurs).flatMap(importsOf);
    const carried = files.map((file) => PACKAGE.exec(file)?.[1] ?? '');
    for (const { asked, path } of imports) expect(PACKAGE.exec(path)?.[1], path).toBe(asked);
    expect(clientsIn(carried)).toEqual(clientsIn(imports.map(({ asked }) => asked)));
  });

  it('the renderer are those of its tables, its buckets and its queue', () => {
    expect(
      clientsIn(filesOf('render-image').flatMap((file) => PACKAGE.exec(file)?.[1] ?? [])),
    ).toEqual(['@aws-sdk/client-dynamodb', '@aws-sdk/client-s3', '@aws-sdk/client-sqs']);
  });
});

describe('no package is replaced by another file', () => {
  it('in the options of the bundles (performance.aws-clients)', () => {
    expect(Object.keys(LAMBDA_BUNDLE)).not.toContain('alias');
    expect(Object.keys(LAMBDA_BUNDLE)).not.toContain('plugins');
    const sources = globSync('lib/assets/*.ts', { cwd: ROOT });
    expect(sources).toContain('lib/assets/checkout-assets.ts');
    const found = sources.filter((file) =>
      /\b(alias|plugins)\b/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});

/** Each `import()` in a source whose name isn't written there. */
function computedImports(source: string): string[] {
  const found: string[] = [];
  visitSyntax(parseSource(source), (node) => {
    if (node.type !== 'ImportExpression') return;
    if ((node.source as SyntaxNode).type !== 'Literal') found.push(writtenAs(source, node));
  });
  return found;
}

describe('a file of a bundle', () => {
  it('imports nothing by a computed name, which would be a `require` of an address there', () => {
    const files = Object.keys(metafile.inputs).filter(isOurs);
    const found = files.flatMap((file) =>
      computedImports(readFileSync(join(ROOT, file), 'utf8')).map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
    expect(computedImports('await import(url); await import("node:fs");')).toEqual(['import(url)']);
  });
});

describe('a process of a function', () => {
  it('has one client of each service, with its connections', () => {
    const makers = Object.keys(metafile.inputs).filter((file) => {
      const { imports } = metafile.inputs[file] as Metafile['inputs'][string];
      return (
        file.startsWith('lambdas/') &&
        imports.some(({ path }) => /^adapters\/.*\/(dynamo|s3|sqs)-client\.ts$/.test(path))
      );
    });
    expect(makers).toEqual([SHARED]);
  });
});
