import { smallest } from '../foundation/numbers/extremes.ts';
import type { ImageId } from '../images/ids.ts';

/** The bytes and requests of an image. */
export interface ImageTraffic {
  readonly imageId: ImageId;
  readonly bytes: number;
  readonly requests: number;
}

/** The stored form: at most `excess` bytes were sent before it was stored, and are not included. */
export interface KeptTraffic extends ImageTraffic {
  readonly excess: number;
}

/**
 * Images stored for an owner and month. With m of them no figure is too low by more than the
 * month's m-th part. Up to m images all are exact. Metwally et al., "Efficient computation of
 * frequent and top-k elements in data streams", 2005.
 */
const MAX_KEPT = 100;
/** The number in a response (calls.get-usage). */
const MAX_REPORTED = 5;

const most = ({ bytes, excess }: KeptTraffic) => bytes + excess;

/**
 * The stored images after more traffic: the unknown bytes of a new image may equal those of the
 * smallest stored one.
 */
export function addTraffic(
  kept: readonly KeptTraffic[],
  more: readonly ImageTraffic[],
  maxKept = MAX_KEPT,
): KeptTraffic[] {
  const isFull = kept.length >= maxKept;
  const unknown = isFull ? smallest(kept.map(most)) : 0;
  const all = new Map(kept.map((image) => [image.imageId, image]));
  for (const { imageId, bytes, requests } of more) {
    const known = all.get(imageId) ?? { imageId, bytes: 0, requests: 0, excess: unknown };
    const sum = { bytes: known.bytes + bytes, requests: known.requests + requests };
    all.set(imageId, { imageId, ...sum, excess: known.excess });
  }
  return [...all.values()].sort((a, b) => most(b) - most(a)).slice(0, maxKept);
}

/** The five with the most sent bytes, in descending order; of two alike the lower id. */
export function topOf(kept: readonly KeptTraffic[]): ImageTraffic[] {
  return [...kept]
    .sort((a, b) => b.bytes - a.bytes || (a.imageId < b.imageId ? -1 : 1))
    .slice(0, MAX_REPORTED)
    .map(({ imageId, bytes, requests }) => ({ imageId, bytes, requests }));
}
