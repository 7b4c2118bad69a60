import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildFunctions } from '../../../../local/lambda/build-functions.ts';

const SOURCES = {
  'lambdas/edge/viewer-request.ts': 'export const handler = () => "of images";',
  'lambdas/edge/old-request.ts': 'export const handler = () => "of old addresses";',
  'lambdas/edge/viewer-response.ts': 'export const handler = () => "response";',
  'entry.ts': 'import { word } from "./word.ts"; console.log(word);',
  'lambdas/edge/private-request.ts': 'export const handler = () => "of private images";',
  'lambdas/edge/private-response.ts': 'export const handler = () => "for one viewer";',
  'word.ts': 'export const word = "first";',
};

async function makeRoot() {
  const root = await mkdtemp(join(tmpdir(), 'imagewell-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const [path, text] of Object.entries(SOURCES)) await write(path, text);
  const recordPath = join(root, '.build/entry.json');
  return {
    write,
    recordPath,
    build: () => buildFunctions({ root, hostEntry: 'entry.ts' }),
    /** Puts another text in the place of the built edge function, which only a reuse answers. */
    mark: async () => {
      const record = JSON.parse(await readFile(recordPath, 'utf8'));
      record.built.edgeCode = 'kept';
      await writeFile(recordPath, JSON.stringify(record));
    },
  };
}

/** Until the clock has left the millisecond of the last write. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(now);
}

it('a build is used until one of its sources changes, and built again without its record', async () => {
  const { build, mark, recordPath, write } = await makeRoot();
  await nextMillisecond();
  const first = await build();
  expect(first.edgeCode).toContain('of images');
  expect(first.oldRequestCode).toContain('of old addresses');
  expect(first.viewerResponseCode).toContain('response');
  expect(first.privateRequestCode).toContain('of private images');
  expect(first.privateResponseCode).toContain('for one viewer');
  await mark();
  expect(await build()).toEqual({ ...first, edgeCode: 'kept' });

  await write('word.ts', 'export const word = "second";');
  await nextMillisecond();
  const second = await build();
  expect(second.edgeCode).toBe(first.edgeCode);
  expect(await readFile(second.hostPath, 'utf8')).toContain('second');

  await mark();
  await rm(second.hostPath);
  expect(await build()).toEqual(second);
  await writeFile(recordPath, 'damaged');
  expect(await build()).toEqual(second);
});
