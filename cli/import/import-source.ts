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
  /** The facts that a mapping can take, by the name of their column. */
  readonly columns: Readonly<Record<string, string>>;
  /** Metadata that it has without a mapping. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Its bytes; throws if it can't be read. */
  open(signal: AbortSignal): Promise<Blob>;
}

/** A place that images are imported from. */
export interface ImportSource {
  /** The same text for the same place, which the manifest keeps. */
  readonly place: string;
  /** Equal bytes are images of their own here. */
  readonly keepsDuplicates?: boolean;
  /** Every image, in the same order in each run. Throws a CommandError for a broken list. */
  items(): AsyncIterable<ImportItem>;
}
