import type { ImageIds } from './takedown.ts';

/**
 * A temporary image and its image, which are purged from the CDN together. With a known
 * `projectId`, many of one project can be purged by the project.
 */
export interface CachedImage extends ImageIds {
  readonly projectId?: string;
}
