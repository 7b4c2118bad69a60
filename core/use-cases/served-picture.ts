import type { AnyImageId } from '../images/ids.ts';
import type { PictureFacts } from '../images/image-states.ts';

/** A picture that may be served now, of either kind of record. */
export interface ServedPicture {
  readonly id: AnyImageId;
  readonly facts: PictureFacts;
  readonly accountId: string;
  readonly projectId: string;
  /** The image's; 0 for a temporary one. */
  readonly generation: number;
  /** When a temporary one ends; null for an image. */
  readonly expiresAt: number | null;
}
