import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openSqliteGallery, type SqliteGallery } from '../gallery/sqlite-gallery.ts';
import { treeBytes, treeCpuMs } from '../measure/process-tree.ts';
import { median } from '../measure/statistics.ts';
import { measureGrowth } from './gallery-calls.ts';
import { type Measured, row } from './row.ts';

const SIZES = [1_000, 100_000] as const;
const SIZES_OF_A_SHORT_RUN = [100, 1_000] as const;
const ROUNDS = 3;
const SECOND_MS = 1_000;
const PROGRAM = resolve(import.meta.dirname, '../../bin/cli.ts');

/** Starts in turn; the milliseconds until each is ready, and the memory of all processes then. */
async function startInTurn(galleries: readonly SqliteGallery[]) {
  const times = galleries.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, gallery] of galleries.entries()) times[at]?.push(await gallery.restart());
  }
  return { times: times.map(median), bytes: galleries.map(({ pid }) => treeBytes(pid())) };
}

const growthOf = ([few = Number.NaN, many = Number.NaN]: readonly number[]) => many / few;

/** The CPU seconds of a command of the operator: no other child of this process ends meanwhile. */
function timeCommand(...args: readonly string[]): number {
  const start = treeCpuMs(process.pid);
  execFileSync(process.execPath, [PROGRAM, ...args], { stdio: 'ignore' });
  return (treeCpuMs(process.pid) - start) / SECOND_MS;
}

function backUpAndVerify({ dataDir }: SqliteGallery): Record<BackupKey, Measured> {
  const root = mkdtempSync(join(tmpdir(), 'imagewell-growth-'));
  const backup = join(root, 'backup');
  try {
    return {
      backup: { seen: timeCommand('backup', backup, '--data', dataDir) },
      again: { seen: timeCommand('backup', backup, '--data', dataDir) },
      verify: { seen: timeCommand('verify', '--data', dataDir) },
      verifyBackup: { seen: timeCommand('verify', backup) },
    };
  } finally {
    rmSync(root, { recursive: true });
  }
}

type BackupKey = 'backup' | 'again' | 'verify' | 'verifyBackup';
const FLAT = { unit: '', must: { atMost: 1.3 } } as const;

export const GROWTH = row({
  title: 'from 1,000 to 100,000 stored images',
  goals: {
    ready: { what: 'start to ready grows', ...FLAT },
    memory: { what: 'memory after the start grows', ...FLAT },
    calls: { what: 'the most that a call grows', ...FLAT },
    backup: { what: 'CPU of a first backup', unit: 's', must: { atMost: 40 } },
    again: { what: 'CPU of a second backup', unit: 's', must: { atMost: 15 } },
    verify: { what: 'CPU of verify, data folder', unit: 's', must: { atMost: 15 } },
    verifyBackup: { what: 'CPU of verify, backup', unit: 's', must: { atMost: 15 } },
  },
  async measure({ isQuick, rounds }) {
    const opened: SqliteGallery[] = [];
    try {
      for (const size of isQuick ? SIZES_OF_A_SHORT_RUN : SIZES) {
        opened.push(await openSqliteGallery(size));
      }
      const { times, bytes } = await startInTurn(opened);
      const [, large] = opened;
      if (!large) throw new Error('no gallery is open');
      // before the calls: a deletion removes an original
      large.storeOriginals();
      return {
        ready: { seen: growthOf(times) },
        memory: { seen: growthOf(bytes) },
        ...backUpAndVerify(large),
        calls: await measureGrowth(opened, rounds),
      };
    } finally {
      for (const gallery of opened) await gallery.close();
    }
  },
});
