import { CommandError } from '../../cli/command-error.ts';
import { mapWithConcurrency } from '../../core/foundation/map-with-concurrency.ts';
import { originalIdOf } from '../../core/images/image-states.ts';
import { originalObjectKey } from '../../core/images/object-keys.ts';
import type { ObjectArchive } from '../../core/ports/images/object-archive.ts';
import {
  digestRecord,
  MOVED_KIND_NAMES,
  MOVED_KINDS,
} from '../../core/ports/moving/moved-kinds.ts';
import type {
  MovedKind,
  MovedRecord,
  MovedRecords,
  RecordReaders,
} from '../../core/ports/moving/moved-records.ts';
import { type ConfiguredPlans, PLANS } from '../../core/projects/plans.ts';
import { FORMATS } from '../../core/transform/formats.ts';
import { createProgress } from '../backup/progress.ts';
import { createFaultList, type StoredFault } from '../backup/stored-faults.ts';
import type { MoveSource, MoveTarget, MoveTargetPlace } from './move-place.ts';

const MAX_AT_ONCE = 8;

export interface MoveOptions {
  readonly clock: () => number;
  readonly tell: (line: string) => void;
  readonly onFault: (fault: StoredFault) => void;
  /** Counts, and changes nothing. */
  readonly isDryRun: boolean;
}

/** The counts of a move. */
export interface MoveReport {
  readonly from: string;
  readonly to: string;
  /** By the name of their kind. */
  readonly records: Readonly<Record<string, number>>;
  /** Records without their project, which were left behind. */
  readonly orphanedRecords: number;
  readonly images: number;
  readonly bytes: number;
  /** The originals, by their outcome. */
  readonly originals: Readonly<Record<'copied' | 'kept' | 'missing' | 'damaged', number>>;
}

type Image = MovedRecords['image'];

/** A record of one kind as the move compares it. */
function recordOf<K extends MovedKind>(kind: K, value: MovedRecords[K]): MovedRecord<K> {
  return { kind, value };
}

function nameOf<K extends MovedKind>({ kind, value }: MovedRecord<K>): string {
  return `${kind} ${MOVED_KINDS[kind].keyOf(value)}`;
}

function isOver<K extends MovedKind>({ kind, value }: MovedRecord<K>, now: number): boolean {
  return MOVED_KINDS[kind].isOver?.(value, now) ?? false;
}

function isChanging<K extends MovedKind>({ kind, value }: MovedRecord<K>): boolean {
  return MOVED_KINDS[kind].isChanging?.(value) ?? false;
}

function projectOf<K extends MovedKind>({ kind, value }: MovedRecord<K>): string | undefined {
  return MOVED_KINDS[kind].projectOf?.(value);
}

/** The records of a place in their order, as they are now. */
function createReads(readers: RecordReaders, now: number) {
  const accountOf = new Map<string, string>();
  const accounts = new Set<string>();
  let orphaned = 0;
  /** An image counts to the account of its project, whichever it had when it was saved. */
  const present = (record: MovedRecord): MovedRecord => {
    if (record.kind === 'account') accounts.add(record.value.accountId);
    if (record.kind === 'project') accountOf.set(record.value.projectId, record.value.accountId);
    if (record.kind !== 'image' && record.kind !== 'saved_temporary_image') return record;
    const accountId = accountOf.get(record.value.projectId) ?? record.value.accountId;
    return record.kind === 'image'
      ? { kind: record.kind, value: { ...record.value, accountId } }
      : { kind: record.kind, value: { ...record.value, accountId } };
  };
  const hasPlace = (record: MovedRecord): boolean => {
    const projectId = projectOf(record);
    if (projectId !== undefined && !accountOf.has(projectId)) return false;
    return record.kind !== 'member' || accounts.has(record.value.accountId);
  };
  async function* ofKind<K extends MovedKind>(kind: K): AsyncGenerator<MovedRecord> {
    for await (const value of readers[kind]()) yield recordOf(kind, value) as MovedRecord;
  }
  return {
    all: async function* (): AsyncGenerator<MovedRecord> {
      for (const kind of MOVED_KIND_NAMES) {
        for await (const record of ofKind(kind)) {
          if (isOver(record, now)) continue;
          const found = present(record);
          if (hasPlace(found)) yield found;
          else orphaned += 1;
        }
      }
    },
    orphaned: () => orphaned,
  };
}

