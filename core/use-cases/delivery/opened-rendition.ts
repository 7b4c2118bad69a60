import type { StoredObject } from '../../ports/images/object-store.ts';
import type { Rendition } from '../../ports/images/rendition-store.ts';

export interface OpenedRendition {
  readonly rendition: Rendition;
  /**
   * The stored image in its place, because the plan allows no new one and the project chose this
   * (quotas.transformations).
   */
  readonly isStandIn?: true;
  open(): Promise<StoredObject>;
}
