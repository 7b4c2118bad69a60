import type { Source } from '../../../images/search/image-search.ts';
import type { ImageIndex, PositionSpan } from '../../../ports/images/image-index.ts';
import { comparePositions, readSource, type SourcePart } from './read-source.ts';

/** Positions of each list that a choice reads. */
const PROBE = 10;

interface Probe extends SourcePart {
  readonly source: Source;
}

/** Milliseconds between two positions of a probe, on average from the start on. */
function paceOf({ positions }: Probe, start: number): number {
  const end = positions.at(-1)?.createdAt ?? start;
  return Math.abs(end - start) / Math.max(1, positions.length);
}

/** The rarer of two: one that ends, with fewer positions, else the one with more time between. */
function isRarer(a: Probe, b: Probe, start: number): boolean {
  if (a.isEnd !== b.isEnd) return a.isEnd;
  if (a.isEnd) return a.positions.length < b.positions.length;
  return paceOf(a, start) > paceOf(b, start);
}

/**
 * The source of a search with the fewest positions from the start of a span on, by small probes of
 * each. Reads PROBE rows of each list, and none where only one source is there.
 */
export async function chooseSource(
  index: ImageIndex,
  sources: readonly [Source, ...Source[]],
  span: PositionSpan,
): Promise<Source> {
  const [first, ...others] = sources;
  if (others.length === 0) return first;
  const probes = await Promise.all(
    sources.map(async (source) => ({ source, ...(await readSource(index, source, span, PROBE)) })),
  );
  const begins = probes.flatMap(({ positions }) => positions.slice(0, 1));
  const start = begins.sort(comparePositions(span.order))[0]?.createdAt ?? 0;
  return probes.reduce((rarest, probe) => (isRarer(probe, rarest, start) ? probe : rarest)).source;
}
