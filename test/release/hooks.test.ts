import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;

/** A repository with the hooks, the linter and its settings, and nothing else. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'imagewell-hooks-'));
  git('init', '--quiet');
  for (const name of ['node_modules', '.githooks', 'biome.json']) {
    symlinkSync(resolve(name), join(folder, name));
  }
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  git('config', 'core.hooksPath', '.githooks');
  git('config', 'user.name', 'Tests');
  git('config', 'user.email', 'tests@example.com');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });

/** Commits one file of that text; answers the exit code and all that was printed. */
function commit(text: string, subject: string) {
  writeFileSync(join(folder, 'one.ts'), text);
  git('add', 'one.ts');
  const { status, stdout, stderr } = spawnSync('git', ['commit', '--message', subject], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, printed: stdout + stderr };
}

describe('the hooks of npm run hooks', () => {
  it('take a staged file in order and a subject of 72 columns', () => {
    expect(commit('export const one = 1;\n', 'é'.repeat(72))).toMatchObject({ status: 0 });
  });

  it('refuse a subject of 73 columns, and name the limit', () => {
    const { status, printed } = commit('export const one = 2;\n', 'x'.repeat(73));
    expect([status, printed]).toEqual([1, expect.stringContaining('has 73 columns, and 72')]);
  });

  it('take the longer subject of a merge, which git writes', () => {
    const subject = `Merge branch '${'x'.repeat(70)}'`;
    expect(commit('export const one = 3;\n', subject)).toMatchObject({ status: 0 });
  });

  it('refuse a staged file that the linter refuses', () => {
    const { status, printed } = commit('export const one: any = 4\n', 'A file with any in it');
    expect([status, printed]).toEqual([1, expect.stringContaining('noExplicitAny')]);
  });
});