/** The digest of each record that a place has, by its name. */
async function digestAll(readers: RecordReaders, now: number): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const record of createReads(readers, now).all()) {
    found.set(nameOf(record), digestRecord(record));
  }
  return found;
}

type Copied = keyof MoveReport['originals'];

async function copyOriginal(from: ObjectArchive, to: ObjectArchive, image: Image): Promise<Copied> {
  const { sha256, format } = image;
  const key = originalObjectKey(originalIdOf(image));
  const isThere = async () => (await to.digest(key))?.sha256 === sha256;
  if (await isThere()) return 'kept';
  const { contentType } = FORMATS[format];
  const stored = await to.store(from.source(key), key, { sha256 }, contentType);
  if (stored === 'blocked') {
    const hint = 'Remove it, and run the same command again.';
    throw new CommandError('findings', `A link or a folder is in the place of ${key}.`, hint);
  }
  if (stored !== 'copied' || (await isThere())) return stored;
  throw new CommandError('findings', `${key} has another checksum after it was copied.`);
}

/** The images of a place whose originals are stored, in the bin too, in groups. */
async function* savedImages(source: MoveSource): AsyncGenerator<readonly Image[]> {
  let group: Image[] = [];
  for await (const image of source.readers.image()) {
    if (image.state !== 'saved' && image.state !== 'binned') continue;
    group.push(image);
    if (group.length < MAX_AT_ONCE * 8) continue;
    yield group;
    group = [];
  }
  yield group;
}

async function copyOriginals(
  source: MoveSource,
  target: MoveTarget,
  { tell, onFault }: MoveOptions,
): Promise<MoveReport['originals']> {
  const counts: Record<Copied, number> = { copied: 0, kept: 0, missing: 0, damaged: 0 };
  const progress = createProgress(tell, 'originals are in the target');
  const faults = createFaultList(onFault);
  for await (const group of savedImages(source)) {
    await mapWithConcurrency(group, MAX_AT_ONCE, async (image) => {
      const copied = await copyOriginal(source.objects, target.objects, image);
      counts[copied] += 1;
      progress(1);
      if (copied === 'copied' || copied === 'kept') return;
      const { imageId: subject, projectId: detail } = image;
      faults.add({ kind: `original_${copied}`, subject, detail });
    });
  }
  return counts;
}

/** Writes every record that the target has not; answers the digests of all. */
async function copyRecords(
  source: MoveSource,
  target: MoveTarget,
  now: number,
  { tell }: MoveOptions,
): Promise<ReadonlyMap<string, { readonly digest: string; readonly isChanging: boolean }>> {
  const there = await digestAll(target.readers, now);
  const writer = target.writer(now);
  const progress = createProgress(tell, 'records are in the target');
  const all = new Map<string, { readonly digest: string; readonly isChanging: boolean }>();
  for await (const record of createReads(source.readers, now).all()) {
    const [name, digest] = [nameOf(record), digestRecord(record)];
    all.set(name, { digest, isChanging: isChanging(record) });
    await writer.add(record, there.get(name) === digest);
    progress(1);
  }
  await writer.finish();
  return all;
}

function requirePlans(used: ReadonlySet<string>, known: ConfiguredPlans, target: string): void {
  const missing = [...used].filter((name) => !Object.hasOwn({ ...PLANS, ...known }, name));
  if (missing.length === 0) return;
  const hint = 'Configure them there first: docs/configuration.md, plans.';
  throw new CommandError('usage', `${target} has no plan ${missing.join(', ')}.`, hint);
}

