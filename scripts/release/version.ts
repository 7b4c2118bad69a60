/**
 * `npm run release:version`: takes the changesets into the next version. Every package and the
 * project get it; CHANGELOG.md gets its section.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasChangesets, releaseChangelog } from './changelog.ts';

interface Plan {
  readonly changesets: readonly { readonly summary: string }[];
  readonly releases: readonly { readonly newVersion: string }[];
}

const CHANGESET = 'node_modules/@changesets/cli/bin.js';

function runChangeset(...args: string[]): void {
  execFileSync(process.execPath, [CHANGESET, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
}

function readPlan(): Plan {
  const folder = mkdtempSync(join(tmpdir(), 'imagewell-release-'));
  try {
    const path = join(folder, 'plan.json');
    runChangeset('status', '--output', path);
    return JSON.parse(readFileSync(path, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (!hasChangesets(readdirSync('.changeset'))) {
  throw new Error('there is no changeset: npx changeset writes one');
}
const { changesets, releases } = readPlan();
const [version, ...others] = new Set(releases.map(({ newVersion }) => newVersion));
if (version === undefined) throw new Error('the changesets change no package');
if (others.length > 0)
  throw new Error(`the packages would differ: ${version}, ${others.join(', ')}`);
const date = new Date().toISOString().slice(0, 10);
const summaries = changesets.map(({ summary }) => summary);
// before anything is changed: it throws where there is nothing to do
const changelog = releaseChangelog(readFileSync('CHANGELOG.md', 'utf8'), {
  version,
  date,
  summaries,
});
runChangeset('version');
writeFileSync('CHANGELOG.md', changelog);
const manifest = readFileSync('package.json', 'utf8');
writeFileSync('package.json', manifest.replace(/^( {2}"version": ").*(",)$/m, `$1${version}$2`));
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
console.log(version);
