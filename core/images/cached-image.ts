import type { ImageIds } from './takedown.ts';

/**
 * A temporary image and its image, which the CDN forgets together; `projectId`, where it is known,
 * so that many of one project may go by that.
 */
export interface CachedImage extends ImageIds {
  readonly projectId?: string;
}
