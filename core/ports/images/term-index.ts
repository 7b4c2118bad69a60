/** One step of an indexing. */
export interface IndexedStep {
  /** Saved images whose terms are written. */
  readonly images: number;
  /** The place from which the next step continues; null at the end. */
  readonly cursor: string | null;
}

/** Writes the terms of images that were saved before searches existed, or whose change was lost. */
export interface TermIndex {
  /**
   * A step from a cursor on, null for the first: a bounded number of records is read. A repeated
   * step changes nothing. Images that change meanwhile keep the terms of their last change.
   */
  indexStep(cursor: string | null): Promise<IndexedStep>;
}
