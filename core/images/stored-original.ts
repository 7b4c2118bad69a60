import type { AnyImageId } from './ids.ts';

/** An original that a record names; its bytes have this size and this SHA-256. */
export interface StoredOriginal {
  readonly id: AnyImageId;
  readonly projectId: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}
