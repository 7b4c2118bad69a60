import type { ImageId } from '../../images/ids.ts';
import type { Format } from '../../transform/formats.ts';

/** A rendition to make in the background. */
export interface QueuedRender {
  readonly imageId: ImageId;
  readonly renditionKey: string;
  readonly format: Format;
  /** The parameters in their canonical text. */
  readonly query: string;
}

/** The queue of renditions for their worker. */
export interface RenderQueue {
  /**
   * A rendition that is queued twice within minutes reaches the worker once. A lost one leaves no
   * trace, and the next request queues it again.
   */
  add(render: QueuedRender): Promise<void>;
}
