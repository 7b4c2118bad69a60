import type { ImageId } from '../images/ids.ts';

/** What an image was sent in. */
export interface ImageTraffic {
  readonly imageId: ImageId;
  readonly bytes: number;
  readonly requests: number;
}

/**
 * The same as it is kept: `excess` bytes at most were sent before it was kept, and are not among
 * its own.
 */
export interface KeptTraffic extends ImageTraffic {
  readonly excess: number;
}

/**
 * Images kept of an owner and month. With m of them no figure is too low by more than the month's
 * m-th part, and up to m images all are exact (Metwally et al., "Efficient computation of frequent
 * and top-k elements in data streams", 2005).
 */
const MAX_KEPT = 100;
/** As many are told of (calls.get-usage). */
const MAX_TOLD = 5;

const most = ({ bytes, excess }: KeptTraffic) => bytes + excess;

/**
 * What is kept once more traffic has come: of an image that is new it may be as much as of the
 * least that was kept that is not known.
 */
export function addTraffic(
  kept: readonly KeptTraffic[],
  more: readonly ImageTraffic[],
  maxKept = MAX_KEPT,
): KeptTraffic[] {
  const isFull = kept.length >= maxKept;
  const unknown = isFull ? Math.min(...kept.map(most)) : 0;
  const all = new Map(kept.map((image) => [image.imageId, image]));
  for (const { imageId, bytes, requests } of more) {
    const known = all.get(imageId) ?? { imageId, bytes: 0, requests: 0, excess: unknown };
    const sum = { bytes: known.bytes + bytes, requests: known.requests + requests };
    all.set(imageId, { imageId, ...sum, excess: known.excess });
  }
  return [...all.values()].sort((a, b) => most(b) - most(a)).slice(0, maxKept);
}

/** The five that were sent in the most bytes, most first; of two alike the lower id. */
export function topOf(kept: readonly KeptTraffic[]): ImageTraffic[] {
  return [...kept]
    .sort((a, b) => b.bytes - a.bytes || (a.imageId < b.imageId ? -1 : 1))
    .slice(0, MAX_TOLD)
    .map(({ imageId, bytes, requests }) => ({ imageId, bytes, requests }));
}
