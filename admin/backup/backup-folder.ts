import { existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { chmod, lstat, rename, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { syncFolder, writeDurably } from '../../adapters/folder/disk/folder-files.ts';
import { PlantedEntryError } from '../../adapters/folder/disk/regular-file.ts';
import { readStoredJson } from '../../adapters/folder/disk/stored-json.ts';
import {
  type Column,
  type ColumnsOf,
  fields,
  list,
  mapOf,
  number,
  optional,
  refuse,
  text,
} from '../../adapters/rows/columns.ts';
import { CommandError } from '../../cli/command-error.ts';
import type { AnyImageId } from '../../core/images/ids.ts';
import { type HeldLock, lockFile } from '../../local/data-folder/data-folder-lock.ts';
import {
  type FaultCounts,
  isStoredFaultKind,
  type StoredFault,
  type StoredFaultKind,
} from './stored-faults.ts';

/** The version of this layout; a reader refuses a later one. */
const FORMAT = 1;

/**
 * `backup.json`: THE description of a whole backup. It is written last, so a backup that was killed
 * has none, or the one of the backup before.
 */
export interface BackupManifest {
  readonly format: typeof FORMAT;
  /** The version of imagewell that made it. */
  readonly version: string;
  /** The name of the folder below `snapshots` with the records of this backup. */
  readonly snapshot: string;
  /** RFC 3339. Everything that was acknowledged before `startedAt` is in it. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly images: number;
  readonly temporaryImages: number;
  /** Of the originals. */
  readonly bytes: number;
  /** The SHA-256 of the snapshot's file `SHA256SUMS`, which has those of all other files. */
  readonly sums: string;
  /** Files with secrets, relative to the backup. */
  readonly secrets: readonly string[];
  /** Originals that the data folder had lost before. */
  readonly faults: { readonly counts: FaultCounts; readonly first: readonly StoredFault[] };
}

/** The files of a data folder beside its originals, and whether they have secrets. */
export const RECORD_FILES = {
  'imagewell.db': { isDatabase: true, hasSecrets: true },
  'sign-in.db': { isDatabase: true, hasSecrets: true },
  'credentials.json': { isDatabase: false, hasSecrets: true },
  'plans.json': { isDatabase: false, hasSecrets: false },
} as const satisfies Readonly<Record<string, { isDatabase: boolean; hasSecrets: boolean }>>;
export type RecordFile = keyof typeof RECORD_FILES;
export const RECORD_FILE_NAMES = Object.keys(RECORD_FILES) as RecordFile[];

export function isRecordFile(name: string): name is RecordFile {
  return Object.hasOwn(RECORD_FILES, name);
}

/** Whether a file is a direct upload that has arrived: its ID and entity tag. */
export function isIncomingName(name: string): boolean {
  return /^tmp_[a-z2-7]{26}\.[0-9a-f]{32}$/.test(name);
}

const MANIFEST = 'backup.json';
const LOCK = 'backup.lock';
const SUMS = 'SHA256SUMS';
/** Entries of a backup, and of one that was killed. */
const OURS = [MANIFEST, LOCK, 'originals', 'snapshots', '.incoming'];

/** The folder of the originals in a backup. */
export function originalsFolder(dir: string): string {
  return join(dir, 'originals');
}

/** The path of an original, relative to the backup: at most 1024 folders, each with its files. */
export function backedUpOriginal(id: AnyImageId): string {
  return `originals/${id.slice(4, 6)}/${id}`;
}

export function snapshotsFolder(dir: string): string {
  return join(dir, 'snapshots');
}

export function snapshotFolder(dir: string, snapshot: string): string {
  return join(snapshotsFolder(dir), snapshot);
}

/** The file with the SHA-256 of each file of a backup, as `sha256sum --check` reads it. */
export function sumsPath(dir: string, snapshot: string): string {
  return join(snapshotFolder(dir, snapshot), SUMS);
}

/** The folder of files that have no name yet. */
export function incomingFolder(dir: string): string {
  return join(dir, '.incoming');
}

function isWithin(inner: string, outer: string): boolean {
  return `${resolve(inner)}${sep}`.startsWith(`${resolve(outer)}${sep}`);
}

/** Throws a CommandError if one of the two folders is in the other. */
export function requireApart(dir: string, dataDir: string): void {
  if (!isWithin(dir, dataDir) && !isWithin(dataDir, dir)) return;
  throw new CommandError('usage', `${dir} and ${dataDir} must not contain each other.`);
}

async function lockBackup(dir: string): Promise<HeldLock> {
  const lock = await lockFile(join(dir, LOCK));
  if (lock) return lock;
  throw new CommandError('later', `${dir} is in use by another backup, restore or verify.`);
}

/**
 * Makes the folder of a backup, or takes it over, and locks it. Throws a CommandError for a folder
 * with anything else in it.
 */
export async function openForBackup(dir: string): Promise<HeldLock> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const foreign = readdirSync(dir).find((name) => !isOurs(name));
  if (foreign !== undefined || (!existsSync(join(dir, LOCK)) && readdirSync(dir).length > 0)) {
    const hint = 'Give a new or empty folder, or the one of an earlier backup.';
    throw new CommandError('usage', `${dir} has files that are no backup.`, hint);
  }
  requireFolders(dir);
  await chmod(dir, 0o700);
  return lockBackup(dir);
}

/** Throws a PlantedEntryError where a folder of a backup is a link or a file. */
function requireFolders(dir: string): void {
  for (const path of [originalsFolder(dir), snapshotsFolder(dir), incomingFolder(dir)]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found && !found.isDirectory()) throw new PlantedEntryError(`${path} is no folder.`);
  }
}

