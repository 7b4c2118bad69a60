import { FORMATS, fileOf, type HostileFile } from './hostile-file.ts';
import type { Seed } from './make-seeds.ts';

const TENTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const FORMS_OF_EACH = 2;

/** Two forms of each format, cut at each tenth. */
export function makeCuts(seeds: readonly Seed[]): HostileFile[] {
  const chosen = FORMATS.flatMap((format) =>
    seeds.filter((seed) => seed.format === format).slice(0, FORMS_OF_EACH),
  );
  return chosen.flatMap(({ name, format, bytes }) =>
    TENTHS.map((tenth) => {
      const part = bytes.subarray(0, Math.floor((bytes.length * tenth) / 10));
      return fileOf(`cut/${name} at ${tenth}/10`, format, part);
    }),
  );
}
