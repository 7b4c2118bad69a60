import type * as Fs from 'node:fs';
import { writeFileSync } from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { digestFile, fileIn } from '../../../../adapters/folder/backup/digest-file.ts';
import { verifyBackup } from '../../../../admin/backup/verify-backup.ts';
import { makeFolder } from '../../../support/local/start-fixture-pool.ts';
import { backupTrial, sha256Of } from './backup-trial.ts';

const { counts, counted } = vi.hoisted(() => {
  const counts: Record<string, number> = {};
  /** The same functions; the calls of the named ones are counted. */
  const counted = <Module extends object>(module: Module, names: readonly (keyof Module)[]) => {
    const watched = { ...module };
    for (const name of names) {
      const real = module[name];
      if (typeof real !== 'function') continue;
      watched[name] = new Proxy(real, {
        apply: (call, self, args) => {
          counts[String(name)] = (counts[String(name)] ?? 0) + 1;
          return Reflect.apply(call, self, args);
        },
      });
    }
    return watched;
  };
  return { counts, counted };
});

vi.mock('node:fs', async (load) =>
  counted(await load<typeof Fs>(), ['openSync', 'read', 'createReadStream', 'opendirSync']),
);
vi.mock('node:fs/promises', async (load) =>
  counted(await load<typeof FsPromises>(), ['open', 'link', 'copyFile', 'rename', 'unlink', 'rm']),
);

async function callsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  for (const name of Object.keys(counts)) delete counts[name];
  await work();
  return { ...counts };
}

/** A store of an image has two originals: its own, and the one of its temporary image. */
const ORIGINALS_AN_IMAGE = 2;
const IMAGES = 9;

/** The whole calls that each original costs more in the first work than in the second. */
function moreAnOriginal(
  first: Readonly<Record<string, number>>,
  second: Readonly<Record<string, number>>,
): Record<string, number> {
  const more = Object.keys(first).map((name) => {
    const calls = (first[name] ?? 0) - (second[name] ?? 0);
    return [name, Math.round(calls / (IMAGES * ORIGINALS_AN_IMAGE))] as const;
  });
  return Object.fromEntries(more.filter(([, calls]) => calls !== 0));
}

async function storedTrial() {
  const trial = await backupTrial();
  for (let nth = 0; nth < IMAGES; nth += 1) await trial.store();
  return trial;
}

it('a new original is opened twice more than a kept one, read by one call and named by one rename', async () => {
  const trial = await storedTrial();
  const first = await callsOf(trial.backUp);
  const again = await callsOf(trial.backUp);
  expect(moreAnOriginal(first, again)).toEqual({ openSync: 2, read: 1, link: 1, rename: 1 });
});

it('a copy of an original is synced once', async () => {
  const trial = await storedTrial();
  const first = await callsOf(() => trial.backUp({ mustCopy: true }));
  const again = await callsOf(() => trial.backUp({ mustCopy: true }));
  const calls = { openSync: 2, read: 1, copyFile: 1, open: 1, rename: 1 };
  expect(moreAnOriginal(first, again)).toEqual(calls);
});

it('a check reads an original by one call, and lists its folder by one', async () => {
  const trial = await storedTrial();
  const whole = await callsOf(() => trial.verify(trial.dataDir));
  const quick = await callsOf(() => trial.verify(trial.dataDir, { isQuick: true }));
  expect(moreAnOriginal(whole, quick)).toEqual({ read: 1 });
  expect(whole.opendirSync).toBe(IMAGES * ORIGINALS_AN_IMAGE + 1);
});

it('files that are read at the same time have eight buffers in all', async () => {
  const trial = await storedTrial();
  await trial.backUp();
  const made = vi.spyOn(Buffer, 'allocUnsafeSlow');
  onTestFinished(() => made.mockRestore());
  await verifyBackup(trial.dir, {
    tell: () => undefined,
    progress: () => undefined,
    onFault: () => undefined,
  });
  await trial.verify(trial.dataDir);
  expect(made.mock.calls.length).toBeLessThanOrEqual(8);
});

it.each([0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 600_000])(
  'a file of %i bytes is read to its end',
  async (bytes) => {
    const path = join(makeFolder(), 'file');
    const content = Buffer.alloc(bytes, 'imagewell');
    writeFileSync(path, content);
    expect(await digestFile(fileIn(path))).toEqual({ bytes, sha256: sha256Of(content) });
  },
);
