import type { Imagewell } from '../../client/src/create-imagewell.ts';
import { readFileType } from '../../client/src/file-type.ts';
import { ImagewellError } from '../../client/src/imagewell-error.ts';
import type { UploadCredential } from '../../client/src/upload-options.ts';
import { uploadTemporaryImage } from '../../client/src/upload-temporary-image.ts';
import { CommandError } from '../command-error.ts';
import { MAX_IMAGE_BYTES, tooLarge } from '../fetch/fetch-image.ts';
import { SourceFault } from '../fetch/source-fault.ts';
import type { ImageLine, SavedLine } from '../journal/image-line.ts';
import type { Journal } from '../journal/open-journal.ts';
import { factsOf } from '../output/describe-error.ts';
import { concernsAll, MAX_FAILURES_IN_A_ROW } from '../upload/failures.ts';
import { inParallel } from '../upload/in-parallel.ts';
import { sha256Of } from '../upload/sha256-of.ts';
import type { Stops } from '../upload/upload-files.ts';
import type { ImportItem } from './import-source.ts';
import type { Mapping } from './map-columns.ts';

/** How items are imported. */
export interface ImportPlan extends Mapping {
  readonly baseUrl: string;
  readonly credential: UploadCredential;
  readonly save: Imagewell['saveTemporaryImage'];
  readonly keepDuplicates: boolean;
  readonly atOnce: number;
  readonly retries: number;
  readonly stops: Stops;
  /** Called with each line once it is on disk. */
  onLine(line: ImageLine): void;
}

type Uploaded = Extract<ImageLine, { state: 'uploaded' }>;

/** Faults of one image; after any other, the next image would fail too. */
const OF_ONE_IMAGE = [400, 404, 409, 410, 413, 415, 422];

function stopsAll(error: unknown): boolean {
  const isOfService = error instanceof ImagewellError && !OF_ONE_IMAGE.includes(error.status);
  return isOfService ? error.code !== 'image_taken_down' : concernsAll(error);
}

async function upload(plan: ImportPlan, item: ImportItem, bytes: Blob): Promise<string> {
  const { baseUrl, credential, retries, stops } = plan;
  const name = plan.nameOf(item);
  const type = await readFileType(bytes, name);
  const file = new File([bytes], name, { type });
  const sending = { baseUrl, ...credential, file, retries, signal: stops.sending };
  return (await uploadTemporaryImage(sending)).temporaryImageUrl;
}

/** One run of an import. */
interface Run {
  readonly plan: ImportPlan;
  readonly journal: Journal;
  /** By the bytes, what becomes of the first image that has them, while it is imported. */
  readonly bySha256: Map<string, Promise<SavedLine | undefined>>;
  /** The keys of the images in progress. */
  readonly begun: Set<string>;
  /** The failures of a source without a response since the last image. */
  away: number;
}

async function note({ plan, journal }: Run, line: ImageLine): Promise<void> {
  await journal.add(line);
  plan.onLine(line);
}

/** Saves a temporary image; the same call after a kill returns the same image. */
async function save({ plan }: Run, line: Uploaded): Promise<SavedLine> {
  const { state: _, temporaryImageUrl, metadata = {}, expiresAt: __, ...rest } = line;
  const { focalPoint, visibility, ...named } = rest;
  const { retries, stops } = plan;
  const request = {
    temporaryImageUrl,
    metadata,
    ...(focalPoint && { focalPoint }),
    ...(visibility && { visibility }),
  };
  const calling = { retries, signal: stops.saving };
  const { imageId, imageUrl } = await plan.save(request, calling);
  return { ...named, state: 'saved', imageId, imageUrl };
}

/**
 * Finishes an image whose save may have been acknowledged before a kill. One that expired before
 * any save, or is refused, is uploaded again.
 */
async function resume(run: Run, key: string): Promise<void> {
  const line = await run.journal.read(key);
  if (line?.state !== 'uploaded') return;
  try {
    await note(run, await save(run, line));
  } catch (error) {
    run.plan.stops.saving.throwIfAborted();
    if (stopsAll(error)) throw error;
  }
}

const namesOf = ({ key, address, version }: ImportItem) => ({
  key,
  address,
  ...(version === undefined ? {} : { version }),
});

async function importNew(
  run: Run,
  item: ImportItem,
  { bytes, sha256 }: { readonly bytes: Blob; readonly sha256: string },
): Promise<SavedLine> {
  const metadata = run.plan.metadataOf(item);
  const temporaryImageUrl = await upload(run.plan, item, bytes);
  const line = {
    ...namesOf(item),
    state: 'uploaded',
    sha256,
    temporaryImageUrl,
    metadata,
    ...(item.focalPoint ? { focalPoint: item.focalPoint } : {}),
    ...(item.visibility ? { visibility: item.visibility } : {}),
  } as const;
  await note(run, line);
  const saved = await save(run, line);
  await note(run, saved);
  return saved;
}

