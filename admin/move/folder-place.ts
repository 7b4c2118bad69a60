import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderArchive } from '../../adapters/folder/backup/folder-archive.ts';
import { syncFolder, writeDurably } from '../../adapters/folder/disk/folder-files.ts';
import { readStoredText } from '../../adapters/folder/disk/stored-json.ts';
import { openReadOnly } from '../../adapters/sqlite/backup/open-read-only.ts';
import { createSqliteRecordReaders } from '../../adapters/sqlite/moving/record-readers.ts';
import { createSqliteRecordWriter } from '../../adapters/sqlite/moving/record-writer.ts';
import { readFormSecret } from '../../adapters/sqlite/uploads/form-secret.ts';
import { CommandError } from '../../cli/command-error.ts';
import { plansPath, readConfiguredPlans } from '../../local/data-folder/configured-plans.ts';
import { LOCK_NAMES, lockDataFolder } from '../../local/data-folder/data-folder-lock.ts';
import {
  databasePath,
  objectsMarkPath,
  objectsPath,
  unfinishedMovePath,
} from '../../local/data-folder/data-paths.ts';
import { openRecords } from '../../local/data-folder/open-records.ts';
import { closeDataFolder } from '../../local/data-folder/private-data-folder.ts';
import { readObjectsMark } from '../../local/objects/check-place.ts';
import { openArchive } from '../backup/open-archive.ts';
import { requireDataFolder } from '../require-data-folder.ts';
import type { MoveSource, MoveTargetPlace } from './move-place.ts';

async function requireOwnObjects(dataDir: string): Promise<void> {
  const place = readObjectsMark(dataDir);
  if (place === undefined) return;
  const mark = objectsMarkPath(dataDir);
  const hint = `Copy the objects of ${place} to ${objectsPath(dataDir)}, and remove ${mark}.`;
  throw new CommandError('usage', `The image files of ${dataDir} are in ${place}.`, hint);
}

/** A data folder to move from: locked, so that no service writes to it. Throws a CommandError. */
export async function openSourceFolder(dataDir: string): Promise<MoveSource> {
  requireDataFolder(dataDir);
  await requireOwnObjects(dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    const db = openReadOnly(databasePath(dataDir));
    return {
      name: dataDir,
      // the secret distinguishes data folders, and its hash reveals nothing of it
      identity: createHash('sha256')
        .update(`folder ${readFormSecret(db)}`)
        .digest('hex'),
      readers: createSqliteRecordReaders(db),
      objects: openArchive(dataDir),
      plans: readConfiguredPlans(dataDir),
      close: () => {
        db.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function readMark(dataDir: string): string | undefined {
  const path = unfinishedMovePath(dataDir);
  const read = readStoredText(path);
  if (read.fault === undefined) return read.value.trim();
  if (read.fault === 'missing') return undefined;
  const hint = 'Give a new or empty folder, and move again.';
  throw new CommandError('findings', `${path} ${read.fault.words}.`, hint);
}

/** Originals that are not whole yet. */
const incomingPath = (dataDir: string) => join(dataDir, '.moving');
const removeIncoming = (dataDir: string) =>
  rm(incomingPath(dataDir), { recursive: true, force: true });

async function openTarget(dataDir: string, plans: object) {
  closeDataFolder(dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    // before the database: a service refuses the folder from here on
    if (readMark(dataDir) === undefined) await writeDurably(unfinishedMovePath(dataDir), '');
    if (Object.keys(plans).length > 0 && !existsSync(plansPath(dataDir))) {
      await writeDurably(plansPath(dataDir), `${JSON.stringify(plans, null, 2)}\n`);
    }
    await syncFolder(dataDir);
    await removeIncoming(dataDir);
    const db = openRecords(dataDir);
    return {
      db,
      close: () => {
        db.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A new or empty folder to move to, or one with an unfinished move. */
export function targetFolder(dataDir: string): MoveTargetPlace {
  return {
    name: dataDir,
    takesPlans: true,
    get plans() {
      return existsSync(dataDir) ? readConfiguredPlans(dataDir) : {};
    },
    requireFree: async () => {
      if (!existsSync(dataDir) || existsSync(unfinishedMovePath(dataDir))) return;
      if (readdirSync(dataDir).every((name) => LOCK_NAMES.includes(name))) return;
      const hint = 'Give a new or empty folder.';
      throw new CommandError('usage', `${dataDir} is not empty; nothing was changed.`, hint);
    },
    open: async (plans) => {
      const { db, close } = await openTarget(dataDir, plans);
      const marker = unfinishedMovePath(dataDir);
      return {
        name: dataDir,
        plans: readConfiguredPlans(dataDir),
        readers: createSqliteRecordReaders(db),
        objects: createFolderArchive(objectsPath(dataDir), incomingPath(dataDir)),
        writer: () => createSqliteRecordWriter(db),
        readMark: async () => readMark(dataDir) || undefined,
        writeMark: async (identity) => {
          await unlink(marker);
          await writeDurably(marker, `${identity}\n`);
          await syncFolder(dataDir);
        },
        removeMark: async () => {
          await removeIncoming(dataDir);
          await unlink(marker);
          await syncFolder(dataDir);
        },
        close,
      };
    },
  };
}
