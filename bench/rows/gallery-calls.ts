import type { Gallery } from '../gallery/gallery.ts';
import { openSqliteGallery } from '../gallery/sqlite-gallery.ts';
import { timeCalls } from '../gallery/time-calls.ts';
import { ratioOf } from '../measure/statistics.ts';
import { type Measured, row } from './row.ts';

const SIZES = [100, 10_000, 1_000_000];
const SIZES_OF_A_SHORT_RUN = [100, 1_000];

/** The call that grows most from the first gallery to another, with the spread of its rounds. */
export async function measureGrowth(
  galleries: readonly Gallery[],
  rounds: number,
): Promise<Measured> {
  let worst: Measured = { seen: 0 };
  for await (const { medians, rounds: own } of timeCalls(galleries, rounds)) {
    const [least = Number.NaN] = medians;
    for (const [at, each] of own.entries()) {
      const seen = (medians[at] ?? Number.NaN) / least;
      if (seen > worst.seen) worst = { ...ratioOf(each, own[0] ?? []), seen };
    }
  }
  return worst;
}

export const GALLERY = row({
  title: 'list, get, update and delete with 100 to a million images',
  goals: {
    growth: { what: 'the most that a call grows', unit: '', must: { atMost: 1.3 } },
  },
  async measure(setting) {
    const galleries: Gallery[] = [];
    try {
      const sizes = setting.isQuick ? SIZES_OF_A_SHORT_RUN : SIZES;
      for (const size of sizes) galleries.push(await openSqliteGallery(size));
      return { growth: await measureGrowth(galleries, setting.rounds * 2) };
    } finally {
      for (const gallery of galleries) await gallery.close();
    }
  },
});
