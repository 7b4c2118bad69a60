import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DRAWINGS, type DrawingCorpus } from './drawings.ts';
import type { CorpusFile } from './fetch-corpora.ts';
import { type Generator, generatorOf } from './generators.ts';

/** A drawing of the fixed sample. */
export interface Drawing extends CorpusFile {
  readonly generator: Generator;
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
const byDigest = ({ name }: CorpusFile, other: CorpusFile) =>
  digestOf(name) < digestOf(other.name) ? -1 : 1;

/** A corpus in the order of its names' digests, each content once. */
async function sampleOfCorpus(
  files: readonly CorpusFile[],
  count: number,
): Promise<readonly Drawing[]> {
  const sample: Drawing[] = [];
  const contents = new Set<string>();
  for (const file of files.toSorted(byDigest)) {
    if (sample.length === count) break;
    const text = await readFile(file.path, 'utf8');
    const content = digestOf(text);
    if (contents.has(content)) continue;
    contents.add(content);
    sample.push({ ...file, generator: generatorOf(file.corpus, text) });
  }
  return sample;
}

/** The drawings that each corpus gives, the same on each machine; of a quick run every eighth. */
export async function sampleDrawings(
  files: readonly CorpusFile[],
  isQuick: boolean,
): Promise<readonly Drawing[]> {
  const groups = Map.groupBy(files, ({ corpus }) => corpus);
  const sample: Drawing[] = [];
  for (const [name, { sample: count }] of Object.entries<DrawingCorpus>(DRAWINGS)) {
    sample.push(...(await sampleOfCorpus(groups.get(name) ?? [], count)));
  }
  return isQuick ? sample.filter((_, at) => at % 8 === 0) : sample;
}
