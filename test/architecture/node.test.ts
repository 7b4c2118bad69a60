import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PRODUCT_FILES } from '../support/sources/syntax-tree.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
/**
 * All that Node once called experimental and the service uses: TypeScript, SQLite, JSON modules.
 */
const PROGRAM = `
  import { DatabaseSync } from 'node:sqlite';
  import manifest from './package.json' with { type: 'json' };
  const { maxImageIdLength }: Record<string, number> = {};
  new DatabaseSync(':memory:').close();`;

describe('Node', () => {
  it('has one version, in package.json and for version managers in .nvmrc', () => {
    expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(manifest.devDependencies.node);
  });

  it('of that version is what runs the tests, and needs no flag to keep its standard error clean', async () => {
    expect(process.versions.node).toBe(manifest.devDependencies.node);
    const args = ['--input-type=module-typescript', '-e', PROGRAM];
    const { stderr } = await promisify(execFile)(process.execPath, args);
    expect(stderr).toBe('');
  });

  it('has as few arenas of glibc in the container and under systemd as in a process that decodes', () => {
    const process = readFileSync('local/lambda/start-process.ts', 'utf8');
    const [, arenas] = /MALLOC_ARENA_MAX: '(\d+)'/.exec(process) ?? [];
    for (const file of ['Dockerfile', 'deploy/machine/imagewell.service']) {
      expect(readFileSync(file, 'utf8')).toContain(`MALLOC_ARENA_MAX=${arenas}`);
    }
  });

  it('gets no flag from a script, which would have to be repeated in every other, but for the bound of memory of the service', () => {
    const flagged = Object.entries<string>(manifest.scripts).filter(([, command]) =>
      /(^|&& )node -/.test(command),
    );
    expect(flagged).toEqual([['start', expect.stringMatching(/^node --\S+ bin\/start\.ts$/)]]);
    const [, flag = ''] = manifest.scripts.start.split(' ');
    for (const file of ['Dockerfile', 'deploy/machine/imagewell.service']) {
      expect(readFileSync(file, 'utf8')).toContain(`NODE_OPTIONS=${flag}`);
    }
    const files = [...globSync('{bin,scripts,.ci}/**', { withFileTypes: true })]
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`);
    expect(files.length).toBeGreaterThan(20);
    expect(
      files.filter((file) => readFileSync(file, 'utf8').includes('--disable-warning')),
    ).toEqual([]);
  });

  it('loads its HTTP module without undici, except in the two commands that listen', () => {
    // an import for a type within braces loads the module, too
    const loads = /^import (?!type )[^;]* from '(node:)?http';/m;
    const loading = PRODUCT_FILES.filter((file) => loads.test(readFileSync(file, 'utf8')));
    expect(loading).toEqual(['cli/sign-in/callback-listener.ts', 'cli/webhooks/event-listener.ts']);
  });

  it('runs every file that package.json names: its command, and the programs of its scripts', () => {
    const programs = Object.values<string>(manifest.scripts).flatMap((command) =>
      [...command.matchAll(/\bnode (?:--\S+ )?((?:bin|scripts|bench)\S+)/g)].map(
        ([, file = '']) => file,
      ),
    );
    expect(programs.length).toBeGreaterThan(15);
    const files = [...Object.values<string>(manifest.bin), ...programs];
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('has at most 32 scripts to learn, and one that takes a name lists the names', async () => {
    expect(Object.keys(manifest.scripts).length).toBeLessThanOrEqual(32);
    for (const [path, name] of [
      ['scripts/pack/pack.ts', 'imagewell'],
      ['scripts/bench.ts', 'settings'],
      ['scripts/localstack.ts', 'deploy'],
    ] as const) {
      const asked = promisify(execFile)(process.execPath, [path, 'toString']);
      await expect(asked).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(name) });
    }
  });
});
