import { isSame } from '../../adapters/folder/backup/digest-file.ts';
import {
  checkCounts,
  checkIntegrity,
  checkLists,
  checkReferences,
} from '../../adapters/sqlite/backup/check-records.ts';
import {
  createObjectRecords,
  type ObjectRecords,
  type RenditionRecord,
} from '../../adapters/sqlite/backup/object-records.ts';
import { openReadOnly } from '../../adapters/sqlite/backup/open-read-only.ts';
import {
  createStoredOriginals,
  type StoredOriginals,
} from '../../adapters/sqlite/backup/stored-originals.ts';
import { mapWithConcurrency } from '../../core/foundation/map-with-concurrency.ts';
import { originalObjectKey, renditionObjectKey } from '../../core/images/object-keys.ts';
import type { StoredOriginal } from '../../core/images/stored-original.ts';
import type { ObjectArchive } from '../../core/ports/images/object-archive.ts';
import { databasePath } from '../../local/data-folder/data-paths.ts';
import { requireDataFolder } from '../require-data-folder.ts';
import { RECORD_FILE_NAMES } from './backup-folder.ts';
import { readObjectKey } from './object-name.ts';
import { openArchive } from './open-archive.ts';
import { createProgress } from './progress.ts';
import { findRecordFileFault } from './record-files.ts';
import { NO_REPAIR, type Repair } from './repair.ts';
import { createFaultList, type FaultCounts, type StoredFault } from './stored-faults.ts';

const MAX_AT_ONCE = 8;
/**
 * Younger objects may belong to a request that has stored its object and not its record yet: a
 * request has a minute.
 */
export const ORPHAN_AGE_MS = 24 * 3_600_000;

export interface VerifyOptions {
  readonly clock: () => number;
  /** Lines that say how far it is, about one a second. */
  readonly progress: (line: string) => void;
  readonly onFault: (fault: StoredFault) => void;
  /** Where the objects are; unless given, the data folder. */
  readonly objects?: ObjectArchive;
  /** Whether only the sizes of originals are compared, and no original is read. */
  readonly isQuick?: boolean;
  /** The repairs of faults; none without --repair. */
  readonly repair?: Repair;
}

/** The number of checked records and files, and their faults. */
export interface VerifyReport {
  readonly folder: string;
  readonly images: number;
  readonly temporaryImages: number;
  readonly renditions: number;
  /** Files of objects, or of a backup. */
  readonly files: number;
  /** Of the originals that were read. */
  readonly bytes: number;
  readonly counts: FaultCounts;
  /** The first hundred. */
  readonly faults: readonly StoredFault[];
  /** Faults without a repair. */
  readonly remaining: number;
}

interface Run {
  readonly objects: ObjectArchive;
  readonly isQuick: boolean;
  readonly originals: StoredOriginals;
  readonly records: ObjectRecords;
  readonly clock: () => number;
  readonly progress: (line: string) => void;
  readonly found: (fault: StoredFault, repair?: () => Promise<string | undefined>) => Promise<void>;
  readonly repair: Repair;
  readonly counts: Record<'images' | 'temporaryImages' | 'renditions' | 'files' | 'bytes', number>;
}

type OriginalFault = 'original_missing' | 'original_damaged';

/** Undefined if an original has the bytes of its record, or with `isQuick` their number. */
async function faultOf(
  { objects, isQuick }: Run,
  original: StoredOriginal,
): Promise<OriginalFault | undefined> {
  const key = originalObjectKey(original.id);
  if (isQuick) {
    const bytes = await objects.size(key);
    if (bytes === undefined) return 'original_missing';
    return bytes === original.bytes ? undefined : 'original_damaged';
  }
  const digest = await objects.digest(key);
  if (!digest) return 'original_missing';
  return isSame(digest, original) ? undefined : 'original_damaged';
}

async function checkOriginal(run: Run, original: StoredOriginal): Promise<void> {
  const { originals, clock, found, repair } = run;
  const { id, projectId } = original;
  const kind = await faultOf(run, original);
  if (kind === undefined || !originals.find(id, clock())) return; // right, or deleted meanwhile
  await found({ kind, subject: id, detail: projectId }, () => repair.original(original));
}

async function checkOriginals(run: Run): Promise<void> {
  const progress = createProgress(run.progress, 'originals are checked');
  for (const page of run.originals.pages(run.clock())) {
    await mapWithConcurrency(page, MAX_AT_ONCE, (original) => checkOriginal(run, original));
    for (const { id, bytes } of page) {
      run.counts[id.startsWith('img_') ? 'images' : 'temporaryImages'] += 1;
      run.counts.bytes += bytes;
    }
    progress(page.length);
  }
}

