import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { backUp } from '../../../../admin/backup/back-up.ts';
import { createAdminCommands } from '../../../../admin/commands/add-admin-commands.ts';
import { runCommandLine } from '../../../../cli/run-command-line.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { RENDITION_VERSION } from '../../../../core/images/object-keys.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices } from '../../../support/stores/make-services.ts';
import { fakeMachine } from '../../cli/support/fake-machine.ts';

const ROOT = mkdtempSync(join(tmpdir(), 'imagewell-planted-'));
process.on('exit', () => rmSync(ROOT, { recursive: true, force: true }));
const makeFolder = () => mkdtempSync(join(ROOT, 'f-'));

/** Runs a command of the operator in this process; its output, and its exit code. */
export async function runOperator(...args: readonly string[]) {
  const machine = fakeMachine();
  const code = await runCommandLine(args, machine, [createAdminCommands(undefined)]);
  await new Promise((done) => setImmediate(done));
  return { code, text: `${machine.printed()}${machine.told()}` };
}

/** A data folder with one image and its rendition, and a backup of it; no process has them open. */
export async function makeTemplate() {
  const test = await makeServices();
  const id = (await storeImage(test, await drawJpeg(40, 30))) as ImageId;
  await deliver(test, `/res/${id}.webp?width=9`);
  const root = makeFolder();
  const { snapshot } = await backUp(test.dataDir, join(root, 'backup'), {
    mustCopy: true,
    version: '0.0.0',
    clock: Date.now,
    tell: () => undefined,
  });
  cpSync(test.dataDir, join(root, 'data'), { recursive: true });
  await test.remove();
  const db = new DatabaseSync(join(root, 'data', 'imagewell.db'));
  db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
  const row = db
    .prepare("SELECT rendition_key AS name FROM renditions WHERE state = 'ready'")
    .get();
  db.close();
  const rendition = `objects/renditions/${id}/g0/v${RENDITION_VERSION}/${row?.name}`;
  let copies = 0;
  return {
    id,
    original: `objects/${id}/original`,
    rendition,
    backedUp: `originals/${id.slice(4, 6)}/${id}`,
    snapshot: `snapshots/${snapshot}`,
    /** Copies of both folders, and the path of a third that isn't there. */
    copy: () => {
      copies += 1;
      const dir = join(root, String(copies));
      mkdirSync(dir);
      const at = (name: string) => join(dir, name);
      for (const name of ['data', 'backup']) {
        cpSync(join(root, name), at(name), { recursive: true });
      }
      return { data: at('data'), backup: at('backup'), fresh: at('fresh'), again: at('again') };
    },
  };
}

const aside = (path: string) => join(makeFolder(), path.split('/').at(-1) ?? '');

/** The name at another place, and a link to it here. */
function linkTo(path: string): void {
  const other = aside(path);
  cpSync(path, other, { recursive: true });
  rmSync(path, { recursive: true });
  symlinkSync(other, path);
}

const replace = (plant: (path: string) => void) => (path: string) => {
  rmSync(path);
  plant(path);
};

/** Whether this user may make devices: root, on most machines. */
function makesDevices(): boolean {
  try {
    execFileSync('mknod', [join(makeFolder(), 'device'), 'c', '1', '5'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('no device is planted: this user may not make one');
    return false;
  }
}

/** Entries that the service doesn't serve as the file that was there. */
export const PLANTS: Readonly<Record<string, (path: string) => void>> = {
  'a link to the same bytes': linkTo,
  'a link to nothing': replace((path) => symlinkSync('nothing', path)),
  'a named pipe': replace((path) => void execFileSync('mkfifo', [path])),
  'a folder': replace((path) => mkdirSync(path)),
  'an empty file': (path) => truncateSync(path, 0),
  'a cut file': (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  'a hole': (path) => {
    const { size } = statSync(path);
    truncateSync(path, 0);
    truncateSync(path, size);
  },
  'no file': (path) => rmSync(path),
  ...(makesDevices()
    ? { 'a device': replace((path) => void execFileSync('mknod', [path, 'c', '1', '5'])) }
    : {}),
};

/** Entries that it does serve. */
export const WHOLE: Readonly<Record<string, (path: string) => void>> = {
  'the file itself': () => undefined,
  'a hard link': (path) => linkSync(path, aside(path)),
  'a copy': (path) => {
    const other = aside(path);
    copyFileSync(path, other);
    rmSync(path);
    copyFileSync(other, path);
  },
};

/** Replaces a folder by a link to it. */
export function linkFolder(path: string): void {
  const moved = join(makeFolder(), 'moved');
  cpSync(path, moved, { recursive: true });
  rmSync(path, { recursive: true });
  symlinkSync(moved, path);
}
