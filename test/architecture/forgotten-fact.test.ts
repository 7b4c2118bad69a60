import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const API = 'client/src/generated/calls.ts';
const TABLE = 'cli/export/image-facts.ts';
const FILES = [API, TABLE, 'cli/export/read-export.ts', 'cli/json-object.ts'];
const FACT = '  readonly focalPoint: string | null;\n';
const ROW = "  focalPoint: { isExported: true, way: 'kept' },\n";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-fact-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const { compilerOptions } = JSON.parse(await readFile(join(ROOT, 'tsconfig.json'), 'utf8'));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: FILES }));
});
afterAll(() => rm(folder, { recursive: true }));

type Changes = Readonly<Record<string, readonly [before: string, after: string]>>;

/** The compiler's complaints about the export of images with these texts replaced. */
async function compileWith(changes: Changes): Promise<string> {
  for (const file of FILES) {
    const source = await readFile(join(ROOT, file), 'utf8');
    const [before, after] = changes[file] ?? ['', ''];
    expect(source, file).toContain(before);
    await mkdir(join(folder, dirname(file)), { recursive: true });
    await writeFile(
      join(folder, file),
      source.replace(before, () => after),
    );
  }
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const run = promisify(execFile)(tsc, ['--noEmit', '-p', folder], { cwd: folder });
  return run.then(
    () => '',
    ({ stdout }) => String(stdout),
  );
}

it('an export as it is compiles', async () => {
  expect(await compileWith({})).toBe('');
});

it('a fact that the API learns, and a row that is forgotten, are named by the compiler', async () => {
  const learnt = await compileWith({ [API]: [FACT, `${FACT}  readonly hue: number | null;\n`] });
  expect(learnt).toMatch(/image-facts\.ts.*'hue'/s);
  expect(await compileWith({ [TABLE]: [ROW, ''] })).toMatch(/image-facts\.ts.*'focalPoint'/s);
});

it('a fact that is exported has a check of the reader, or the compiler names it', async () => {
  const row = "  width: { isExported: true, way: 'kept' },\n";
  const told = await compileWith({ [TABLE]: ['  width: OF_BYTES,\n', row] });
  expect(told).toMatch(/read-export\.ts.*'width'/s);
});
