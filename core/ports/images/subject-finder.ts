import type { DetectedBox } from '../../images/detected-point.ts';

/**
 * Finds the subjects of an image. Both take a JPEG of at most 5 MB, and answer undefined if it
 * can't be examined. They reject if a later call could succeed.
 */
export interface SubjectFinder {
  findFaces(jpeg: Uint8Array): Promise<readonly DetectedBox[] | undefined>;
  /** Objects whose place is known, humans too. */
  findObjects(jpeg: Uint8Array): Promise<readonly DetectedBox[] | undefined>;
}
