/** Where a response's time went: looking up who may have it, stores, pixels, or the call itself. */
export type Phase = 'auth' | 'store' | 'render' | 'call';

/** The phases of one request. */
export interface Timings {
  /** Runs work as a part of a phase; phases within it are not counted twice. */
  measure<T>(phase: Phase, work: () => Promise<T>): Promise<T>;
  /** The time of each phase that is over, in milliseconds. */
  phases(): ReadonlyMap<Phase, number>;
}
