import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueToken } from '../../../../local/identity-provider/issue-token.ts';
import { createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeDataFolder, startService } from '../../../support/service/start-service.ts';
import { createDirectUploads, sendForm } from '../../../support/stores/direct-upload.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let dataDir: string;
let umask: number;
beforeEach(async () => {
  folder = await makeDataFolder();
  dataDir = join(folder.path, 'data');
  umask = process.umask(0o022);
});
afterEach(async () => {
  process.umask(umask);
  await folder.remove();
});

/** Every name of the folder, itself too, with its mode. */
function modesOf(path: string): [name: string, mode: string][] {
  const names = ['.', ...readdirSync(path, { recursive: true, encoding: 'utf8' })].sort();
  return names.flatMap((name): [string, string][] => {
    const found = statSync(join(path, name), { throwIfNoEntry: false });
    if (!found) return []; // a file that was just being written
    return [[name, `${found.isDirectory() ? 'd' : 'f'} ${(found.mode & 0o777).toString(8)}`]];
  });
}
const open = (modes: readonly [string, string][]) =>
  modes.filter(([, mode]) => mode !== 'd 700' && mode !== 'f 600');

async function makeEveryFile(): Promise<[string, string][]> {
  const service = await startService(dataDir, '--events');
  const client = createClient(service);
  const { imageId } = await client.store(await drawJpeg(400, 300));
  await client.get(`/res/${imageId}.png?width=380`);
  await issueToken(dataDir, 'somebody@example.com');
  expect((await client.request('/oidc/jwks', {})).status).toBe(200);
  const form = await createDirectUploads(service).form(1_000_000);
  await sendForm(form, await drawJpeg());
  await expect
    .poll(() => modesOf(dataDir).map(([name]) => name))
    .toEqual(expect.arrayContaining(['events.jsonl', 'access-logs', 'incoming']));
  const modes = modesOf(dataDir);
  await service.stop();
  return [...modes, ...modesOf(dataDir)];
}

describe('the files of a data folder', () => {
  it.each([0o022, 0o000])(
    'are their owner’s alone in a folder of mode 755, umask %o (security.private-data-folder)',
    async (mask) => {
      process.umask(mask);
      mkdirSync(dataDir);
      chmodSync(dataDir, 0o755);
      const modes = await makeEveryFile();
      const names = modes.map(([name]) => name);
      const wanted = ['imagewell.db', 'imagewell.db-wal', 'imagewell.db-shm', 'sign-in.db'];
      expect(names).toEqual(
        expect.arrayContaining([...wanted, 'owner.lock', 'functions.lock', 'reserve']),
      );
      expect(names.filter((name) => name.startsWith('objects/')).length).toBeGreaterThan(3);
      expect(open(modes)).toEqual([]);
    },
  );

  it('of an earlier start, which others could read, are closed by the next', async () => {
    const first = await startService(dataDir);
    await createClient(first).store(await drawJpeg());
    await first.stop('SIGKILL'); // with the log and the index of SQLite left there
    writeFileSync(join(dataDir, 'plans.json'), '{}');
    for (const name of readdirSync(dataDir)) {
      const path = join(dataDir, name);
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    }
    chmodSync(dataDir, 0o777);
    const second = await startService(dataDir);
    expect(open(modesOf(dataDir))).toEqual([]);
    await second.stop();
  });

  const canChangeUser = process.getuid?.() === 0 && process.platform === 'linux';
  if (!canChangeUser) console.log('no test of a folder that belongs to another user: not root');
  it.skipIf(!canChangeUser)('that can’t be closed are warned of, each in a sentence', () => {
    // a user who may write by the group's right and owns neither
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'plans.json'), '{}');
    chmodSync(join(dataDir, 'plans.json'), 0o664);
    chmodSync(dataDir, 0o775);
    chmodSync(folder.path, 0o711);
    // loaded first: the project may stand where no other user may read
    const script = `
      const { closeDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, '../../../../local/data-folder/private-data-folder.ts'))});
      process.setgroups([0]); process.setgid(65534); process.setuid(65534);
      console.log(JSON.stringify(closeDataFolder(${JSON.stringify(dataDir)})));`;
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(done.stderr).toBe('');
    expect(JSON.parse(done.stdout)).toEqual([
      `other users can read ${dataDir}, and its permissions cannot be changed.`,
      `other users can read ${join(dataDir, 'plans.json')}, and its permissions cannot be changed.`,
    ]);
  });
});

describe('a link', () => {
  const refusal = async () => {
    const error: Error = await startService(dataDir).then(
      (service) => service.stop().then(() => new Error('it started')),
      (fault: Error) => fault,
    );
    return error.message;
  };

  it('for the data folder is refused, and nothing is written behind it', async () => {
    const behind = join(folder.path, 'behind');
    mkdirSync(behind);
    symlinkSync(behind, dataDir);
    expect(await refusal()).toContain(`${dataDir} is a symbolic link`);
    expect(readdirSync(behind)).toEqual([]);
  });

  it.each([
    'imagewell.db',
    'imagewell.db-wal',
    'sign-in.db',
    'owner.lock',
    'functions.lock',
    'credentials.json',
    'reserve',
    'objects',
    'incoming',
    'access-logs',
    'events.jsonl',
  ])('planted as %s is refused, and nothing is written behind it', async (name) => {
    mkdirSync(dataDir);
    const behind = join(folder.path, 'behind');
    writeFileSync(behind, 'theirs', { mode: 0o644 });
    symlinkSync(behind, join(dataDir, name));
    expect(await refusal()).toContain(`${join(dataDir, name)} is a symbolic link`);
    expect(statSync(behind)).toMatchObject({ size: 6, mode: 0o100644 });
  });
});
