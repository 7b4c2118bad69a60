import { lstatSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { digestFile } from '../../adapters/folder/backup/digest-file.ts';
import { createVerifiedPlacer } from '../../adapters/folder/backup/place-verified.ts';
import {
  createFolderFiles,
  syncFolder,
  writeDurably,
} from '../../adapters/folder/disk/folder-files.ts';
import { readStoredText } from '../../adapters/folder/disk/stored-json.ts';
import { CommandError } from '../../cli/command-error.ts';
import { mapWithConcurrency } from '../../core/foundation/map-with-concurrency.ts';
import { type AnyImageId, isAnyImageId } from '../../core/images/ids.ts';
import { originalObjectKey } from '../../core/images/object-keys.ts';
import type { ObjectArchive } from '../../core/ports/images/object-archive.ts';
import { LOCK_NAMES, lockDataFolder } from '../../local/data-folder/data-folder-lock.ts';
import {
  incomingPath,
  objectsMarkPath,
  objectsPath,
  unfinishedRestorePath,
} from '../../local/data-folder/data-paths.ts';
import { closeDataFolder } from '../../local/data-folder/private-data-folder.ts';
import { writeObjectsMark } from '../../local/objects/check-place.ts';
import type { ObjectsPlace } from '../../local/settings/objects-place.ts';
import {
  type BackupManifest,
  isIncomingName,
  isRecordFile,
  openToRead,
  RECORD_FILES,
  requireApart,
  requireManifest,
} from './backup-folder.ts';
import { createProgress } from './progress.ts';
import {
  createFaultList,
  describeCounts,
  describeStoredFault,
  type FaultList,
} from './stored-faults.ts';
import { readSums, type Sum } from './sums-file.ts';

const MAX_AT_ONCE = 8;

export interface RestoreOptions {
  /** Copies in place of hard links. */
  readonly mustCopy: boolean;
  /** Whether a backup with missing or damaged originals is restored without them. */
  readonly skipsDamaged: boolean;
  /** The bucket for originals; unless given, the data folder. */
  readonly bucket?: { readonly place: ObjectsPlace; readonly objects: ObjectArchive };
  readonly tell: (line: string) => void;
}

export interface RestoreReport {
  readonly dataDir: string;
  readonly backup: BackupManifest;
  readonly linked: number;
  readonly copied: number;
  /** Originals that an earlier run had restored. */
  readonly kept: number;
  /** Originals that the backup has no whole file of. */
  readonly skipped: number;
}

interface Run extends RestoreOptions {
  readonly dir: string;
  readonly dataDir: string;
  readonly backup: BackupManifest;
}

const INCOMING = '.restoring';

/** Also for a link to nothing. */
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Continues the restore of the same backup; one of another backup is replaced. */
async function beginRestore({ dataDir, backup }: Run): Promise<void> {
  const marker = unfinishedRestorePath(dataDir);
  const names = readdirSync(dataDir).filter((name) => !LOCK_NAMES.includes(name));
  if (!isThere(marker)) {
    if (names.length > 0) {
      const hint = 'Give a new or empty folder, and move it to its place afterwards.';
      throw new CommandError('usage', `${dataDir} is not empty; nothing was changed.`, hint);
    }
    await writeDurably(marker, `${JSON.stringify({ snapshot: backup.snapshot })}\n`);
    return syncFolder(dataDir);
  }
  // a marker without its text was killed while it was written
  const { value = '' } = { value: '', ...readStoredText(marker) };
  const isSame = value.includes(`"${backup.snapshot}"`);
  const stale = isSame ? [INCOMING] : names.filter((name) => name !== basename(marker));
  for (const name of stale) await rm(join(dataDir, name), { recursive: true, force: true });
  if (isSame) return;
  await rm(marker, { recursive: true, force: true });
  await writeDurably(marker, `${JSON.stringify({ snapshot: backup.snapshot })}\n`);
  await syncFolder(dataDir);
}

function targetOf({ dataDir }: Run, path: string): string {
  const name = basename(path);
  if (isAnyImageId(name)) return join(objectsPath(dataDir), originalObjectKey(name));
  if (isIncomingName(name)) return join(incomingPath(dataDir), name);
  if (!isRecordFile(name)) throw new Error(`${path} is no file of a data folder.`);
  // its own name only at the end: until then no command takes it for a database
  return join(dataDir, `.restored-${name}`);
}

const FAULTY: readonly Outcome[] = ['missing', 'damaged', 'blocked'];

type Outcome = 'linked' | 'copied' | 'kept' | 'missing' | 'damaged' | 'blocked';

/**
 * An original has the same bytes wherever it is, so one that is in the bucket already stays. So a
 * bucket that outlived its data folder is restored into.
 */
async function restoreToBucket(
  { dir }: Run,
  objects: ObjectArchive,
  { path, sha256 }: Sum,
  id: AnyImageId,
): Promise<Outcome> {
  const key = originalObjectKey(id);
  const there = await objects.digest(key);
  if (there?.sha256 === sha256) return 'kept';
  return objects.store({ root: dir, path: join(dir, path) }, key, { sha256 });
}

async function restoreFile(
  run: Run,
  placers: Readonly<Record<'original' | 'record', ReturnType<typeof createVerifiedPlacer>>>,
  sum: Sum,
): Promise<Outcome> {
  const { path, sha256 } = sum;
  const name = basename(path);
  if (run.bucket && isAnyImageId(name)) {
    return restoreToBucket(run, run.bucket.objects, sum, name);
  }
  const target = targetOf(run, path);
  const files = createFolderFiles(run.dataDir);
  const there = await digestFile({ root: run.dataDir, path: target });
  if (there?.sha256 === sha256) return 'kept';
  await files.makeFolder(dirname(target), false);
  await rm(target, { recursive: true, force: true });
  const placer = isRecordFile(name) ? placers.record : placers.original;
  const placed = await placer.place({ root: run.dir, path: join(run.dir, path) }, target, {
    sha256,
  });
  await syncFolder(dirname(target));
  return placed;
}

async function restoreFiles(run: Run, faults: FaultList): Promise<Record<Outcome, number>> {
  const counts = { linked: 0, copied: 0, kept: 0, missing: 0, damaged: 0, blocked: 0 };
  const incoming = join(run.dataDir, INCOMING);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  if (!run.bucket) await mkdir(objectsPath(run.dataDir), { recursive: true, mode: 0o700 });
  const placers = {
    original: createVerifiedPlacer(incoming, run.mustCopy),
    record: createVerifiedPlacer(incoming, true), // the service will write to it
  };
  const progress = createProgress(run.tell, 'files are restored');
  for await (const group of readSums(run.dir, run.backup)) {
    const outcomes = await mapWithConcurrency(group, MAX_AT_ONCE, (sum) =>
      restoreFile(run, placers, sum),
    );
    for (const [at, outcome] of outcomes.entries()) {
      const subject = group[at]?.path ?? '';
      counts[outcome] += 1;
      if (!FAULTY.includes(outcome)) continue;
      faults.add({ kind: 'file_damaged', subject });
      if (!isAnyImageId(basename(subject))) {
        throw new CommandError('findings', `${subject} of the backup is ${outcome}.`);
      }
    }
    progress(group.length);
  }
  if (!run.bucket) await syncFolder(objectsPath(run.dataDir));
  return counts;
}

/** From here on it is a data folder. */
async function endRestore({ dataDir, bucket }: Run): Promise<void> {
  await rm(objectsMarkPath(dataDir), { force: true }); // of an earlier run
  if (bucket) await writeObjectsMark(dataDir, bucket.place);
  await rm(join(dataDir, INCOMING), { recursive: true, force: true });
  for (const name of Object.keys(RECORD_FILES)) {
    const restored = join(dataDir, `.restored-${name}`);
    if (isThere(restored)) await rename(restored, join(dataDir, name));
  }
  await syncFolder(dataDir);
  await rm(unfinishedRestorePath(dataDir), { recursive: true });
  await syncFolder(dataDir);
  await syncFolder(dirname(dataDir));
}

async function restoreInto(run: Run): Promise<RestoreReport> {
  await beginRestore(run);
  const faults = createFaultList();
  const { linked, copied, kept, ...faulty } = await restoreFiles(run, faults);
  if (faults.remaining > 0 && !run.skipsDamaged) {
    throw new CommandError(
      'findings',
      `${run.dir} has damaged files, and the restore is not finished.`,
      'Add --skip-damaged to restore all others.',
      [...describeCounts(faults.counts), ...faults.first.map(describeStoredFault)],
    );
  }
  for (const fault of faults.first) run.tell(describeStoredFault(fault));
  await endRestore(run);
  const { dataDir, backup } = run;
  return {
    dataDir,
    backup,
    linked,
    copied,
    kept,
    skipped: faulty.missing + faulty.damaged + faulty.blocked,
  };
}

/**
 * Restores a backup into a new folder and proves every file by its checksum. Until it is finished
 * the service doesn't start on the folder; a second run continues it. Throws a CommandError, a
 * DataFolderError or a FolderInUseError.
 */
export async function restore(
  dir: string,
  dataDir: string,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const backup = requireManifest(dir);
  requireApart(dir, dataDir);
  const reading = await openToRead(dir);
  try {
    closeDataFolder(dataDir);
    const lock = await lockDataFolder(dataDir);
    try {
      return await restoreInto({ ...options, dir, dataDir, backup });
    } finally {
      lock.release();
    }
  } finally {
    reading.release();
  }
}
