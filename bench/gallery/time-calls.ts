import { median } from '../measure/statistics.ts';
import { GALLERY_CALLS, type GalleryCall } from './calls.ts';
import type { Gallery } from './gallery.ts';

/** The calls of one kind on one gallery in one round. */
export const CALLS_PER_ROUND = 20;
const MICROSECONDS = 1_000;

/** Images all over a project, none twice within a round. */
function* somewhere(size: number): Generator<number> {
  for (let at = Math.floor(Math.random() * size); ; at += Math.floor(size * 0.382) || 1) {
    yield at % size;
  }
}

/** Runs a call on some images, and undoes its changes; yields the microseconds of each. */
export async function* runCall(
  gallery: Gallery,
  { name, body }: GalleryCall,
): AsyncGenerator<number> {
  const places = somewhere(gallery.size);
  for (let count = 0; count < CALLS_PER_ROUND; count += 1) {
    const nth = places.next().value;
    const sent = body(gallery, nth);
    const start = performance.now();
    await gallery.call(name, sent);
    yield (performance.now() - start) * MICROSECONDS;
    if (name === 'delete-image') await gallery.restore(nth);
  }
}

/** The medians of one call in microseconds, a gallery each. */
export interface TimedCall {
  readonly name: string;
  readonly medians: readonly number[];
  /** The same of each round. */
  readonly rounds: readonly (readonly number[])[];
}

/** Every call on each gallery, in interleaved rounds after one to warm up. */
export async function* timeCalls(
  galleries: readonly Gallery[],
  rounds: number,
): AsyncGenerator<TimedCall> {
  for (const [name, call] of Object.entries(GALLERY_CALLS)) {
    const times = galleries.map((): number[] => []);
    const mediansOfRounds = galleries.map((): number[] => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [at, gallery] of galleries.entries()) {
        const own: number[] = [];
        for await (const time of runCall(gallery, call)) own.push(time);
        if (round === 0) continue;
        times[at]?.push(...own);
        mediansOfRounds[at]?.push(median(own));
      }
    }
    yield { name, medians: times.map(median), rounds: mediansOfRounds };
  }
}
