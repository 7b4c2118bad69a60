import type { ImagePosition } from '../../images/image-list.ts';
import type { Image } from '../../images/image-states.ts';
import type { IndexedList, ListOrder } from '../../images/search/image-search.ts';

/** A place between positions: an empty id is before every image of its millisecond. */
export interface SpanEnd {
  readonly createdAt: number;
  readonly imageId: string;
}

/** Positions between two ends, both excluded, in an order; `above` is before `below` in time. */
export interface PositionSpan {
  readonly above: SpanEnd;
  readonly below: SpanEnd;
  readonly order: ListOrder;
}

/**
 * The part of the port ImageStore by which images are searched: lists that consist of positions.
 * Those of terms may be behind their images by two seconds, and may name images that are gone.
 */
export interface ImageIndex {
  /**
   * The first positions of a list within a span, `count` at most: as many rows are read, and one
   * more at the most.
   */
  listPositions(list: IndexedList, span: PositionSpan, count: number): Promise<ImagePosition[]>;
  /** The images of a project at these positions, 100 at most, each in its place. */
  getImagesAt(
    projectId: string,
    positions: readonly ImagePosition[],
  ): Promise<readonly (Image | undefined)[]>;
}
