import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImageLine } from '../../../../cli/journal/image-line.ts';
import {
  type JournalFile,
  openJournal,
  readJournal,
} from '../../../../cli/journal/open-journal.ts';
import { heldBytes } from '../../../support/work/held-bytes.ts';

const PLACE = { service: 'https://api.example.com', project: null, source: 'photos' };
const SHA256 = 'ab'.repeat(32);
let folder: string;
let file: JournalFile;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-journal-'));
  file = { path: join(folder, 'a.jsonl'), kind: 'import', place: PLACE, option: '--manifest' };
});
afterEach(() => rm(folder, { recursive: true }));

const saved = (key: string, sha256 = SHA256): ImageLine => ({
  key,
  state: 'saved',
  sha256,
  imageId: `img_${key}`,
  imageUrl: `https://cdn.example.com/res/img_${key}`,
});
const failed = (key: string): ImageLine => ({ key, state: 'failed', code: 'x', detail: 'No.' });
const textOf = () => readFile(file.path, 'utf8');
const refusalOf = (change: Partial<JournalFile>) =>
  openJournal({ ...file, ...change }).then(
    () => 'opened',
    (error: Error) => error.message,
  );

describe('a journal', () => {
  it('keeps the last line about each image, over runs, with its version in the first line', async () => {
    const journal = await openJournal(file);
    await Promise.all([
      journal.add(failed('a')),
      journal.add(saved('b')),
      journal.add(failed('ü')),
    ]);
    await journal.add(saved('a', 'cd'.repeat(32)));
    await journal.close();
    expect(JSON.parse((await textOf()).split('\n')[0] ?? '')).toEqual({
      imagewell: 'import',
      version: 2,
      ...PLACE,
    });
    const again = await openJournal(file);
    expect([again.count('saved'), again.count('failed'), again.keysOf('failed')]).toEqual([
      2,
      1,
      ['ü'],
    ]);
    expect(await again.read('a')).toEqual(saved('a', 'cd'.repeat(32)));
    expect(await again.read('ü')).toEqual(failed('ü'));
    expect([await again.read('c'), again.stateOf('c')]).toEqual([undefined, undefined]);
    expect([again.hasSha256(SHA256), await again.readBySha256(SHA256)]).toEqual([true, saved('b')]);
    expect(await again.readBySha256('00'.repeat(32))).toBeUndefined();
    const keys: string[] = [];
    for await (const { key } of again.lines()) keys.push(key);
    expect(keys).toEqual(['b', 'ü', 'a']);
    expect([again.isOfThisRun('a'), again.isOfThisRun('c')]).toEqual([false, false]);
    await again.add(saved('ü'));
    expect([again.isOfThisRun('ü'), again.count('failed')]).toEqual([true, 0]);
    await again.close();
  });

  it('removes the line that a kill cut off, wherever it was cut', async () => {
    const journal = await openJournal(file);
    await journal.add(saved('a'));
    await journal.add(saved('b'));
    await journal.close();
    const whole = await textOf();
    const first = whole.split('\n')[0] ?? '';
    const second = whole.split('\n').slice(0, 2).join('\n');
    for (let end = second.length + 1; end < whole.length; end += 7) {
      await writeFile(file.path, whole.slice(0, end));
      const again = await openJournal(file);
      expect([again.stateOf('a'), again.stateOf('b')]).toEqual(['saved', undefined]);
      await again.add(saved('b'));
      await again.close();
      expect(await textOf()).toBe(whole);
    }
    for (const end of [0, 1, 5, first.length]) {
      await writeFile(file.path, first.slice(0, end));
      await (await openJournal(file)).close();
      expect(await textOf()).toBe(`${first}\n`);
    }
  });

  it('is changed by no reader, cut off or missing, and read while a run writes', async () => {
    expect(await readJournal(file)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
    const journal = await openJournal(file);
    await journal.add(saved('a'));
    await appendFile(file.path, '{"key":"b","sta');
    const before = await textOf();
    const reader = await readJournal(file);
    expect([reader?.stateOf('a'), reader?.stateOf('b')]).toEqual(['saved', undefined]);
    await reader?.close();
    expect(await textOf()).toBe(before);
    await journal.close();
  });

  it('belongs to one command and one place, and is no other file', async () => {
    await (await openJournal(file)).close();
    expect(await refusalOf({ kind: 'upload' })).toContain('is no file of imagewell upload');
    expect(await refusalOf({ place: { ...PLACE, source: 'other' } })).toContain('another source');
    expect(await refusalOf({ path: join(folder, 'none/a.jsonl') })).toContain('cannot be written');
    for (const text of [
      'GIF89a',
      'a\nb\n',
      '{}\n',
      '[1]\n',
      `${'x'.repeat(1_100_000)}\n`,
      'null',
    ]) {
      await writeFile(file.path, text);
      expect([text.slice(0, 9), await refusalOf({})]).toEqual([
        text.slice(0, 9),
        expect.stringMatching(/is no file of imagewell import|is damaged/),
      ]);
      expect(await textOf()).toBe(text);
    }
    await writeFile(
      file.path,
      `${JSON.stringify({ imagewell: 'import', version: 3, ...PLACE })}\n`,
    );
    expect(await refusalOf({})).toContain('newer version');
    expect((await readdir(folder)).sort()).toEqual(['a.jsonl']); // and no lock is left
  });

  it('is used by one run at a time; a killed process leaves no lock behind', async () => {
    const journal = await openJournal(file);
    expect(await refusalOf({})).toBe(`Process ${process.pid} is using ${file.path}.`);
    await journal.close();
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    for (const holder of [`${dead} ${hostname()}`, `${dead}`, `${process.pid} ${hostname()}`, '']) {
      await writeFile(`${file.path}.lock`, holder);
      await (await openJournal(file)).close();
    }
    await writeFile(`${file.path}.lock`, `${process.ppid} ${hostname()}`);
    expect(await refusalOf({})).toContain(`Process ${process.ppid} is using`);
    await writeFile(`${file.path}.lock`, `${dead} elsewhere`);
    expect(await refusalOf({})).toContain(`Process ${dead} on elsewhere is using`);
    await rm(`${file.path}.lock`);
    await writeFile(`${file.path}.lock`, `${dead}`); // eight runs find the same dead one
    const many = await Promise.allSettled(Array.from({ length: 8 }, () => openJournal(file)));
    const opened = many.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(opened).toHaveLength(1);
    for (const one of opened) await one.close();
  });

  it('continues the state files of upload and the manifests of import before it', async () => {
    const head = { ...PLACE };
    const line = { address: 'x', ...saved('a') };
    const manifest = [head, { ...failed('a'), address: 'x' }, line, failed('b')];
    await writeFile(file.path, manifest.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const reader = await readJournal(file);
    expect(await reader?.read('a')).toEqual(line);
    await reader?.close();
    const journal = await openJournal(file);
    expect([await journal.read('a'), journal.keysOf('failed')]).toEqual([line, ['b']]);
    await journal.close();
    expect(await textOf()).toMatch(/^\{"imagewell":"import","version":2,/);
    const {
      state: _,
      key: __,
      sha256,
      ...image
    } = saved('c') as Extract<ImageLine, { imageId: string }>;
    const temporary = { temporaryImageUrl: 'https://x', expiresAt: '2027-01-01T00:00:00Z' };
    const known = { path: 'c.jpg', size: 5, mtimeMs: 7.5, sha256 };
    const lines = [
      { imagewellUpload: 1, baseUrl: PLACE.service, projectId: null, isTemporary: false },
      { ...known, received: temporary },
      { ...known, done: image },
      { ...known, path: 'd.jpg', received: temporary },
      { ...known, path: 'e.jpg', done: temporary },
    ];
    const old = join(folder, 'old.jsonl');
    const cut = '{"path":"half';
    await writeFile(old, lines.map((one) => `${JSON.stringify(one)}\n`).join(`${cut}\n`) + cut);
    const place = { service: PLACE.service, project: null, isTemporary: false };
    const state = await openJournal({ ...file, path: old, kind: 'upload', place });
    const version = '5-7.5';
    expect(await state.read('c.jpg')).toEqual({
      key: 'c.jpg',
      version,
      state: 'saved',
      sha256,
      ...image,
    });
    expect(await state.read('d.jpg')).toMatchObject({ state: 'uploaded', ...temporary });
    expect(await state.read('e.jpg')).toMatchObject({ state: 'temporary', ...temporary });
    await state.close();
    expect((await readdir(folder)).sort()).toEqual(['a.jsonl', 'old.jsonl']);
  });

  it('holds less than 350 bytes of memory for an image, however long its line', async () => {
    const images = 20_000;
    const rows = Array.from({ length: images }, (_, at) => {
      const sha256 = at.toString(16).padStart(64, '0');
      const metadata = { note: 'x'.repeat(600) };
      return JSON.stringify({ ...saved(`folder/${at}.jpg`, sha256), metadata });
    });
    const head = JSON.stringify({ imagewell: 'import', version: 2, ...PLACE });
    await writeFile(file.path, `${[head, ...rows].join('\n')}\n`);
    rows.length = 0;
    const before = heldBytes();
    const journal = await openJournal(file);
    const held = heldBytes() - before;
    expect(journal.count('saved')).toBe(images);
    expect(held / images).toBeLessThan(350);
    await journal.close();
  });
});

/** With the bound 8 to 15 MB were seen, and 34 MB without it. */
const YOUNG_BYTES = 25_000_000;

describe('the memory of a command for many images', () => {
  it('has no room for objects that are collected', () => {
    const program = `
      import { boundMemory } from '${resolve('cli/bound-memory.ts')}';
      import { getHeapSpaceStatistics } from 'node:v8';
      if (process.argv[1] === 'bound') boundMemory();
      const size = () =>
        getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
      let kept = [];
      // V8 decides when it gives more: a busy machine waits for it
      for (let at = 0; at < 20_000_000 && size() <= ${YOUNG_BYTES}; at += 1_000) {
        for (let more = 0; more < 1_000; more += 1) kept.push({ at: at + more });
        if (kept.length > 20_000) kept = [];
      }
      console.log(size());`;
    const youngBytes = (mode: string) => {
      const options = ['--input-type=module', '-e', program, mode];
      return Number(spawnSync(process.execPath, options, { encoding: 'utf8' }).stdout);
    };
    expect(youngBytes('bound')).toBeLessThanOrEqual(YOUNG_BYTES);
    expect(youngBytes('free')).toBeGreaterThan(YOUNG_BYTES);
  });
});
