import { CommandError } from '../command-error.ts';
import type { JournalReader } from '../journal/open-journal.ts';
import type { SkippedCounts } from '../upload/walk-folder.ts';
import { isImported } from './import-images.ts';
import type { ImportSource } from './import-source.ts';
import { NOTHING_LEFT_OUT } from './left-out.ts';
import type { Mapping } from './map-columns.ts';

/** The calls of one API key or user in a minute (uploads.own-rate-limit). */
const UPLOADS_PER_MINUTE = 120;

/** The extent of an import. */
export interface DryRun {
  readonly images: number;
  /** By the manifest. */
  readonly alreadyImported: number;
  readonly toImport: number;
  /** Of those to import, as far as the source knows. */
  readonly bytes: number;
  readonly imagesOfUnknownSize: number;
  /** In the plan; null: any amount. */
  readonly imagesLeftInPlan: number | null;
  readonly fitsIntoPlan: boolean;
  /** By the limit of uploads per minute. */
  readonly minutesAtLeast: number;
  /** Of the source: left out, by reason. */
  readonly skipped: SkippedCounts;
  /** Files and folders of the source. */
  readonly unreadable: number;
}

/** The labels of a terminal; a null there is any amount. */
export function describeDryRun(found: DryRun) {
  return {
    images: found.images,
    'already imported': found.alreadyImported,
    'to import': found.toImport,
    bytes: found.bytes,
    'images of unknown size': found.imagesOfUnknownSize,
    'images left in the plan': found.imagesLeftInPlan ?? 'any number',
    'fits into the plan': found.fitsIntoPlan,
    'minutes at least': found.minutesAtLeast,
    'skipped, hidden': found.skipped.hidden,
    'skipped, symbolic links': found.skipped.link,
    'skipped, of other types': found.skipped.other,
    'cannot be read': found.unreadable,
  };
}

interface Known {
  /** Undefined before the first run. */
  readonly manifest: JournalReader | undefined;
  readonly mapping: Mapping;
  readonly signal: AbortSignal;
  readonly usage: { readonly images: { readonly used: number; readonly limit: number | null } };
}

/** Counts a source without reading an image; throws a CommandError for a missing column. */
export async function dryRun(
  source: ImportSource,
  { manifest, mapping, usage, signal }: Known,
): Promise<DryRun> {
  const keys = new Set<string>();
  let [alreadyImported, bytes, unknown] = [0, 0, 0];
  for await (const item of source.items(signal)) {
    if (keys.has(item.key)) continue;
    keys.add(item.key);
    mapping.nameOf(item);
    mapping.metadataOf(item);
    if (isImported(await manifest?.read(item.key), item)) {
      alreadyImported += 1;
      continue;
    }
    bytes += item.size ?? 0;
    if (item.size === undefined) unknown += 1;
  }
  const [missing] = mapping.missing();
  if (missing !== undefined && keys.size > 0) {
    throw new CommandError('usage', `No image has the column ${missing}.`);
  }
  const { skipped, unreadable } = source.leftOut?.() ?? NOTHING_LEFT_OUT;
  const { used, limit } = usage.images;
  const left = limit === null ? null : Math.max(0, limit - used);
  const toImport = keys.size - alreadyImported;
  return {
    images: keys.size,
    alreadyImported,
    toImport,
    bytes,
    imagesOfUnknownSize: unknown,
    imagesLeftInPlan: left,
    fitsIntoPlan: left === null || toImport <= left,
    minutesAtLeast: Math.ceil(toImport / UPLOADS_PER_MINUTE),
    skipped,
    unreadable: unreadable.length,
  };
}
