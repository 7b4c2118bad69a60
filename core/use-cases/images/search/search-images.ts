import { LIMITS } from '../../../foundation/limits.ts';
import type { ImagePage, ImagePosition } from '../../../images/image-list.ts';
import type { Image } from '../../../images/image-states.ts';
import {
  type ImageSearch,
  isFound,
  type Source,
  sourcesOf,
} from '../../../images/search/image-search.ts';
import type { ImageIndex, PositionSpan, SpanEnd } from '../../../ports/images/image-index.ts';
import { chooseSource } from './choose-source.ts';
import { readSource } from './read-source.ts';

/** Records that are read together at the most, as many as the port takes. */
const MAX_RECORDS = 100;
/** A page with conditions reads no fewer than these, since most may not meet them. */
const MIN_FIRST = 20;
/** Fifteen digits of milliseconds, as many as a position has: the year 33658. */
const END_OF_TIME = 999_999_999_999_999;

/** A page that is requested. */
export interface RequestedPage {
  readonly limit: number;
  /** The position to continue after; null starts at the first. */
  readonly after: ImagePosition | null;
}

function isBefore(a: SpanEnd, b: SpanEnd): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.imageId < b.imageId);
}

/** The positions that a search may have, from the place of a page on. */
function spanOf({ from, to, order }: ImageSearch, after: ImagePosition | null): PositionSpan {
  const above = { createdAt: Math.max(0, from ?? 0), imageId: '' };
  const below = { createdAt: Math.max(0, to ?? END_OF_TIME), imageId: '' };
  if (!after) return { above, below, order };
  if (order === 'newest') return { above, below: isBefore(after, below) ? after : below, order };
  return { above: isBefore(above, after) ? after : above, below, order };
}

/** Counts rows as they are requested, each position and each record. */
function countedIndex(index: ImageIndex) {
  let left: number = LIMITS.maxSearchRows;
  const counted: ImageIndex = {
    listPositions: async (list, span, count) => {
      const found = await index.listPositions(list, span, count);
      left -= found.length + 1;
      return found;
    },
    getImagesAt: async (projectId, positions) => {
      left -= positions.length;
      return positions.length === 0 ? [] : index.getImagesAt(projectId, positions);
    },
  };
  return { counted, left: () => left };
}

/** Positions of each list for the next step: each may cost its own row and its record's. */
function sizeOfStep(source: Source, wanted: number, left: number): number {
  const positions = Math.min(MAX_RECORDS, wanted, Math.floor((left - source.length) / 2));
  return Math.floor(positions / source.length);
}

/** The images of a step that meet the conditions, each with its position. */
async function readStep(
  index: ImageIndex,
  search: ImageSearch,
  positions: readonly ImagePosition[],
): Promise<Image[]> {
  const images = await index.getImagesAt(search.projectId, positions);
  return images.filter((image): image is Image => image !== undefined && isFound(image, search));
}

const positionOf = ({ createdAt, imageId }: ImagePosition) => ({ createdAt, imageId });

/**
 * A page of the images that meet every condition, in the order of dates. The rarest condition is
 * read from its index, and the others filter. Reads maxSearchRows rows at the most: the page may
 * have fewer images than its limit, and even none, though there are more. `next` is null only at
 * the end.
 */
export async function searchImages(
  index: ImageIndex,
  search: ImageSearch,
  { limit, after }: RequestedPage,
): Promise<ImagePage> {
  const { counted, left } = countedIndex(index);
  let span = spanOf(search, after);
  if (!isBefore(span.above, span.below)) return { images: [], next: null };
  const source = await chooseSource(counted, sourcesOf(search), span);
  const images: Image[] = [];
  let examined = after;
  for (let wanted = Math.max(limit + 1, MIN_FIRST); ; wanted = MAX_RECORDS) {
    const size = sizeOfStep(source, Math.max(wanted, source.length), left());
    if (size < 1) return { images, next: examined };
    const { positions, isEnd } = await readSource(counted, source, span, size);
    const found = await readStep(counted, search, positions);
    const taken = found.slice(0, limit - images.length);
    for (const image of taken) images.push(image);
    const end = positions.at(-1);
    const lastTaken = taken.at(-1);
    if (found.length > taken.length && lastTaken) return { images, next: positionOf(lastTaken) };
    if (isEnd || !end) return { images, next: null };
    if (images.length === limit) return { images, next: end };
    examined = end;
    span = spanOf(search, examined);
  }
}
