/**
 * `npm run build:docs`: the docs site, from the repository's Markdown into `.build/docs`, unless it
 * is there already. Fails for a link that leads nowhere. `--in-background` takes the lowest
 * priority: the local service builds so, beside its images.
 */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { findBrokenLinks } from './find-broken-links.ts';
import { finishSite } from './finish.ts';
import { hashSources } from './hash-sources.ts';
import { FOLDERS } from './pages.ts';
import { shareImages } from './share-images.ts';
import { stagePages, writePages } from './stage.ts';

const OUTPUT = '.build/docs';
const HASH_FILE = '.build/docs.sha256';
const BASE = '/docs/';
const WORK_PREFIX = '.build/docs-build-';
const MAX_SWAPS = 3;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Builds that were killed left their folders. */
function removeLeftovers(): void {
  for (const folder of globSync(`${WORK_PREFIX}*`)) {
    const pid = Number(folder.slice(WORK_PREFIX.length));
    if (pid === process.pid || !isRunning(pid)) rmSync(folder, { recursive: true, force: true });
  }
}

function isCurrent(hash: string): boolean {
  if (!existsSync(`${OUTPUT}/index.html`) || !existsSync(HASH_FILE)) return false;
  return readFileSync(HASH_FILE, 'utf8') === hash;
}

/** Nothing in it is half made at any moment; without a hash it is built again. */
function publishSite(work: string): void {
  rmSync(HASH_FILE, { force: true });
  for (let swap = 1; ; swap += 1) {
    if (existsSync(OUTPUT)) renameSync(OUTPUT, `${work}/old-${swap}`);
    try {
      renameSync(`${work}/site`, OUTPUT);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // of another build that ended just now
      if ((code !== 'ENOTEMPTY' && code !== 'EEXIST') || swap === MAX_SWAPS) throw error;
    }
  }
}

async function loadGenerator(): Promise<typeof import('vitepress')> {
  try {
    return await import('vitepress');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(
      'VitePress is not installed: `npm ci --omit=dev` leaves it out, `npm ci` brings it.',
    );
  }
}

/** The generator writes beside its config, so each build has one of its own, which leads here. */
function writeGeneratorFiles(work: string): void {
  const lead = (file: string) => {
    const path = join(work, '.vitepress', file);
    mkdirSync(dirname(path), { recursive: true });
    const target = relative(dirname(path), join(import.meta.dirname, '.vitepress', file));
    writeFileSync(path, `export { default } from '${target.split(sep).join('/')}';\n`);
  };
  lead('config.ts');
  lead('theme/index.ts');
  writeFileSync(join(work, 'tsconfig.json'), '{}'); // its esbuild knows no target of this year
}

async function buildSite(work: string, hash: string): Promise<void> {
  const { build } = await loadGenerator();
  const { drawFigures } = await import('./draw-figures.ts');
  const source = `${work}/source`;
  const site = `${work}/site`;
  const pages = await drawFigures(stagePages(), source);
  writePages(source, pages);
  for (const [folder, path] of Object.entries(FOLDERS)) {
    if (existsSync(folder)) cpSync(folder, `${source}/${path}`, { recursive: true });
  }
  writeGeneratorFiles(work);
  await build(work);
  finishSite(site, pages, BASE);
  // for the pages' Markdown
  for (const path of ['images', ...Object.values(FOLDERS)]) {
    if (existsSync(`${source}/${path}`)) {
      cpSync(`${source}/${path}`, `${site}/${path}`, { recursive: true });
    }
  }
  shareImages(site, ['images', ...Object.values(FOLDERS)]);
  const broken = findBrokenLinks(site, BASE);
  publishSite(work);
  if (broken.length > 0) throw new Error(`links that lead nowhere:\n${broken.join('\n')}`);
  writeFileSync(HASH_FILE, hash);
  console.log(`docs: ${pages.length} pages in ${OUTPUT}, every link leads somewhere`);
}

async function main(): Promise<void> {
  removeLeftovers();
  const hash = hashSources();
  if (isCurrent(hash)) return console.log(`docs: ${OUTPUT} is current`);
  const work = WORK_PREFIX + process.pid;
  mkdirSync(work, { recursive: true });
  try {
    await buildSite(work, hash);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (process.argv.includes('--in-background')) setPriority(constants.priority.PRIORITY_LOW);
try {
  await main();
} catch (error) {
  console.error(`docs: ${(error as Error).message}`);
  process.exit(1);
}
