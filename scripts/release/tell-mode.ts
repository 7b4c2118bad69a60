/**
 * `node scripts/release/tell-mode.ts`: prints `mode=…` and `version=…` for the release workflow.
 * With `--notes` it prints the section of the version in CHANGELOG.md.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { changesOf, releaseMode } from './changelog.ts';

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (process.argv.includes('--notes')) {
  const notes = changesOf(changelog, version);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no ${version}`);
  console.log(notes);
} else {
  const tags = execFileSync('git', ['tag', '--list'], { encoding: 'utf8' }).split('\n');
  const mode = releaseMode({ files: readdirSync('.changeset'), version, tags, changelog });
  console.log(`mode=${mode}\nversion=${version}`);
}
