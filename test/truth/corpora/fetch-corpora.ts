import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../support/service/python-tools.ts';
import type { Corpus } from './corpora.ts';
import { DOWNLOADS } from './download.ts';
import { writeIcons } from './write-icons.ts';

/** An image of a corpus. */
export interface CorpusFile {
  readonly corpus: string;
  /** `<corpus>/<path in the package>`, the name that findings use. */
  readonly name: string;
  readonly path: string;
}

const ARCHIVES = '**/*.{gz,xz,crate,tgz}';

/** The one file of the bytes that the list names; undefined if the registry has sent others. */
async function findArchive(folder: string, sha256: string): Promise<string | undefined> {
  for (const name of globSync(ARCHIVES, { cwd: folder })) {
    const path = join(folder, name);
    const bytes = await readFile(path);
    if (createHash('sha256').update(bytes).digest('hex') === sha256) return path;
  }
  return undefined;
}

/** False of folders, and of links whose target the package lacks. */
async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

async function keepImages(
  archive: string,
  { images, icons }: Corpus,
  target: string,
): Promise<void> {
  const folder = `${dirname(archive)}/unpacked`;
  await mkdir(folder);
  const { code, output } = await run('tar', ['-xf', archive, '-C', folder], {});
  if (code !== 0) throw new Error(output.trim());
  const [top] = globSync('*', { cwd: folder });
  const from = join(folder, top ?? '');
  const names = globSync('**/*', { cwd: from }).filter((name) => images.test(name));
  for (const name of names) {
    const path = join(from, name);
    if (!(await isFile(path))) continue;
    await mkdir(dirname(join(target, name)), { recursive: true });
    await cp(path, join(target, name));
  }
  if (icons !== undefined) await writeIcons(join(from, icons), target);
}

/** The folder of a corpus in the cache; throws the reason where no registry gives it. */
async function fetchCorpus(name: string, corpus: Corpus, cache: string): Promise<string> {
  const folder = join(cache, `${name}-${corpus.version}`);
  const mark = join(folder, '.sha256');
  if ((await readFile(mark, 'utf8').catch(() => '')) === corpus.sha256) return folder;
  const work = join(cache, `.partial-${name}-${process.pid}`);
  await mkdir(work, { recursive: true });
  try {
    const { code, output } = await DOWNLOADS[corpus.registry](corpus, work);
    const archive = await findArchive(work, corpus.sha256);
    if (archive === undefined) {
      const said = output.trim().split('\n').slice(-2).join(' ');
      throw new Error(code === 0 ? 'the registry sent other bytes' : said);
    }
    const images = join(work, 'images');
    await mkdir(images);
    await keepImages(archive, corpus, images);
    await writeFile(join(images, '.sha256'), corpus.sha256);
    await rm(folder, { recursive: true, force: true });
    await rename(images, folder);
    return folder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A corpus that can't be had here. */
export interface Missing {
  readonly corpus: string;
  readonly reason: string;
}

async function listCorpus(
  corpus: string,
  pinned: Corpus,
  cache: string,
): Promise<readonly CorpusFile[] | Missing> {
  try {
    const folder = await fetchCorpus(corpus, pinned, cache);
    const files: CorpusFile[] = [];
    for (const path of globSync('**/*', { cwd: folder }).sort()) {
      if (!(await isFile(join(folder, path)))) continue;
      files.push({ corpus, name: `${corpus}/${path}`, path: join(folder, path) });
    }
    return files;
  } catch (error) {
    return { corpus, reason: (error as Error).message };
  }
}

/** The images of the corpora, and the reason of each corpus that can't be had here. */
export interface FetchedCorpora {
  readonly files: readonly CorpusFile[];
  readonly missing: readonly Missing[];
}

/** Fetches the corpora that the cache lacks, and lists the images of all. */
export async function fetchCorpora(
  corpora: Readonly<Record<string, Corpus>>,
  cache: string,
): Promise<FetchedCorpora> {
  await mkdir(cache, { recursive: true });
  // each registry answers one at a time
  const queues = Map.groupBy(Object.entries(corpora), ([, { registry }]) => registry);
  const results = await Promise.all(
    [...queues.values()].map(async (queue) => {
      const done: (readonly CorpusFile[] | Missing)[] = [];
      for (const [name, corpus] of queue) done.push(await listCorpus(name, corpus, cache));
      return done;
    }),
  );
  const all = results.flat();
  return {
    files: all.flatMap((one) => ('reason' in one ? [] : one)),
    missing: all.filter((one) => 'reason' in one),
  };
}
