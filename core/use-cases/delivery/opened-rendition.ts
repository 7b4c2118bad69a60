import type { StoredObject } from '../../ports/images/object-store.ts';
import type { Rendition } from '../../ports/images/rendition-store.ts';

export interface OpenedRendition {
  readonly rendition: Rendition;
  /**
   * The stored picture in its place, because the plan holds no new one and the project wants it so
   * (quotas.transformations).
   */
  readonly isStandIn?: true;
  open(): Promise<StoredObject>;
}
