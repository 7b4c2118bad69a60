import type { ImportSource } from './import-source.ts';
import type { Manifest } from './manifest.ts';
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
  };
}

interface Known {
  readonly manifest: Manifest;
  readonly mapping: Mapping;
  readonly usage: { readonly images: { readonly used: number; readonly limit: number | null } };
}

/** Counts a source without reading an image; throws a CommandError for a missing column. */
export async function dryRun(
  source: ImportSource,
  { manifest, mapping, usage }: Known,
): Promise<DryRun> {
  const keys = new Set<string>();
  let [alreadyImported, bytes, unknown] = [0, 0, 0];
  for await (const item of source.items()) {
    if (keys.has(item.key)) continue;
    keys.add(item.key);
    mapping.nameOf(item);
    mapping.metadataOf(item);
    const line = manifest.lines.get(item.key);
    if (line && 'imageUrl' in line) {
      alreadyImported += 1;
      continue;
    }
    bytes += item.size ?? 0;
    if (item.size === undefined) unknown += 1;
  }
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
  };
}
