import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench, PRINTED } from './support.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await openBench();
  await cp(resolve('test/generators/go'), bench.folder, { recursive: true });
  await mkdir(join(bench.folder, 'api'));
});
afterAll(() => bench.close());

describe('oapi-codegen', () => {
  it('writes a client that uploads, saves and gets an image (calls.openapi)', async () => {
    await bench.run('go', 'tool', 'oapi-codegen', '-config', 'oapi-codegen.yaml', 'openapi.json');
    await bench.run('go', 'vet', './...');
    const output = await bench.run('go', 'run', '-buildvcs=false', '.', bench.image);
    expect(JSON.parse(output)).toEqual(PRINTED);
  });

  it('has types that refuse a field that a call lacks', async () => {
    const path = join(bench.folder, 'main.go');
    const program = await readFile(path, 'utf8');
    const wrong = program.replace('GetImageRequest{ImageId:', 'GetImageRequest{Image:');
    expect(wrong).not.toBe(program);
    await writeFile(path, wrong);
    await expect(bench.run('go', 'vet', './...')).rejects.toThrow('unknown field Image');
  });
});
