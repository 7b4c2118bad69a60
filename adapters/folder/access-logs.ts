import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccessLogs } from '../../core/ports/projects/access-logs.ts';
import { tellingFaults } from './disk/disk-faults.ts';
import {
  createFolderFiles,
  type FolderFiles,
  syncFolder,
  writeDurably,
} from './disk/folder-files.ts';
import { type DiskReserve, NO_RESERVE } from './disk/reserve.ts';

/** The folder for the logs of the local edge; a name is never used twice. */
export interface AccessLogFolder extends AccessLogs {
  /** Adds a file, durable and complete when this resolves. */
  add(text: string): Promise<void>;
  /** Names of the existing files, oldest first. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Removes incomplete files of a killed process; only while no file is being added. */
  removeParts(): Promise<void>;
}

const PARTS = '.parts';
const NAME = /^\d{14}-[0-9a-f-]{36}\.log$/;

function newName(): string {
  const time = String(Date.now()).padStart(14, '0');
  return `${time}-${randomUUID()}.log`;
}

async function addFile(root: string, files: FolderFiles, text: string): Promise<void> {
  await files.makeFolder(join(root, PARTS), true);
  const part = join(root, PARTS, randomUUID());
  const path = join(root, newName());
  try {
    await writeDurably(part, text);
    await rename(part, path);
    await syncFolder(root);
  } catch (error) {
    // leaves nothing of a file that will be added again under another name
    await rm(part, { force: true });
    await rm(path, { force: true });
    throw error;
  }
}

/** The folder of access logs below `root`. Nothing is added while the reserve isn't whole. */
export function createAccessLogFolder(
  root: string,
  reserve: DiskReserve = NO_RESERVE,
): AccessLogFolder {
  const files = createFolderFiles(root);
  return {
    open: async ({ name }) =>
      NAME.test(name) ? (await files.open(join(root, name)))?.body : undefined,
    add: (text) =>
      tellingFaults(async () => {
        reserve.requireWhole();
        await addFile(root, files, text);
      }),
    list: async () => {
      const names = await readdir(root).catch(() => []);
      return names.filter((name) => NAME.test(name)).sort();
    },
    remove: (name) => tellingFaults(() => files.remove(join(root, name))),
    removeParts: () => rm(join(root, PARTS), { recursive: true, force: true }),
  };
}
