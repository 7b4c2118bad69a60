import type { SkippedCounts, Unreadable } from '../upload/walk-folder.ts';

/** One image of a source. */
export interface ImportItem {
  /** Its name in the manifest, the same in every run over this source. */
  readonly key: string;
  /** The address that the table of addresses names as the old one. */
  readonly address: string;
  /** Its original file name. */
  readonly name: string;
  /** In bytes, where the source knows it without reading. */
  readonly size?: number;
  /** Differs when the bytes may differ, where the source knows that without reading. */
  readonly version?: string;
  /** In hex digits, where the source has recorded it: other bytes are damaged. */
  readonly sha256?: string;
  /** The facts that a mapping can take, by the name of their column. */
  readonly columns: Readonly<Record<string, string>>;
  /** Whether other items may have columns that this one lacks, which are empty then. */
  readonly hasOpenColumns?: boolean;
  /** Metadata that it has without a mapping. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The point that its cover keeps, as `x,y`; null for none. */
  readonly focalPoint?: string | null;
  /** As it was where it comes from; undefined: as the project has it. */
  readonly visibility?: 'public' | 'private';
  /** Its bytes; throws if it can't be read. */
  open(signal: AbortSignal): Promise<Blob>;
}

/** The parts of a source that are no images to import, known after the last item. */
export interface LeftOut {
  readonly skipped: SkippedCounts;
  readonly unreadable: readonly Unreadable[];
  /** Sentences about missing parts of the source. */
  readonly warnings: readonly string[];
}

/** A place that images are imported from. */
export interface ImportSource {
  /** The same text for the same place, which the manifest keeps. */
  readonly place: string;
  /** Equal bytes are images of their own here. */
  readonly keepsDuplicates?: boolean;
  /**
   * Every image, in the same order in each run, read one after the other. Throws a CommandError for
   * a broken list, and the reason of an aborted signal.
   */
  items(signal: AbortSignal): AsyncIterable<ImportItem>;
  /** Of the last reading. */
  leftOut?(): LeftOut;
}
