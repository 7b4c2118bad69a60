import { randomBytes } from 'node:crypto';
import { lstatSync, opendirSync, readdirSync } from 'node:fs';
import { open, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { digestFile } from '../../adapters/folder/backup/digest-file.ts';
import { createVerifiedPlacer, type Placed } from '../../adapters/folder/backup/place-verified.ts';
import {
  createFolderFiles,
  syncFolder,
  writeDurably,
} from '../../adapters/folder/disk/folder-files.ts';
import { readStoredText } from '../../adapters/folder/disk/stored-json.ts';
import { createIncomingFolder } from '../../adapters/folder/incoming-objects.ts';
import { checkFile } from '../../adapters/sqlite/backup/check-records.ts';
import { openReadOnly } from '../../adapters/sqlite/backup/open-read-only.ts';
import { openSnapshot, snapshotDatabase } from '../../adapters/sqlite/backup/snapshot-database.ts';
import {
  createStoredOriginals,
  type StoredOriginals,
} from '../../adapters/sqlite/backup/stored-originals.ts';
import { CommandError } from '../../cli/command-error.ts';
import { mapWithConcurrency } from '../../core/foundation/map-with-concurrency.ts';
import { isAnyImageId, isImageId } from '../../core/images/ids.ts';
import { originalObjectKey } from '../../core/images/object-keys.ts';
import type { StoredOriginal } from '../../core/images/stored-original.ts';
import type { ObjectArchive, ObjectSource } from '../../core/ports/images/object-archive.ts';
import { databasePath, incomingPath } from '../../local/data-folder/data-paths.ts';
import { requireDataFolder } from '../require-data-folder.ts';
import {
  type BackupManifest,
  backedUpOriginal,
  incomingFolder,
  isIncomingName,
  isRecordFile,
  openForBackup,
  originalsFolder,
  RECORD_FILE_NAMES,
  RECORD_FILES,
  type RecordFile,
  removeLeftovers,
  removeSnapshotsBut,
  requireApart,
  snapshotFolder,
  snapshotsFolder,
  sumsPath,
  writeManifest,
} from './backup-folder.ts';
import { openArchive } from './open-archive.ts';
import { createProgress } from './progress.ts';
import { findRecordFileFault } from './record-files.ts';
import { createFaultList, type FaultList } from './stored-faults.ts';
import { createSumsFile, type Sum, type SumsWriter } from './sums-file.ts';

const MAX_AT_ONCE = 8;

export interface BackupOptions {
  /** Copies in place of hard links. */
  readonly mustCopy: boolean;
  /** Where the originals are; unless given, the data folder. */
  readonly objects?: ObjectArchive;
  /** The version of imagewell. */
  readonly version: string;
  readonly clock: () => number;
  readonly tell: (line: string) => void;
}

/** A whole backup, and the work that it took. */
export interface BackupReport extends BackupManifest {
  readonly added: Readonly<Record<'linked' | 'copied', number>>;
  /** Originals that an earlier backup had brought. */
  readonly kept: number;
  /** Originals of deleted images that left the backup. */
  readonly removed: number;
}

interface Run extends BackupOptions {
  readonly dataDir: string;
  readonly dir: string;
  readonly snapshot: string;
  readonly startedAt: number;
}

async function makeFolders({ dir, snapshot }: Run): Promise<void> {
  const folders = [originalsFolder(dir), snapshotsFolder(dir), incomingFolder(dir)];
  for (const folder of [...folders, snapshotFolder(dir, snapshot)]) {
    await createFolderFiles(dir).makeFolder(folder, false);
  }
}

const NEXT_STEP = 'Mend or remove that file; the backup before stays as it was.';

/** Throws a CommandError unless the copy of a database is sound. */
function requireWhole(copy: string, from: string): void {
  const [damage] = checkFile(copy);
  if (damage === undefined) return;
  const hint = 'The backup before stays as it was: restore it with npx imagewell restore.';
  throw new CommandError('findings', `${from} is damaged: ${damage}`, hint);
}

async function copyRecordFile(run: Run, name: RecordFile): Promise<void> {
  const from = join(run.dataDir, name);
  const to = join(snapshotFolder(run.dir, run.snapshot), name);
  if (!lstatSync(from, { throwIfNoEntry: false })) return;
  if (RECORD_FILES[name].isDatabase) {
    await snapshotDatabase(from, to);
    requireWhole(to, from);
    return;
  }
  const fault = findRecordFileFault(run.dataDir, name);
  if (fault !== undefined) throw new CommandError('findings', fault, NEXT_STEP);
  const read = readStoredText(from);
  if (read.fault === undefined) await writeDurably(to, read.value);
}

/**
 * Direct uploads that have arrived and are not validated yet. They come before the records: one
 * that is validated meanwhile is a temporary image in the records already.
 */
async function copyIncoming({ dataDir, dir, snapshot, mustCopy }: Run): Promise<void> {
  const root = incomingPath(dataDir);
  const { place } = createVerifiedPlacer(incomingFolder(dir), mustCopy);
  for (const { temporaryImageId, etag } of await createIncomingFolder(root).list()) {
    const name = `${temporaryImageId}.${etag}`;
    const file = { root, path: join(root, name) };
    const digest = await digestFile(file);
    if (digest) await place(file, join(snapshotFolder(dir, snapshot), name), digest);
  }
}

async function sumOf(dir: string, path: string): Promise<Sum> {
  const file = await open(join(dir, path), 'r+');
  await file.chmod(0o600);
  await file.sync().finally(() => file.close());
  const digest = await digestFile({ root: dir, path: join(dir, path) });
  if (!digest) throw new Error(`${path} was removed from the backup while it was made.`);
  return { sha256: digest.sha256, path };
}

/**
 * Whether the backup has an original already. With `mustCopy` one that is a hard link to its source
 * doesn't count: a damaged block would be in both.
 */
async function hasOriginal(
  { mustCopy, dir }: Run,
  target: string,
  source: ObjectSource,
  bytes: number,
): Promise<boolean> {
  const found = await createFolderFiles(dir).stat(target);
  if (found?.size !== bytes) return false;
  if (!mustCopy || found.nlink === 1 || typeof source === 'function') return true;
  const linked = await createFolderFiles(source.root).stat(source.path);
  return linked?.ino !== found.ino || linked.dev !== found.dev;
}

type Outcome = Placed | 'kept' | 'ended' | 'followed';

/** An original in the place of the one that a record named, or the same. */
interface Brought {
  readonly original: StoredOriginal;
  readonly outcome: Outcome;
}

interface Originals {
  /** Of the service, for originals that vanish meanwhile. */
  readonly live: StoredOriginals;
  readonly has: (original: StoredOriginal) => Promise<boolean>;
  readonly bring: (original: StoredOriginal) => Promise<Placed>;
  /** The original that the image of another shows by now; undefined if there is none. */
  readonly follow: (original: StoredOriginal) => Promise<StoredOriginal | undefined>;
  readonly end: (original: StoredOriginal) => Promise<void>;
}

async function backUpOriginal(
  run: Run,
  originals: Originals,
  original: StoredOriginal,
): Promise<Brought> {
  const { clock } = run;
  const { live, has, bring, end } = originals;
  const brought = (outcome: Outcome) => ({ original, outcome });
  if (await has(original)) return brought('kept');
  const placed = await bring(original);
  if (placed !== 'missing') return brought(placed);
  if (live.find(original.id, clock())) return brought('missing');
  const next = await originals.follow(original);
  if (next) return { original: next, outcome: 'followed' }; // replaced meanwhile
  await end(original); // deleted or expired since then
  return brought('ended');
}

/** The same of the last bytes of an image that is replaced meanwhile. */
async function backUpLatest(
  run: Run,
  originals: Originals,
  original: StoredOriginal,
): Promise<Brought> {
  let brought = await backUpOriginal(run, originals, original);
  while (brought.outcome === 'followed') {
    brought = await backUpOriginal(run, originals, brought.original);
  }
  return brought;
}

type Counts = Record<Outcome, number> & Record<'images' | 'temporaryImages' | 'bytes', number>;

function countOriginal(
  counts: Counts,
  faults: FaultList,
  { original: { id, bytes, projectId }, outcome }: Brought,
): boolean {
  counts[outcome] += 1;
  if (outcome === 'ended') return false;
  if (outcome === 'missing' || outcome === 'damaged') {
    faults.add({ kind: `original_${outcome}`, subject: id, detail: projectId });
    return false;
  }
  counts[isImageId(id) ? 'images' : 'temporaryImages'] += 1;
  counts.bytes += bytes;
  return true;
}

function sumOfOriginal({ original: { id, sha256 } }: Brought): Sum {
  return { sha256, path: backedUpOriginal(id) };
}

const NOTHING: Counts = {
  linked: 0,
  copied: 0,
  kept: 0,
  ended: 0,
  followed: 0,
  missing: 0,
  damaged: 0,
  images: 0,
  temporaryImages: 0,
  bytes: 0,
};

async function backUpOriginals(run: Run, sums: SumsWriter, faults: FaultList): Promise<Counts> {
  const { dataDir, dir, snapshot, clock, tell } = run;
  const counts: Counts = { ...NOTHING };
  const { place } = createVerifiedPlacer(incomingFolder(dir), run.mustCopy);
  const { objects = openArchive(dataDir) } = run;
  /** Those are in the copied records from then on: a later page has them too. */
  const followed = new Set<string>();
  const copyPath = join(snapshotFolder(dir, snapshot), 'imagewell.db');
  const changes = openSnapshot(copyPath);
  const records = openReadOnly(copyPath);
  const service = openReadOnly(databasePath(dataDir));
  const progress = createProgress(tell, 'originals are in the backup');
  const targetOf = ({ id }: StoredOriginal) => join(dir, backedUpOriginal(id));
  const sourceOf = ({ id }: StoredOriginal) => objects.source(originalObjectKey(id));
  const originals: Originals = {
    live: createStoredOriginals(service),
    has: (original) => hasOriginal(run, targetOf(original), sourceOf(original), original.bytes),
    bring: (original) => place(sourceOf(original), targetOf(original), original),
    follow: async (original) => {
      const next = changes.follow(service, original);
      if (!next) return undefined;
      followed.add(next.id);
      await createFolderFiles(dir).makeFolder(dirname(targetOf(next)), false);
      return next;
    },
    end: (original) => changes.end(original, clock()),
  };
  try {
    for (const page of createStoredOriginals(records).pages(run.startedAt)) {
      for (const folder of new Set(page.map(({ id }) => dirname(backedUpOriginal(id))))) {
        await createFolderFiles(dir).makeFolder(join(dir, folder), false);
      }
      const due = page.filter(({ id }) => !followed.has(id));
      const all = await mapWithConcurrency(due, MAX_AT_ONCE, (original) =>
        backUpLatest(run, originals, original),
      );
      const whole = all.filter((brought) => countOriginal(counts, faults, brought));
      await sums.add(whole.map(sumOfOriginal));
      progress(page.length);
    }
  } finally {
    records.close();
    service.close();
    changes.finish();
  }
  return counts;
}

/** The folders in a folder; a link to one is none. */
function foldersOf(root: string): string[] {
  const entries = readdirSync(root, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(root, name));
}

/** A kill may have left names that are not on disk yet, so all folders are synced. */
async function syncOriginals(dir: string): Promise<void> {
  for (const folder of foldersOf(originalsFolder(dir))) await syncFolder(folder);
  await syncFolder(originalsFolder(dir));
}

/** Originals of images that are in no backup any more. */
async function removeUnused({ dir, snapshot, startedAt }: Run): Promise<number> {
  const db = openReadOnly(join(snapshotFolder(dir, snapshot), 'imagewell.db'));
  const records = createStoredOriginals(db);
  let removed = 0;
  try {
    for (const folder of foldersOf(originalsFolder(dir))) {
      const names = opendirSync(folder);
      for await (const { name } of names) {
        if (isAnyImageId(name) && records.find(name, startedAt)) continue;
        await unlink(join(folder, name));
        removed += 1;
      }
    }
  } finally {
    db.close();
  }
  return removed;
}

async function makeBackup(run: Run): Promise<BackupReport> {
  const { dir, snapshot, tell, clock } = run;
  await removeLeftovers(dir);
  await makeFolders(run);
  await copyIncoming(run);
  // before the originals: an original is stored before its record, and is never changed
  for (const name of RECORD_FILE_NAMES) await copyRecordFile(run, name);
  tell('The records are copied.');
  const faults = createFaultList();
  const sums = await createSumsFile(sumsPath(dir, snapshot));
  const counts = await backUpOriginals(run, sums, faults).catch(async (error) => {
    await sums.leave();
    throw error;
  });
  const paths = readdirSync(snapshotFolder(dir, snapshot))
    .filter((name) => isRecordFile(name) || isIncomingName(name))
    .map((name) => `snapshots/${snapshot}/${name}`);
  for (const path of paths) await sums.add([await sumOf(dir, path)]);
  const manifest = {
    version: run.version,
    snapshot,
    startedAt: new Date(run.startedAt).toISOString(),
    finishedAt: new Date(clock()).toISOString(),
    images: counts.images,
    temporaryImages: counts.temporaryImages,
    bytes: counts.bytes,
    sums: await sums.finish(),
    secrets: paths.filter((path) => {
      const name = basename(path);
      return isRecordFile(name) && RECORD_FILES[name].hasSecrets;
    }),
    faults: { counts: faults.counts, first: faults.first },
  };
  await syncOriginals(dir);
  await syncFolder(snapshotFolder(dir, snapshot));
  await syncFolder(snapshotsFolder(dir));
  await writeManifest(dir, manifest);
  await removeSnapshotsBut(dir, snapshot);
  const removed = await removeUnused(run);
  await rm(incomingFolder(dir), { recursive: true, force: true });
  const { linked, copied, kept } = counts;
  return { format: 1, ...manifest, added: { linked, copied }, kept, removed };
}

/**
 * Backs a data folder up with its originals, whether its service runs or not. A folder with an
 * earlier backup gets only new originals, and stays that backup until the new one is whole. Throws
 * a CommandError.
 */
export async function backUp(
  dataDir: string,
  dir: string,
  options: BackupOptions,
): Promise<BackupReport> {
  requireDataFolder(dataDir);
  requireApart(dir, dataDir);
  const lock = await openForBackup(dir);
  try {
    const startedAt = options.clock();
    const time = new Date(startedAt).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    const snapshot = `${time}-${randomBytes(4).toString('hex')}`;
    return await makeBackup({ ...options, dataDir, dir, snapshot, startedAt });
  } finally {
    lock.release();
  }
}