async function checkRendition(run: Run, rendition: RenditionRecord): Promise<void> {
  const { id, renditionKey, generation, bytes } = rendition;
  const key = renditionObjectKey(id, renditionKey, generation);
  const size = await run.objects.size(key);
  if (size === bytes || !run.records.hasRendition(rendition, run.clock())) return;
  const kind = size === undefined ? 'rendition_missing' : 'rendition_damaged';
  await run.found({ kind, subject: key }, () => run.repair.rendition(rendition, key));
}

async function checkRenditions(run: Run): Promise<void> {
  for (const page of run.records.renditionPages(run.clock())) {
    await mapWithConcurrency(page, MAX_AT_ONCE, (rendition) => checkRendition(run, rendition));
    run.counts.renditions += page.length;
  }
}

/** Whether an object is old enough to belong to no request in progress. */
async function isOld({ objects, clock }: Run, key: string): Promise<boolean> {
  const changedAt = await objects.changedAt(key);
  return changedAt !== undefined && clock() - changedAt > ORPHAN_AGE_MS;
}

async function checkObject(run: Run, key: string): Promise<void> {
  const { records, found, repair } = run;
  const name = readObjectKey(key);
  if (!name) return found({ kind: 'file_unknown', subject: key });
  const isExplained = () =>
    name.kind === 'original'
      ? records.explainsOriginal(name.id)
      : name.isPresent && records.explainsRendition(name);
  // the record is read last: it may have come or gone while the age was read
  if (isExplained() || !(await isOld(run, key)) || isExplained()) return;
  await found({ kind: `${name.kind}_orphaned`, subject: key }, () => repair.orphan(key));
}

async function checkObjects(run: Run): Promise<void> {
  const progress = createProgress(run.progress, 'objects are checked');
  for await (const key of run.objects.keys()) {
    await checkObject(run, key);
    run.counts.files += 1;
    progress(1);
  }
}

async function checkRecords(run: Run, db: ReturnType<typeof openReadOnly>): Promise<boolean> {
  const { found, repair } = run;
  const damages = checkIntegrity(db);
  for (const detail of damages) {
    await found({ kind: 'database_damaged', subject: 'imagewell.db', detail });
  }
  if (damages.length > 0) return false;
  for (const { table, parent } of checkReferences(db)) {
    await found({ kind: 'reference_broken', subject: table, detail: parent });
  }
  for (const { id, counted, stored } of checkCounts(db)) {
    const detail = `${counted} counted, ${stored} stored`;
    await found({ kind: 'count_wrong', subject: id, detail }, repair.counts);
  }
  for (const id of checkLists(db)) await found({ kind: 'list_wrong', subject: id }, repair.lists);
  return true;
}

/**
 * Compares a data folder's records with each other and with its objects, whether its service runs
 * or not. Originals are read to their end, unless it is a quick check. Without a repair it changes
 * nothing.
 */
export async function verifyData(dataDir: string, options: VerifyOptions): Promise<VerifyReport> {
  requireDataFolder(dataDir);
  const { clock, progress, onFault, repair = NO_REPAIR, isQuick = false } = options;
  const { objects = openArchive(dataDir) } = options;
  const db = openReadOnly(databasePath(dataDir));
  const list = createFaultList(onFault);
  const counts = { images: 0, temporaryImages: 0, renditions: 0, files: 0, bytes: 0 };
  const run: Run = {
    objects,
    isQuick,
    originals: createStoredOriginals(db),
    records: createObjectRecords(db),
    clock,
    progress,
    repair,
    counts,
    found: async (fault, mend) => {
      const done = await mend?.();
      list.add(done === undefined ? fault : { ...fault, repair: done });
    },
  };
  for (const name of RECORD_FILE_NAMES) {
    const detail = findRecordFileFault(dataDir, name);
    if (detail) list.add({ kind: 'record_file_damaged', subject: name, detail });
  }
  try {
    // a damaged database proves nothing about the objects
    if (await checkRecords(run, db)) {
      await checkOriginals(run);
      await checkRenditions(run);
      await checkObjects(run);
    }
  } finally {
    db.close();
  }
  const { first, remaining } = list;
  return { folder: dataDir, ...counts, counts: list.counts, faults: first, remaining };
}
