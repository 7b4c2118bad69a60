import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '../../../../cli/run-command-line.ts';
import { useCountingServices } from '../support/counting-service.ts';
import { fakeMachine } from '../support/fake-machine.ts';

const { here, serve } = useCountingServices();
const GIF = 'GIF89a';

async function run(...args: readonly string[]) {
  const { env } = await serve();
  const machine = { ...fakeMachine(), env };
  const code = await runCommandLine([...args], machine);
  await new Promise((done) => setImmediate(done));
  return { code, told: machine.told() };
}
const importOf = (folder: string) =>
  run('import', here(folder), '--manifest', here('m.jsonl'), '--retries', '0');

const ID = `img_${'a'.repeat(26)}`;
const FILE = `images/${ID}.gif`;
const LINE = {
  file: FILE,
  imageId: ID,
  imageUrl: `https://cdn.test/res/${ID}.gif`,
  bytes: 6,
  sha256: 'ab',
  metadata: {},
  createdAt: '2026-11-25T00:00:00Z',
};
const HEAD = { format: 1, service: 'https://a.test', project: null, finishedAt: '2026-11-25' };

/** An export of one image. */
async function writeExport(folder: string): Promise<void> {
  await mkdir(here(folder, 'images'), { recursive: true });
  await writeFile(here(folder, FILE), GIF);
  await writeFile(here(folder, 'images.jsonl'), `${JSON.stringify(LINE)}\n`);
  await writeFile(here(folder, 'imagewell-export.json'), JSON.stringify(HEAD));
}

/** Puts in place of a file what would hang or lead elsewhere if it was opened. */
const SPECIAL: Readonly<Record<string, (path: string) => Promise<void>>> = {
  'a pipe': async (path) => void execFileSync('mkfifo', [path]),
  'a symbolic link': async (path) => {
    await writeFile(here('elsewhere'), GIF);
    await symlink(here('elsewhere'), path);
  },
  'a socket': async (path) => {
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((done) => server.listen(path, done));
  },
};

describe.each(Object.entries(SPECIAL))('%s', (what, plant) => {
  it('in a folder of an import is named and skipped', async () => {
    await mkdir(here('photos'));
    await writeFile(here('photos', 'a.gif'), GIF);
    await plant(here('photos', 'b.gif'));
    const { code, told } = await importOf('photos');
    expect(code).toBe(0);
    expect(told).toContain(`b.gif: skipped: it is ${what}.`);
  });

  it('in place of an original of an export is named, and the import continues', async () => {
    await writeExport('out');
    await rm(here('out', FILE));
    await plant(here('out', FILE));
    const { code, told } = await importOf('out');
    expect([code, told]).toEqual([
      1,
      expect.stringContaining(`${FILE} is not read: it is ${what}`),
    ]);
  });

  it.each(['imagewell-export.json', 'images.jsonl'])(
    'in place of %s of an export is a sentence',
    async (name) => {
      await writeExport('out');
      await rm(here('out', name));
      await plant(here('out', name));
      const { code, told } = await importOf('out');
      expect([code, told]).toEqual([2, expect.stringContaining(`${join('out', name)} is no file`)]);
    },
  );
});

const WHOLE = JSON.stringify(HEAD);
const DAMAGED: readonly [string, string | undefined, RegExp][] = [
  ['missing', undefined, /list of an export, images\.jsonl, and no imagewell-export\.json/],
  ['empty', '', /imagewell-export\.json is damaged/],
  ['cut', WHOLE.slice(0, WHOLE.length / 2), /imagewell-export\.json is damaged/],
  ['no JSON', 'GIF89a\u0000', /imagewell-export\.json is damaged/],
  ['a list', '[]', /imagewell-export\.json is damaged/],
  ['null', 'null', /imagewell-export\.json is damaged/],
  ['without a service', JSON.stringify({ ...HEAD, service: 7 }), /is damaged/],
  ['without a version', JSON.stringify({ ...HEAD, format: '1' }), /is damaged/],
  ['of a newer version', JSON.stringify({ ...HEAD, format: 2 }), /another version of imagewell/],
];

describe.each(DAMAGED)('a manifest of an export that is %s', (_, text, says) => {
  it.each(['import', 'export'])('ends %s with a sentence, and changes nothing', async (command) => {
    await writeExport('out');
    const path = here('out', 'imagewell-export.json');
    if (text === undefined) await rm(path);
    else await writeFile(path, text);
    const { code, told } = await (command === 'import'
      ? importOf('out')
      : run('export', here('out')));
    expect(code).toBe(2);
    expect(told).toMatch(says);
    expect(told).not.toMatch(/^\s+at |Unexpected|undefined/m);
    if (text !== undefined) expect(await readFile(path, 'utf8')).toBe(text);
  });
});

it('a list of an export that is missing or cut ends an import with a sentence', async () => {
  await writeExport('out');
  await writeFile(here('out', 'images.jsonl'), JSON.stringify(LINE).slice(0, 40));
  const cut = await importOf('out');
  expect([cut.code, cut.told]).toEqual([2, expect.stringMatching(/line 1 is damaged/)]);
  await rm(here('out', 'images.jsonl'));
  await rm(here('m.jsonl'));
  const { code, told } = await importOf('out');
  expect([code, told]).toEqual([2, expect.stringMatching(/images\.jsonl is missing/)]);
});
