import type { ImagePosition } from '../../../images/image-list.ts';
import type { Source } from '../../../images/search/image-search.ts';
import type { ImageIndex, PositionSpan } from '../../../ports/images/image-index.ts';

/** The first positions of a source within a span, in its order. */
export interface SourcePart {
  readonly positions: readonly ImagePosition[];
  /** Whether the source has no more of them. */
  readonly isEnd: boolean;
}

/** Compares positions in the order of a list. */
export function comparePositions(order: PositionSpan['order']) {
  const sign = order === 'newest' ? -1 : 1;
  return (a: ImagePosition, b: ImagePosition): number => {
    const byTime = a.createdAt - b.createdAt;
    if (byTime !== 0) return sign * byTime;
    return a.imageId === b.imageId ? 0 : sign * (a.imageId < b.imageId ? -1 : 1);
  };
}

/**
 * Reads `count` positions of each list of a source at the most, and merges them up to the position
 * that all lists were read to. A position that two lists have is there once.
 */
export async function readSource(
  index: ImageIndex,
  source: Source,
  span: PositionSpan,
  count: number,
): Promise<SourcePart> {
  const compare = comparePositions(span.order);
  const parts = await Promise.all(source.map((list) => index.listPositions(list, span, count)));
  const ends = parts.flatMap((part) => (part.length < count ? [] : part.slice(-1))).sort(compare);
  const [end] = ends;
  const positions = parts
    .flat()
    .sort(compare)
    .filter((one, at, all) => {
      const before = all[at - 1];
      return !before || compare(before, one) !== 0;
    })
    .filter((one) => !end || compare(one, end) <= 0);
  return { positions, isEnd: !end };
}
