import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'imagewell-version-'));
afterAll(() => rmSync(folder, { recursive: true }));

const versionOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')).version;

it('release:version gives every package and the project one version, and takes the changesets', () => {
  const manifests = ['package.json', ...globSync('{client,packages/*}/package.json')];
  const copied = [...manifests, 'package-lock.json', '.npmrc', 'CHANGELOG.md', '.changeset'];
  for (const path of [...copied, 'scripts/release']) {
    cpSync(path, join(folder, path), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const changeset = '---\n"imagewell": minor\n---\n\nSomething that users see.\n';
  writeFileSync(join(folder, '.changeset/some.md'), changeset);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: folder,
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.changeset', ...manifests);
  git('commit', '--quiet', '--message=first');
  const run = () =>
    execFileSync(process.execPath, ['scripts/release/version.ts'], { cwd: folder, stdio: 'pipe' });
  run();
  const [major, minor] = versionOf('package.json').split('.').map(Number);
  const next = `${major}.${minor + 1}.0`;
  for (const path of [...manifests, 'package-lock.json']) {
    expect(versionOf(join(folder, path)), path).toBe(next);
  }
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain(
    `## Unreleased\n\n## ${next} - `,
  );
  expect(globSync('*.md', { cwd: join(folder, '.changeset') })).toEqual(['README.md']);
  expect(run).toThrow('there is no changeset');
});
