import type { CachedImage } from '../../images/ids.ts';

/** Purges the CDN of every address of these images, or of a whole project. */
export interface EdgePurge extends ProjectPurge {
  purge(images: readonly CachedImage[]): Promise<void>;
}

/**
 * Purges the CDN of every image of a project; the part of the port EdgePurge that settings need.
 */
export interface ProjectPurge {
  purgeProject(projectId: string): Promise<void>;
}
