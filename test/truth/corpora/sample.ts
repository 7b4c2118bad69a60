import { createHash } from 'node:crypto';

/** An image that may be in the sample. */
export interface Candidate {
  readonly name: string;
  readonly corpus: string;
  readonly type: string;
  readonly size: number;
}

/** Larger files take the time of several. */
const MAX_BYTES = 300_000;

const digestOf = ({ name }: Candidate) => createHash('sha256').update(name).digest('hex');

/**
 * A fixed sample: of each corpus and type one image in turn, ordered by the digests of their names,
 * until there are so many. The same corpora have the same sample everywhere.
 */
export function sampleOf<Image extends Candidate>(
  images: readonly Image[],
  count: number,
): readonly Image[] {
  const small = images.filter(({ size }) => size <= MAX_BYTES);
  const groups = Map.groupBy(small, ({ corpus, type }) => `${corpus} ${type}`);
  const ordered = [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => group.toSorted((one, other) => (digestOf(one) < digestOf(other) ? -1 : 1)));
  const sample: Image[] = [];
  for (let turn = 0; sample.length < count; turn += 1) {
    const round = ordered.flatMap((group) => group[turn] ?? []);
    if (round.length === 0) break;
    sample.push(...round.slice(0, count - sample.length));
  }
  return sample;
}
