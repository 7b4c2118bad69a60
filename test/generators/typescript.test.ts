import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installOracles } from '../support/oracles/install-oracles.ts';
import { type Bench, openBench, PRINTED } from './support.ts';

const PROGRAM = resolve('test/generators/typescript/use-client.ts');
const STRICT = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true };
const COMPILER = {
  ...STRICT,
  module: 'nodenext',
  target: 'es2024',
  noEmit: true,
  allowImportingTsExtensions: true,
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
};

let bench: Bench;
let oracles: string;

beforeAll(async () => {
  bench = await openBench();
  oracles = await installOracles();
  await symlink(oracles, join(bench.folder, 'node_modules'));
  await writeFile(join(bench.folder, 'package.json'), '{ "type": "module" }');
  const config = { compilerOptions: COMPILER, files: ['use-client.ts'] };
  await writeFile(join(bench.folder, 'tsconfig.json'), JSON.stringify(config));
  await copyFile(PROGRAM, join(bench.folder, 'use-client.ts'));
});
afterAll(() => bench.close());

describe('openapi-typescript with openapi-fetch', () => {
  it('has types for uploading, saving and getting an image (calls.openapi)', async () => {
    const tool = join(oracles, '.bin/openapi-typescript');
    await bench.run(tool, 'openapi.json', '--output', 'api.ts');
    await bench.run(resolve('node_modules/.bin/tsc'), '--project', 'tsconfig.json');
    expect(JSON.parse(await bench.run(process.execPath, 'use-client.ts', bench.image))).toEqual(
      PRINTED,
    );
  });

  it('refuses a field that a call lacks', async () => {
    const program = await readFile(PROGRAM, 'utf8');
    const wrong = program.replace('{ temporaryImageUrl, metadata }', '{ temporaryImage: "" }');
    expect(wrong).not.toBe(program);
    await writeFile(join(bench.folder, 'use-client.ts'), wrong);
    const compiled = bench.run(resolve('node_modules/.bin/tsc'), '--project', 'tsconfig.json');
    await expect(compiled).rejects.toThrow("'temporaryImage' does not exist");
  });
});
