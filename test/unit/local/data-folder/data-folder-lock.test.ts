import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lockDataFolder, shareDataFolder } from '../../../../local/data-folder/data-folder-lock.ts';
import { makeFolder } from '../../../support/local/start-fixture-pool.ts';

const HOLDER = join(import.meta.dirname, '../../../support/local/hold-folder.ts');

async function startHolder(folder: string): Promise<ChildProcess> {
  const owner = fork(HOLDER, [folder], { execArgv: [], stdio: ['ignore', 2, 2, 'ipc'] });
  onTestFinished(() => void owner.kill('SIGKILL'));
  await once(owner, 'message');
  return owner;
}

it('refuses a second start on a folder in use, immediately and with its name (local.single-owner)', async () => {
  const folder = makeFolder();
  await startHolder(folder);
  // it would wait for orphans longer than the test may take
  const refused = lockDataFolder(folder, { orphansMs: 3_600_000 });
  await expect(refused).rejects.toThrow(`${folder} is in use`);
});

/** Kills an owner of the folder, whose function process stays until `letGo`. */
async function killOwner(folder: string) {
  const owner = await startHolder(folder);
  const letGo = () => writeFileSync(join(folder, 'let-go'), '');
  onTestFinished(letGo);
  const exited = once(owner, 'exit');
  owner.kill('SIGKILL');
  await exited;
  return letGo;
}

it('waits for the function processes of a killed owner, then takes the folder (local.single-owner)', async () => {
  const folder = makeFolder();
  const letGo = await killOwner(folder);
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  onTestFinished(() => void exec.mockRestore());
  let isTaken = false;
  const taking = lockDataFolder(folder, { orphansMs: 3_600_000 }).finally(() => {
    isTaken = true;
  });
  const tries = () => exec.mock.calls.filter(([sql]) => sql.startsWith('BEGIN')).length;
  await expect.poll(tries, { interval: 5 }).toBeGreaterThan(5);
  expect(isTaken).toBe(false);
  letGo();
  (await taking).release();
});

it('gives up on function processes that do not end (local.single-owner)', async () => {
  const folder = makeFolder();
  const letGo = await killOwner(folder);
  await expect(lockDataFolder(folder, { orphansMs: 300 })).rejects.toThrow('function processes');
  // and leaves nothing locked behind
  letGo();
  const lock = await lockDataFolder(folder);
  lock.release();
});

it('lets the function processes of the owner share the folder', async () => {
  const folder = makeFolder();
  const lock = await lockDataFolder(folder);
  onTestFinished(lock.release);
  const shares = await Promise.all([shareDataFolder(folder), shareDataFolder(folder)]);
  for (const share of shares) share.release();
});

it('makes the folder where it is missing, and releases it', async () => {
  const folder = join(makeFolder(), 'new', 'folder');
  (await lockDataFolder(folder)).release();
  (await lockDataFolder(folder)).release();
});
