/**
 * `npm run build:docs`: the docs site, from the repository's Markdown into `.build/docs`. Fails
 * for a link that leads nowhere.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawFigures } from './draw-figures.ts';
import { findBrokenLinks } from './find-broken-links.ts';
import { finishSite } from './finish.ts';
import { installPackages } from './install.ts';
import { stagePages, writePages } from './stage.ts';

const FOLDER = 'docs-site';
const SOURCE = '.build/docs-source';
const OUTPUT = '.build/docs';
const BASE = '/docs/';

function run(cwd: string, command: string, ...options: string[]): void {
  const { status } = spawnSync(command, options, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

installPackages(FOLDER);
rmSync(SOURCE, { recursive: true, force: true });
const pages = await drawFigures(stagePages(), SOURCE);
writePages(SOURCE, pages);
run(
  '.',
  process.execPath,
  resolve(FOLDER, 'node_modules/vitepress/bin/vitepress.js'),
  'build',
  FOLDER,
);
finishSite(OUTPUT, pages, BASE);
cpSync(`${SOURCE}/images`, `${OUTPUT}/images`, { recursive: true }); // for the pages' Markdown
const broken = findBrokenLinks(OUTPUT, BASE);
for (const line of broken) console.error(line);
if (broken.length > 0) process.exitCode = 1;
else console.log(`docs: ${pages.length} pages in ${OUTPUT}, every link leads somewhere`);