function isOurs(name: string): boolean {
  return OURS.includes(name) || name.startsWith('.backup-');
}

/** Locks a backup to read it; one on a read-only file system can't change, and needs no lock. */
export async function openToRead(dir: string): Promise<HeldLock> {
  requireFolders(dir);
  try {
    return await lockBackup(dir);
  } catch (error) {
    if (error instanceof CommandError || error instanceof PlantedEntryError) throw error;
    return { release: () => undefined };
  }
}

const NEXT_BACKUP =
  'Remove that file, and run npx imagewell backup again, which keeps the originals; or use another backup.';

const count: Column<number> = (value) =>
  Number.isSafeInteger(value) && number(value) >= 0 ? number(value) : refuse('a count', value);
const time: Column<string> = (value) =>
  Number.isNaN(Date.parse(text(value))) ? refuse('a time', value) : text(value);
const matching =
  (form: RegExp, words: string): Column<string> =>
  (value) =>
    form.test(text(value)) ? text(value) : refuse(words, value);
const kind: Column<StoredFaultKind> = (value) => {
  const found = text(value);
  return isStoredFaultKind(found) ? found : refuse('a kind of fault', value);
};
const countsByKind: Column<FaultCounts> = (value) => {
  const found = mapOf(count)(value);
  return Object.fromEntries(Object.entries(found).map(([name, many]) => [kind(name), many]));
};

/** THE reader of `backup.json`: each of its fields is checked, and none can be forgotten. */
const manifestColumn = fields({
  format: (value) => (value === FORMAT ? FORMAT : refuse(`the format ${FORMAT}`, value)),
  version: text,
  // it is a part of paths
  snapshot: matching(/^[\w-]+$/, 'the name of a snapshot'),
  startedAt: time,
  finishedAt: time,
  images: count,
  temporaryImages: count,
  bytes: count,
  sums: matching(/^[0-9a-f]{64}$/, 'a SHA-256'),
  secrets: list(text),
  faults: fields({
    counts: countsByKind,
    first: list(
      fields({
        kind,
        subject: text,
        detail: optional(text),
        repair: optional(text),
      } satisfies ColumnsOf<StoredFault>),
    ),
  }),
} satisfies ColumnsOf<BackupManifest>);

/**
 * The description of the whole backup in a folder; undefined without one. Throws a CommandError for
 * a damaged one and one of another version.
 */
export function readManifest(dir: string): BackupManifest | undefined {
  const path = join(dir, MANIFEST);
  const format = readStoredJson(path, fields({ format: number }));
  if (format.fault === undefined && format.value.format !== FORMAT) {
    const message = `${path} was written by another version of imagewell, in the format ${format.value.format}.`;
    throw new CommandError('failed', message, 'Use that version of imagewell.');
  }
  const { value, fault } = { value: undefined, ...readStoredJson(path, manifestColumn) };
  if (value) return value;
  if (fault === 'missing') return undefined;
  throw new CommandError('findings', `${path} ${fault?.words}.`, NEXT_BACKUP);
}

/** As readManifest; throws a CommandError without one. */
export function requireManifest(dir: string): BackupManifest {
  const found = readManifest(dir);
  if (found) return found;
  const hint =
    'Make one with npx imagewell backup DIR, which also continues a backup that was stopped.';
  throw new CommandError('notFound', `${dir} has no whole backup.`, hint);
}

/** Makes a backup the whole one of its folder, by one rename. */
export async function writeManifest(
  dir: string,
  manifest: Omit<BackupManifest, 'format'>,
): Promise<void> {
  const fresh = join(dir, `.backup-${manifest.snapshot}.json`);
  const whole = { format: FORMAT, ...manifest } satisfies BackupManifest;
  await writeDurably(fresh, `${JSON.stringify(whole, null, 2)}\n`);
  await rename(fresh, join(dir, MANIFEST));
  await syncFolder(dir);
}

/** Removes what a killed backup left and no backup uses; its originals stay for the next. */
export async function removeLeftovers(dir: string): Promise<void> {
  const current = readManifest(dir)?.snapshot;
  for (const name of readdirSync(dir).filter((name) => name.startsWith('.backup-'))) {
    await rm(join(dir, name));
  }
  await rm(incomingFolder(dir), { recursive: true, force: true });
  await removeSnapshotsBut(dir, current);
}

/** Removes the snapshots of other backups. */
export async function removeSnapshotsBut(dir: string, current: string | undefined): Promise<void> {
  const folder = snapshotsFolder(dir);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name !== current) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Whether a folder is one of backups. */
export async function isBackupFolder(dir: string): Promise<boolean> {
  return lstat(join(dir, LOCK)).then(
    () => true,
    () => false,
  );
}
