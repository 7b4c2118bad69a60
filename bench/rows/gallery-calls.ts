import { openSqliteGallery, type SqliteGallery } from '../gallery/sqlite-gallery.ts';
import { timeCalls } from '../gallery/time-calls.ts';
import { row } from './row.ts';

const SIZES = [100, 10_000, 1_000_000];
const SIZES_OF_A_SHORT_RUN = [100, 1_000];

export const GALLERY = row({
  title: 'list, get, update and delete with 100 to a million images',
  goals: {
    growth: { what: 'the most that a call grows', unit: '', must: { atMost: 1.3 } },
  },
  async measure(setting) {
    const opened: SqliteGallery[] = [];
    try {
      const sizes = setting.isQuick ? SIZES_OF_A_SHORT_RUN : SIZES;
      for (const size of sizes) opened.push(await openSqliteGallery(size));
      let growth = 0;
      const galleries = opened.map(({ overHttp }) => overHttp);
      for await (const { medians } of timeCalls(galleries, setting.rounds)) {
        growth = Math.max(growth, ...medians.map((each) => each / (medians[0] ?? Number.NaN)));
      }
      return { growth: { seen: growth } };
    } finally {
      for (const { overHttp } of opened) await overHttp.close();
    }
  },
});