/** Throws a CommandError with the first records that differ. */
async function requireEqual(
  expected: Awaited<ReturnType<typeof copyRecords>>,
  target: MoveTarget,
  now: number,
): Promise<void> {
  const found = await digestAll(target.readers, now);
  const wrong = [...expected]
    .filter(([name, { digest, isChanging }]) =>
      isChanging ? !found.has(name) : found.get(name) !== digest,
    )
    .map(([name]) => name);
  const more = [...found.keys()].filter((name) => !expected.has(name));
  if (wrong.length + more.length === 0) return;
  const first = [...wrong, ...more].slice(0, 5).join(', ');
  throw new CommandError(
    'findings',
    `${wrong.length} records differ in the target, and ${more.length} are only there: ${first}.`,
    'Stop all writers of both ends, then run the same command again.',
  );
}

/** Throws a CommandError if the source was written meanwhile: a part of that would be lost. */
async function requireUnchanged(
  read: Awaited<ReturnType<typeof copyRecords>>,
  source: MoveSource,
  now: number,
): Promise<void> {
  const isCounted = (name: string) =>
    MOVED_KIND_NAMES.some((kind) => MOVED_KINDS[kind].isCounted && name.startsWith(`${kind} `));
  const later = await digestAll(source.readers, now);
  const changed = [...later]
    .filter(([name, digest]) => !isCounted(name) && read.get(name)?.digest !== digest)
    .map(([name]) => name)
    .filter((name) => !read.get(name)?.isChanging);
  if (changed.length === 0) return;
  throw new CommandError(
    'findings',
    `${source.name} was written during the move: ${changed.slice(0, 5).join(', ')}.`,
    'Stop its writers, then run the same command again.',
  );
}

interface Counted {
  readonly records: Readonly<Record<string, number>>;
  readonly orphanedRecords: number;
  readonly images: number;
  readonly bytes: number;
  readonly plans: ReadonlySet<string>;
}

async function countRecords(source: MoveSource, now: number): Promise<Counted> {
  const records: Record<string, number> = {};
  const plans = new Set<string>();
  let [images, bytes] = [0, 0];
  const reads = createReads(source.readers, now);
  for await (const record of reads.all()) {
    const { name } = MOVED_KINDS[record.kind];
    records[name] = (records[name] ?? 0) + 1;
    if (record.kind === 'account') plans.add(record.value.plan);
    if (record.kind !== 'image' || record.value.state !== 'saved') continue;
    images += 1;
    bytes += record.value.bytes;
  }
  return { records, orphanedRecords: reads.orphaned(), images, bytes, plans };
}

async function requireMark(source: MoveSource, target: MoveTarget): Promise<void> {
  const mark = await target.readMark();
  if (mark === source.identity) return;
  if (mark === undefined) return target.writeMark(source.identity);
  const hint = 'Continue that move, or give another target.';
  throw new CommandError('usage', `${target.name} has an unfinished move of another source.`, hint);
}

/**
 * Moves everything durable of a service: originals first, then records, then each record is read
 * again and compared. A killed move continues with the same call. The source is never changed.
 * Throws a CommandError.
 */
export async function move(
  source: MoveSource,
  place: MoveTargetPlace,
  options: MoveOptions,
): Promise<MoveReport> {
  const now = options.clock();
  await place.requireFree();
  const { plans, ...counted } = await countRecords(source, now);
  requirePlans(
    plans,
    place.takesPlans ? { ...source.plans, ...place.plans } : place.plans,
    place.name,
  );
  const { tell } = options;
  const nothing = { copied: 0, kept: 0, missing: 0, damaged: 0 };
  const report = { from: source.name, to: place.name, ...counted, originals: nothing };
  if (options.isDryRun) return report;
  const target = await place.open(source.plans);
  try {
    requirePlans(plans, target.plans, target.name);
    await requireMark(source, target);
    const originals = await copyOriginals(source, target, options);
    tell('The originals are in the target, and each has the checksum of its record.');
    const expected = await copyRecords(source, target, now, options);
    await requireEqual(expected, target, now);
    await requireUnchanged(expected, source, now);
    tell('The records are in the target, and each is equal.');
    await target.removeMark();
    return { ...report, originals };
  } finally {
    target.close();
  }
}
