import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPythonTools } from '../support/service/python-tools.ts';
import { type Bench, openBench, PRINTED } from './support.ts';

const PROGRAM = resolve('test/generators/python/use_client.py');

let bench: Bench;
let programs: string;

beforeAll(async () => {
  bench = await openBench();
  programs = await installPythonTools(
    resolve('.build/python'),
    resolve('packages/python/tools.txt'),
  );
  await copyFile(PROGRAM, join(bench.folder, 'use_client.py'));
});
afterAll(() => bench.close());

const OPTIONS = 'generate --path openapi.json --meta none --output-path generated --overwrite';
const generate = () =>
  bench.run(
    join(programs, 'openapi-python-client'),
    ...OPTIONS.split(' '),
    '--config',
    'settings.json',
  );
const findTypeFaults = () =>
  bench.run(join(programs, 'python'), '-m', 'mypy', '--strict', 'use_client.py');

describe('openapi-python-client', () => {
  it('writes a client that uploads, saves and gets an image (calls.openapi)', async () => {
    const settings = { post_hooks: [] }; // its formatter is not on the path of every machine
    await writeFile(join(bench.folder, 'settings.json'), JSON.stringify(settings));
    const printed = await generate();
    // it keeps application/octet-stream of the types of an upload, and gives an image as bytes
    const warnings = printed.match(/^(Unsupported|Cannot|Unable|Error).*$/gim) ?? [];
    expect(warnings.length).toBeGreaterThan(0);
    const expected = expect.stringMatching(
      /^(Unsupported content type|Cannot parse .*) ?.*image\//,
    );
    expect(warnings).toEqual(warnings.map(() => expected));
    expect(await findTypeFaults()).toContain('Success');
    const output = await bench.run(join(programs, 'python'), 'use_client.py', bench.image);
    expect(JSON.parse(output)).toEqual(PRINTED);
  });

  it('has types that refuse a wrong argument', async () => {
    const program = await readFile(PROGRAM, 'utf8');
    const wrong = program.replace('GetImageRequest(image_id=', 'GetImageRequest(image=');
    expect(wrong).not.toBe(program);
    await writeFile(join(bench.folder, 'use_client.py'), wrong);
    await expect(findTypeFaults()).rejects.toThrow('Unexpected keyword argument "image"');
  });
});
