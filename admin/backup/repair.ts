import { existsSync, rmSync } from 'node:fs';
import { mkdir, open, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createProvenPlacer } from '../../adapters/folder/backup/place-proven.ts';
import { isMissing } from '../../adapters/folder/disk/disk-faults.ts';
import { syncFolder } from '../../adapters/folder/disk/folder-files.ts';
import { repairCounts, repairLists } from '../../adapters/sqlite/backup/check-records.ts';
import {
  forgetRendition,
  type RenditionRecord,
} from '../../adapters/sqlite/backup/object-records.ts';
import { isTemporaryImageId } from '../../core/images/ids.ts';
import type { StoredOriginal } from '../../core/images/stored-original.ts';
import { openRecords } from '../../local/data-folder/open-records.ts';
import { backedUpOriginal } from './backup-folder.ts';

/**
 * The repairs of faults. Each is one transaction or one removal that is right beside a running
 * service, and answers the words for it; undefined if the fault stays.
 */
export interface Repair {
  counts(): Promise<string | undefined>;
  lists(): Promise<string | undefined>;
  original(original: StoredOriginal, path: string): Promise<string | undefined>;
  rendition(rendition: RenditionRecord, path: string): Promise<string | undefined>;
  orphan(path: string): Promise<string | undefined>;
  close(): Promise<void>;
}

const NOTHING = async () => undefined;

/** Changes nothing. */
export const NO_REPAIR: Repair = {
  counts: NOTHING,
  lists: NOTHING,
  original: NOTHING,
  rendition: NOTHING,
  orphan: NOTHING,
  close: NOTHING,
};

/** The file in a data folder with a line of JSON for each original that the last repair lacked. */
export function lostOriginalsPath(dataDir: string): string {
  return join(dataDir, 'lost-originals.jsonl');
}

async function removeDurably(path: string): Promise<void> {
  await unlink(path).catch((error) => {
    if (!isMissing(error)) throw error;
  });
  await syncFolder(dirname(path)).catch((error) => {
    if (!isMissing(error)) throw error;
  });
}

/** No record is deleted: the image stays in its lists until its owner deletes it. */
async function noteLost(dataDir: string, original: StoredOriginal, at: number): Promise<void> {
  const file = await open(lostOriginalsPath(dataDir), 'a', 0o600);
  try {
    const foundAt = new Date(at).toISOString();
    await file.appendFile(`${JSON.stringify({ ...original, foundAt })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

function prepareOriginal(
  dataDir: string,
  backupDir: string | undefined,
  clock: () => number,
): Repair['original'] {
  const incoming = join(dataDir, '.repairing');
  const placer = createProvenPlacer(incoming, true);
  return async (original, path) => {
    const source = backupDir && join(backupDir, backedUpOriginal(original.id));
    if (source && existsSync(source)) {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const placed = await placer.place(source, path, original);
      await syncFolder(dirname(path));
      await syncFolder(dirname(dirname(path)));
      if (placed === 'copied') return 'brought back from the backup';
    }
    // a temporary image ends by itself
    if (!isTemporaryImageId(original.id)) await noteLost(dataDir, original, clock());
    return undefined;
  };
}

/** Repairs a data folder; lost originals are brought back from a backup, if one is given. */
export function createRepair(
  dataDir: string,
  backupDir: string | undefined,
  clock: () => number,
): Repair {
  const db = openRecords(dataDir);
  rmSync(lostOriginalsPath(dataDir), { force: true }); // those of an earlier repair
  return {
    counts: async () => {
      repairCounts(db);
      return 'set to the number of images';
    },
    lists: async () => {
      repairLists(db);
      return 'written again from the metadata';
    },
    original: prepareOriginal(dataDir, backupDir, clock),
    rendition: async (rendition, path) => {
      await removeDurably(path);
      forgetRendition(db, rendition);
      return 'forgotten';
    },
    orphan: async (path) => {
      await removeDurably(path);
      return 'removed';
    },
    close: async () => {
      db.close();
      await rm(join(dataDir, '.repairing'), { recursive: true, force: true });
    },
  };
}
