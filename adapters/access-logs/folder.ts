import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccessLogs } from '../../core/metering/access-logs.ts';
import { makeFolder, openFile, removeFile, syncFolder } from '../object-store/folder.ts';

/** The folder that the local edge writes its logs into; a name is never used twice. */
export interface AccessLogFolder extends AccessLogs {
  /** Adds a file, durable and whole when this resolves. */
  add(text: string): Promise<void>;
  /** Names of the files that are there, oldest first. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Removes what a killed process left half written; only while nobody adds. */
  removeParts(): Promise<void>;
}

const PARTS = '.parts';
const NAME = /^\d{14}-[0-9a-f-]{36}\.log$/;

function newName(): string {
  const time = String(Date.now()).padStart(14, '0');
  return `${time}-${randomUUID()}.log`;
}

async function addFile(root: string, text: string): Promise<void> {
  await makeFolder(join(root, PARTS));
  const part = join(root, PARTS, randomUUID());
  const file = await open(part, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, join(root, newName()));
  await syncFolder(root);
}

/** The folder of access logs below `root`. */
export function createAccessLogFolder(root: string): AccessLogFolder {
  return {
    open: async ({ name }) =>
      NAME.test(name) ? (await openFile(join(root, name)))?.body : undefined,
    add: (text) => addFile(root, text),
    list: async () => {
      const names = await readdir(root).catch(() => []);
      return names.filter((name) => NAME.test(name)).sort();
    },
    remove: (name) => removeFile(join(root, name)),
    removeParts: () => rm(join(root, PARTS), { recursive: true, force: true }),
  };
}