/** The image of these bytes: of the first item that has them, which `begin` imports. */
async function importFirst(
  { plan, bySha256, journal }: Run,
  sha256: string,
  begin: () => Promise<SavedLine>,
): Promise<{ readonly image: SavedLine; readonly isFirst: boolean }> {
  if (plan.keepDuplicates) return { image: await begin(), isFirst: true };
  for (;;) {
    // no await between these three, or two items could both be the first
    const pending = bySha256.get(sha256);
    if (pending === undefined && !journal.hasSha256(sha256)) {
      const importing = begin();
      bySha256.set(
        sha256,
        importing.catch(() => undefined),
      );
      try {
        return { image: await importing, isFirst: true };
      } finally {
        bySha256.delete(sha256); // by now the journal has it, or it failed
      }
    }
    const image = await (pending ?? journal.readBySha256(sha256));
    if (image) return { image, isFirst: false };
  }
}

async function readItem({ plan }: Run, item: ImportItem) {
  if ((item.size ?? 0) > MAX_IMAGE_BYTES) throw tooLarge(item.key);
  const bytes = await item.open(plan.stops.sending);
  if (bytes.size === 0) throw new SourceFault('empty_file', `${item.key} is empty.`);
  const sha256 = await sha256Of(bytes.stream()).catch((error: Error) => {
    throw new SourceFault('not_readable', error.message);
  });
  if (item.sha256 === undefined || item.sha256 === sha256) return { bytes, sha256 };
  throw new SourceFault(
    'damaged',
    `${item.columns.file ?? item.key} is damaged: it has another checksum.`,
  );
}

/** Whether the last line about an item says that it is imported, with the bytes that it has now. */
export function isImported(line: ImageLine | undefined, { version }: ImportItem): boolean {
  if (!line || !('imageUrl' in line)) return false;
  return version === undefined || (line.version ?? version) === version;
}

async function importOnce(run: Run, item: ImportItem): Promise<void> {
  const before = await run.journal.read(item.key);
  if (isImported(before, item)) return;
  const finished = before && 'imageUrl' in before ? before : undefined;
  const read = await readItem(run, item);
  const { sha256 } = read;
  if (finished && finished.sha256 === sha256) {
    return run.journal.add({ ...finished, ...namesOf(item) }); // only its time or tag differs
  }
  const { image, isFirst } = await importFirst(run, sha256, () => importNew(run, item, read));
  if (isFirst) return;
  const { imageId, imageUrl } = image;
  await note(run, { ...namesOf(item), state: 'duplicate', sha256, imageId, imageUrl });
}

/** Ends the import where a source has been away for so many images that it is for the others. */
function checkAway(run: Run, error: unknown): void {
  if (error instanceof SourceFault && error.isAway) run.away += 1;
  if (run.away < MAX_FAILURES_IN_A_ROW) return;
  const detail = `The source gave no response ${run.away} times in a row.`;
  throw new CommandError('later', detail);
}

async function importItem(run: Run, item: ImportItem): Promise<void> {
  const { begun, journal, plan } = run;
  const { key, address } = item;
  if (begun.has(key) || journal.isOfThisRun(key)) return; // a second row about it
  begun.add(key);
  try {
    await importOnce(run, item);
    run.away = 0;
  } catch (error) {
    plan.stops.sending.throwIfAborted();
    plan.stops.saving.throwIfAborted();
    if (stopsAll(error)) throw error;
    const { code, detail } = factsOf(error);
    await note(run, { key, address, state: 'failed', code, detail });
    checkAway(run, error);
  } finally {
    begun.delete(key);
  }
}

/**
 * Imports items, a few at a time. An image that fails stops no other. Rejects at the first failure
 * that every image would have, and with the reason of an aborted signal; the images in progress end
 * before that.
 */
export async function importImages(
  plan: ImportPlan,
  items: AsyncIterable<ImportItem>,
  journal: Journal,
): Promise<void> {
  const run: Run = { plan, journal, bySha256: new Map(), begun: new Set(), away: 0 };
  const many = { atOnce: plan.atOnce, signal: plan.stops.beginning };
  await inParallel(journal.keysOf('uploaded'), many, (key) => resume(run, key));
  await inParallel(items, many, (item) => importItem(run, item));
  plan.stops.beginning.throwIfAborted();
}
