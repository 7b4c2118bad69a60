import type { Image, MetadataPair } from '../../images/image.ts';
import { editDistance } from '../../texts/edit-distance.ts';

/** As many images are looked at for suggestions, however many are loaded. */
export const LOOKED_AT = 1_000;

/** The values of each key with the number of images that have them. */
export type KnownPairs = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The pairs of the first thousand images. */
export function readKnownPairs(images: readonly Image[]): KnownPairs {
  const known = new Map<string, Map<string, number>>();
  for (const { metadata } of images.slice(0, LOOKED_AT)) {
    for (const [key, value] of Object.entries(metadata)) {
      const values = known.get(key) ?? new Map<string, number>();
      known.set(key, values.set(value, (values.get(value) ?? 0) + 1));
    }
  }
  return known;
}

const sumOf = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** The keys, the most frequent first. */
export const keysOf = (known: KnownPairs): readonly string[] =>
  [...known].sort(([, a], [, b]) => sumOf(b) - sumOf(a)).map(([key]) => key);

/** The pairs, the most frequent first. */
export function pairsOf(known: KnownPairs): readonly MetadataPair[] {
  const all = [...known].flatMap(([key, values]) =>
    [...values].map(([value, count]) => ({ key, value, count })),
  );
  return all.sort((a, b) => b.count - a.count);
}

/** The text that is most like one, within two letters or a third of it. */
export function nearestOf(texts: readonly string[], text: string): string | undefined {
  const [nearest] = texts
    .map((one) => ({ one, far: editDistance(one, text) }))
    .filter(({ far }) => far <= Math.max(2, text.length / 3))
    .sort((a, b) => a.far - b.far);
  return nearest?.one;
}
