import { createReadStream } from 'node:fs';
import { lstat, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Image, ListImagesResult } from '../../client/src/generated/calls.ts';
import { fetchImage } from '../fetch/fetch-image.ts';
import { SourceFault } from '../fetch/source-fault.ts';
import { inParallel } from '../upload/in-parallel.ts';
import { sha256Of } from '../upload/sha256-of.ts';
import { exportedFileName, IMAGES, isMissing } from './export-folder.ts';
import { EXPORTED_FACTS, type ExportedFact, type ExportedImage } from './image-facts.ts';

/** How images are exported. */
export interface ExportPlan {
  readonly dir: string;
  /** A page of the list, the first without a cursor. */
  readonly list: (cursor: string | undefined) => Promise<ListImagesResult>;
  /** The address of its original; signed where that is needed. */
  readonly addressOf: (image: Image) => Promise<string>;
  readonly atOnce: number;
  readonly signal: AbortSignal;
  onImage(image: Image, outcome: ExportOutcome): void;
}

export type ExportOutcome =
  | { readonly kind: 'exported' | 'kept' }
  /** It stays out of the export. */
  | { readonly kind: 'failed'; readonly detail: string };

/** Of a file; undefined if there is none: a link, a pipe or a device is never opened. */
async function sha256OfFile(path: string): Promise<string | undefined> {
  try {
    if (!(await lstat(path)).isFile()) return undefined;
    return await sha256Of(createReadStream(path));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function exportImage(plan: ExportPlan, image: Image): Promise<ExportOutcome> {
  const path = join(plan.dir, IMAGES, exportedFileName(image));
  if ((await sha256OfFile(path)) === image.sha256) return { kind: 'kept' };
  if (image.takenDown) return { kind: 'failed', detail: 'blocked by the operator' };
  // an import would save it without its review
  if (image.review?.state === 'pending') return { kind: 'failed', detail: 'waits for a decision' };
  const fetched = await fetchImage(await plan.addressOf(image), plan);
  if ((await sha256Of(fetched.stream())) !== image.sha256) {
    const detail =
      'the bytes have another checksum than the record; a project with a watermark needs its signing secret';
    return { kind: 'failed', detail };
  }
  const part = join(plan.dir, IMAGES, `.${image.imageId}.part`);
  await writeFile(part, fetched.stream(), { mode: 0o600, flush: true });
  await rename(part, path);
  return { kind: 'exported' };
}

/** After such a fault, the next image would fail too. */
function stopsAll(error: unknown): boolean {
  return !(error instanceof SourceFault) || error.isAway || error.code === 'access_denied';
}

function lineOf(image: Image): ExportedImage {
  const file = `${IMAGES}/${exportedFileName(image)}`;
  const facts = Object.fromEntries(EXPORTED_FACTS.map((name) => [name, image[name]]));
  // each exported fact is in it, by the table
  return { file, ...(facts as Pick<Image, ExportedFact>) };
}

/**
 * Exports every saved image, a few at a time; answers those that are in the folder, newest first.
 * Originals of an earlier run are kept. An image that fails stops no other. Rejects at a failure
 * that every image would have, and with the reason of an aborted signal.
 */
export async function exportImages(plan: ExportPlan): Promise<readonly ExportedImage[]> {
  const lines: ExportedImage[] = [];
  let cursor: string | undefined;
  do {
    plan.signal.throwIfAborted();
    const page = await plan.list(cursor);
    const failed = new Set<string>();
    await inParallel(page.images, plan, async (image) => {
      const outcome = await exportImage(plan, image).catch((error): ExportOutcome => {
        plan.signal.throwIfAborted();
        if (stopsAll(error)) throw error;
        return { kind: 'failed', detail: (error as Error).message };
      });
      if (outcome.kind === 'failed') failed.add(image.imageId);
      plan.onImage(image, outcome);
    });
    plan.signal.throwIfAborted();
    for (const image of page.images) if (!failed.has(image.imageId)) lines.push(lineOf(image));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return lines;
}
