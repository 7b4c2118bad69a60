import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appendDurably } from '../../adapters/folder/disk/folder-files.ts';
import { repairCounts, repairLists } from '../../adapters/sqlite/backup/check-records.ts';
import {
  forgetRendition,
  type RenditionRecord,
} from '../../adapters/sqlite/backup/object-records.ts';
import { isTemporaryImageId } from '../../core/images/ids.ts';
import { originalObjectKey } from '../../core/images/object-keys.ts';
import type { StoredOriginal } from '../../core/images/stored-original.ts';
import type { ObjectArchive } from '../../core/ports/images/object-archive.ts';
import { openRecords } from '../../local/data-folder/open-records.ts';
import { backedUpOriginal } from './backup-folder.ts';

/**
 * The repairs of faults. Each is one transaction or one removal that is right beside a running
 * service, and answers the words for it; undefined if the fault stays.
 */
export interface Repair {
  counts(): Promise<string | undefined>;
  lists(): Promise<string | undefined>;
  original(original: StoredOriginal): Promise<string | undefined>;
  rendition(rendition: RenditionRecord, key: string): Promise<string | undefined>;
  orphan(key: string): Promise<string | undefined>;
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

/** No record is deleted: the image stays in its lists until its owner deletes it. */
async function noteLost(dataDir: string, original: StoredOriginal, at: number): Promise<void> {
  const foundAt = new Date(at).toISOString();
  const line = `${JSON.stringify({ ...original, foundAt })}\n`;
  await appendDurably(lostOriginalsPath(dataDir), line);
}

/** Where a repair takes lost originals from, and where it brings them. */
export interface RepairOptions {
  /** A backup; undefined: lost originals are listed. */
  readonly from: string | undefined;
  readonly objects: ObjectArchive;
  readonly clock: () => number;
}

function prepareOriginal(
  dataDir: string,
  { from, objects, clock }: RepairOptions,
): Repair['original'] {
  return async (original) => {
    if (from !== undefined) {
      const source = { root: from, path: join(from, backedUpOriginal(original.id)) };
      const placed = await objects.store(source, originalObjectKey(original.id), original);
      if (placed === 'copied') return 'brought back from the backup';
    }
    // a temporary image expires anyway
    if (!isTemporaryImageId(original.id)) await noteLost(dataDir, original, clock());
    return undefined;
  };
}

/** Repairs a data folder; lost originals are brought back from a backup, if one is given. */
export function createRepair(dataDir: string, options: RepairOptions): Repair {
  const { objects } = options;
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
    original: prepareOriginal(dataDir, options),
    rendition: async (rendition, key) => {
      await objects.remove(key);
      forgetRendition(db, rendition);
      return 'forgotten';
    },
    orphan: async (key) => {
      await objects.remove(key);
      return 'removed';
    },
    close: async () => {
      db.close();
      await rm(join(dataDir, '.repairing'), { recursive: true, force: true });
    },
  };
}
