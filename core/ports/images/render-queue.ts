import type { ImageId } from '../../images/ids.ts';
import type { Format } from '../../transform/formats.ts';

/** A rendition that is to be made while nobody waits for it. */
export interface QueuedRender {
  readonly imageId: ImageId;
  readonly renditionKey: string;
  readonly format: Format;
  /** The parameters in their canonical text. */
  readonly query: string;
}

/** Where such renditions wait for their worker. */
export interface RenderQueue {
  /**
   * One that is queued twice within minutes is handed on once; of one that is lost nothing is left,
   * and the next request queues it again.
   */
  add(render: QueuedRender): Promise<void>;
}
