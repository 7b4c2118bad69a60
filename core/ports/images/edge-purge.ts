import type { CachedImage } from '../../images/ids.ts';

/** Tells the CDN to forget every address of these pictures, or of a whole project's. */
export interface EdgePurge extends ProjectPurge {
  purge(pictures: readonly CachedImage[]): Promise<void>;
}

/**
 * Tells the CDN to forget every picture of a project; the part of the port EdgePurge that settings
 * need.
 */
export interface ProjectPurge {
  purgeProject(projectId: string): Promise<void>;
}
