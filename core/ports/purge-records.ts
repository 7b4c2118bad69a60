import type { ImageId, TemporaryImageId } from '../images/ids.ts';
import type { TemporaryImage } from '../images/image-states.ts';

/** The part of the port ImageStore by which nothing that was to go is ever left: what is due, and how far it has come. */
export interface PurgeRecords {
  /** Ids of images of which a purge is due and not finished, of the image or of its renditions, oldest first. */
  listPurgesDue(limit: number): Promise<ImageId[]>;
  /** Writes a step of the purge with its time, once; `swept` ends the purge (state `deleted`). */
  recordPurgeStep(id: ImageId, step: PurgeStep, at: number): Promise<void>;
  getPurgeSteps(id: ImageId): Promise<Partial<Record<PurgeStep, number>>>;
  /**
   * Outdates every rendition of a saved image at once, by raising its generation, and makes the purge of what is left of them due.
   * Answers false where the image isn't saved.
   */
  outdateRenditions(id: ImageId, now: number): Promise<boolean>;
  /** Undefined where no outdated renditions are to be purged. */
  getOutdated(id: ImageId): Promise<OutdatedRenditions | undefined>;
  /** Notes that they are removed, or ends their purge; false where the generation was raised since. */
  recordOutdated(id: ImageId, generation: number, done: 'removed' | 'swept'): Promise<boolean>;
  /** Temporary images that ended by `end` and may have left something, saved ones among them, longest ended first. */
  listEnded(end: number, limit: number): Promise<TemporaryImage[]>;
  /** Ends a temporary image whose time is over for every clock, a writer's that is late too; answers it as it then is. */
  closeEnded(id: TemporaryImageId, now: number): Promise<TemporaryImage | undefined>;
  /** Says that nothing is left of it but its record; answers false where that was said before. */
  recordSwept(id: TemporaryImageId): Promise<boolean>;
}

/** Renditions that are no longer served, of which objects may be left. */
export interface OutdatedRenditions {
  /** The first generation that may have left something. */
  readonly from: number;
  /** The one that is served. */
  readonly generation: number;
  readonly outdatedAt: number;
  /** What was stored by then is removed, and the edge told; what was in flight may have come since. */
  readonly isRemoved: boolean;
}

/** In their order. */
export const PURGE_STEPS = [
  'marked',
  'origin_closed',
  'renditions_removed',
  'original_removed',
  'temporary_ended',
  'edge_invalidated',
  'swept',
] as const;
export type PurgeStep = (typeof PURGE_STEPS)[number];
