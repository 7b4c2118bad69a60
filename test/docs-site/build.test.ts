import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listHashedFiles } from '../../docs-site/hash-sources.ts';

const NODE = process.execPath;
const SCOPED = /^@/;
let folder: string;

/** A checkout of the docs' sources, whose packages are those of this one but for one. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'imagewell-checkout-'));
  for (const file of ['package.json', ...listHashedFiles()]) cpSync(file, join(folder, file));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync('node_modules')) {
    if (name !== 'vitepress') symlinkSync(resolve('node_modules', name), join(modules, name));
  }
  expect(readdirSync(modules).some((name) => SCOPED.test(name))).toBe(true);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const build = () => {
  const { status, stderr } = spawnSync(NODE, ['docs-site/build.ts'], { cwd: folder });
  return { status, said: stderr.toString() };
};
const installVitePress = () =>
  symlinkSync(resolve('node_modules/vitepress'), join(folder, 'node_modules/vitepress'));

describe('a build of the docs', () => {
  it('names the missing packages without development dependencies, and leaves nothing', () => {
    const { status, said } = build();
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/^docs: VitePress is not installed/m),
    ]);
    expect(readdirSync(join(folder, '.build'))).toEqual([]);
  });

  it('says why it can not write', () => {
    writeFileSync(join(folder, '.build'), ''); // root may write anywhere, and no one below a file
    const { status, said } = build();
    expect([status, said]).toEqual([1, expect.stringMatching(/^docs: E(NOTDIR|EXIST)/m)]);
  });

  it('shows nothing half made when it is killed, and the next one clears its files', async () => {
    installVitePress();
    const child = spawn(NODE, ['docs-site/build.ts'], { cwd: folder, stdio: 'ignore' });
    const ended = new Promise((done) => child.once('exit', done));
    const staged = () => globSync('.build/docs-build-*/source/index.md', { cwd: folder });
    await expect.poll(() => staged().length).toBe(1);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(join(folder, '.build/docs'))).toBe(false);
    expect(staged()).toHaveLength(1);
    rmSync(join(folder, 'node_modules/vitepress'));
    build();
    expect(readdirSync(join(folder, '.build'))).toEqual([]);
  });
});
