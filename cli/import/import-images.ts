import { createHash } from 'node:crypto';
import type { Imagewell } from '../../client/src/create-imagewell.ts';
import { ImagewellError } from '../../client/src/imagewell-error.ts';
import type { UploadCredential } from '../../client/src/upload-options.ts';
import { uploadTemporaryImage } from '../../client/src/upload-temporary-image.ts';
import { CommandError } from '../command-error.ts';
import { factsOf } from '../output/describe-error.ts';
import { readImageType } from '../upload/image-type.ts';
import { inParallel } from '../upload/in-parallel.ts';
import type { ImportItem } from './import-source.ts';
import type { Manifest, ManifestLine } from './manifest.ts';
import type { Mapping } from './map-columns.ts';

/** How items are imported. */
export interface ImportPlan extends Mapping {
  readonly baseUrl: string;
  readonly credential: UploadCredential;
  readonly save: Imagewell['saveTemporaryImage'];
  readonly keepDuplicates: boolean;
  readonly atOnce: number;
  readonly retries: number;
  readonly signal: AbortSignal;
  /** Called with each line once it is on disk. */
  onLine(line: ManifestLine): void;
}

type Finished = Extract<ManifestLine, { state: 'saved' | 'duplicate' }>;
type Uploaded = Extract<ManifestLine, { state: 'uploaded' }>;

const isFinished = (line: ManifestLine | undefined): line is Finished =>
  line?.state === 'saved' || line?.state === 'duplicate';

/** Faults of one image; after any other, the next image would fail too. */
const OF_ONE_IMAGE = [400, 404, 409, 410, 413, 415, 422];

function stopsAll(error: unknown): boolean {
  if (error instanceof CommandError) return error.outcome === 'usage';
  return error instanceof ImagewellError && !OF_ONE_IMAGE.includes(error.status);
}

async function upload(plan: ImportPlan, item: ImportItem, bytes: Blob): Promise<string> {
  const { baseUrl, credential, retries, signal } = plan;
  const type = await readImageType(bytes);
  const file = new File([bytes], plan.nameOf(item), { type });
  const sent = await uploadTemporaryImage({ baseUrl, ...credential, file, retries, signal });
  return sent.temporaryImageUrl;
}

/** Saves a temporary image; the same call after a kill returns the same image. */
async function save(plan: ImportPlan, line: Uploaded): Promise<Finished> {
  const { key, address, sha256, temporaryImageUrl, metadata } = line;
  const { retries, signal } = plan;
  const answer = await plan.save({ temporaryImageUrl, metadata }, { retries, signal });
  return { key, address, state: 'saved', sha256, ...answer };
}

/** One run of an import. */
interface Run {
  readonly plan: ImportPlan;
  readonly manifest: Manifest;
  /** By the bytes, what becomes of the first image that has them. */
  bySha256: Map<string, Promise<Finished | undefined>>;
}

async function note({ plan, manifest }: Run, line: ManifestLine): Promise<void> {
  await manifest.add(line);
  plan.onLine(line);
}

/**
 * Finishes an image whose save may have been acknowledged before a kill. One that expired before
 * any save, or is refused, is uploaded again.
 */
async function resume(run: Run, line: Uploaded): Promise<void> {
  try {
    await note(run, await save(run.plan, line));
  } catch (error) {
    run.plan.signal.throwIfAborted();
    if (stopsAll(error)) throw error;
  }
}

async function importNew(
  run: Run,
  item: ImportItem,
  { bytes, sha256 }: { readonly bytes: Blob; readonly sha256: string },
): Promise<Finished> {
  const { key, address } = item;
  const metadata = run.plan.metadataOf(item);
  const temporaryImageUrl = await upload(run.plan, item, bytes);
  const line = { key, address, state: 'uploaded', sha256, temporaryImageUrl, metadata } as const;
  await note(run, line);
  const saved = await save(run.plan, line);
  await note(run, saved);
  return saved;
}

/** The image of these bytes: of the first item that has them, which `begin` imports. */
async function importFirst(
  { plan, bySha256 }: Run,
  sha256: string,
  begin: () => Promise<Finished>,
): Promise<{ readonly image: Finished; readonly isFirst: boolean }> {
  for (;;) {
    const pending = plan.keepDuplicates ? undefined : bySha256.get(sha256);
    if (pending === undefined) {
      const importing = begin();
      // no await before this entry, or two items could both be the first
      bySha256.set(
        sha256,
        importing.catch(() => undefined),
      );
      return { image: await importing, isFirst: true };
    }
    const image = await pending;
    if (image) return { image, isFirst: false };
    if (bySha256.get(sha256) === pending) bySha256.delete(sha256); // it failed
  }
}

async function readItem({ plan }: Run, item: ImportItem) {
  const bytes = await item.open(plan.signal);
  const content = new Uint8Array(await bytes.arrayBuffer());
  return { bytes, sha256: createHash('sha256').update(content).digest('hex') };
}

async function importOnce(run: Run, item: ImportItem): Promise<void> {
  if (isFinished(run.manifest.lines.get(item.key))) return;
  const read = await readItem(run, item);
  const { sha256 } = read;
  const { image, isFirst } = await importFirst(run, sha256, () => importNew(run, item, read));
  if (isFirst) return;
  const { imageId, imageUrl } = image;
  const { key, address } = item;
  await note(run, { key, address, state: 'duplicate', sha256, imageId, imageUrl });
}

async function importItem(run: Run, item: ImportItem): Promise<void> {
  try {
    await importOnce(run, item);
  } catch (error) {
    run.plan.signal.throwIfAborted();
    if (stopsAll(error)) throw error;
    const { key, address } = item;
    const { code, detail } = factsOf(error);
    await note(run, { key, address, state: 'failed', code, detail });
  }
}

/** The images of earlier runs, by their bytes. */
function knownBytes({ lines }: Manifest): Run['bySha256'] {
  const finished = [...lines.values()].filter(isFinished);
  return new Map(finished.map((line) => [line.sha256, Promise.resolve(line)]));
}

/**
 * Imports items, a few at a time. An image that fails stops no other. Rejects at the first failure
 * that every image would have, and with the reason of an aborted signal; the images in progress end
 * before that.
 */
export async function importImages(
  plan: ImportPlan,
  items: AsyncIterable<ImportItem>,
  manifest: Manifest,
): Promise<void> {
  const begun = [...manifest.lines.values()].filter((line) => line.state === 'uploaded');
  const run: Run = { plan, manifest, bySha256: knownBytes(manifest) };
  await inParallel(begun, plan, (line) => resume(run, line));
  run.bySha256 = knownBytes(manifest);
  const seen = new Set<string>();
  const rest = items[Symbol.asyncIterator]();
  let hasStopped = false;
  const work = async () => {
    while (!hasStopped) {
      plan.signal.throwIfAborted();
      const { done, value } = await rest.next();
      if (done) return;
      if (seen.has(value.key)) continue;
      seen.add(value.key);
      await importItem(run, value).catch((error) => {
        hasStopped = true;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: plan.atOnce }, work));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
