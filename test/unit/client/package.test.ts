import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const bin = (name: string) => resolve('node_modules/.bin', name);
const tsc = bin('tsc');
let folder: string;
let listed: string[];

/**
 * Builds and packs the client as its README says, and installs it where there is nothing else,
 * without a network.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-client-'));
  const options = ['--silent', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', ['pack', './client', ...options]);
  const packed = JSON.parse(stdout);
  const [{ files, filename }] = Array.isArray(packed) ? packed : Object.values(packed);
  listed = files.map(({ path }: { path: string }) => path).sort();
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], {
    cwd: folder,
  });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the packed client', () => {
  it('holds its licence, its page and what is built, nothing else', () => {
    const others = listed.filter((path) => !/^dist\/[a-z/-]+\.(js|d\.ts)$/.test(path));
    expect(others).toEqual(['LICENSE', 'README.md', 'package.json']);
    const built = listed.filter((path) => path.endsWith('.js'));
    expect(listed.filter((path) => path.endsWith('.d.ts'))).toHaveLength(built.length);
  });

  it('has no dependencies, and the service’s licence', async () => {
    const { dependencies, peerDependencies } = JSON.parse(
      await readFile('client/package.json', 'utf8'),
    );
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
    expect(await readFile('client/LICENSE', 'utf8')).toBe(await readFile('LICENSE', 'utf8'));
  });

  it('is imported by Node from an empty folder', async () => {
    const script = `import * as all from 'imagewell-client'; console.log(Object.keys(all).join());`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
    });
    expect(stdout.trim().split(',')).toEqual([
      'DEFAULT_WIDTHS',
      'ImagewellError',
      'MAX_UPLOAD_BYTES',
      'createImagewell',
      'createImagewellForUsers',
      'imageUrl',
      'signImageUrl',
      'srcSet',
      'uploadTemporaryImage',
      'waitUntilServed',
    ]);
  });

  it.each(['nodenext', 'bundler'])(
    'type-checks in a strict consumer with module resolution %s',
    async (moduleResolution) => {
      await copyFile('test/unit/client/support/consumer.ts.txt', join(folder, 'consumer.ts'));
      const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
      const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        module,
        moduleResolution,
      };
      const config = { compilerOptions: options, files: ['consumer.ts'] };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const { stdout } = await run(tsc, ['-p', folder]).catch((error) => error);
      expect(stdout).toBe('');
    },
  );

  it('is shaken: a page that only shows images carries a kilobyte and a half, and no signing', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: "export { imageUrl, srcSet } from 'imagewell-client';",
        resolveDir: folder,
      },
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
    });
    const text = outputFiles[0]?.text ?? '';
    expect(text.length).toBeLessThan(1_500);
    expect(text).not.toMatch(/subtle|XMLHttpRequest|X-API-Key/);
  });
});
