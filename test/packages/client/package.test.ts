import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build, type Plugin } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packClient } from '../../../scripts/client/pack-client.ts';

const run = promisify(execFile);
const tsc = resolve('node_modules/.bin/tsc');
const ADAPTERS = ['astro', 'filepond', 'next', 'nuxt', 'react', 'unpic', 'uppy'];
let folder: string;
let tarball: string;
let listed: string[];

/** Packs the client and installs it where there is nothing else, without a network. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-client-'));
  tarball = packClient();
  const { stdout } = await run('tar', ['-tzf', tarball]);
  listed = stdout
    .trim()
    .split('\n')
    .map((path) => path.replace('package/', ''))
    .sort();
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const options = ['--offline', '--no-audit', '--no-fund', '--omit=peer'];
  await run('npm', ['install', ...options, tarball], { cwd: folder });
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const bundle = (contents: string, plugins: Plugin[] = []) =>
  build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    external: ['react', '@uppy/core'],
    plugins,
  });

describe('the packed client', () => {
  it('holds its licence, its page and what is built with its sources, nothing else', () => {
    const built = /^dist\/(esm|cjs)\/[a-z/-]+\.(js|js\.map|d\.ts)$/;
    const others = listed.filter((path) => !built.test(path));
    expect(others).toEqual(['LICENSE', 'README.md', 'dist/cjs/package.json', 'package.json']);
    const count = (end: string) => listed.filter((path) => path.endsWith(end)).length;
    expect(count('.js')).toBeGreaterThan(50);
    expect([count('.js.map'), count('.d.ts')]).toEqual([count('.js'), count('.js')]);
  });

  it('has no dependencies, optional peers, the version of all packages and the service’s licence', async () => {
    const installed = join(folder, 'node_modules/imagewell-client');
    const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
    const packed = await read(join(installed, 'package.json'));
    const { version } = await read('package.json');
    expect(packed).toMatchObject({ version, sideEffects: false });
    expect(packed).not.toHaveProperty('dependencies');
    expect(packed).not.toHaveProperty('scripts');
    expect(Object.keys(packed.peerDependencies)).toEqual(Object.keys(packed.peerDependenciesMeta));
    for (const peer of Object.values(packed.peerDependenciesMeta))
      expect(peer).toEqual({ optional: true });
    expect(await readFile('client/LICENSE', 'utf8')).toBe(await readFile('LICENSE', 'utf8'));
  });

  it('has the original source in every source map', async () => {
    for (const path of ['dist/esm/src-set.js.map', 'dist/cjs/integrations/uppy.js.map']) {
      const text = await readFile(join(folder, 'node_modules/imagewell-client', path), 'utf8');
      const { sources, sourcesContent } = JSON.parse(text);
      expect(sources).toEqual([expect.stringMatching(/src\/.*\.ts$/)]);
      expect(sourcesContent[0]).toContain('import type {');
    }
  });

  it('has right types for every resolution (are-the-types-wrong)', async () => {
    const packed = createPackageFromTarballData(await readFile(tarball));
    const result = await checkPackage(packed);
    if (!result.types) throw new Error('no types are found');
    expect(Object.keys(result.entrypoints)).toHaveLength(2 + ADAPTERS.length);
    // subpaths need `exports`, which TypeScript before 4.7 and node10 don't read
    const wrong = result.problems.filter(
      (problem) => !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    );
    expect(wrong).toEqual([]);
  });

  it('is in order by publint', async () => {
    const pkgDir = join(folder, 'node_modules/imagewell-client');
    const { messages, pkg } = await publint({ pkgDir, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('is imported by Node from an empty folder, and required', async () => {
    const import_ = `import * as all from 'imagewell-client'; console.log(Object.keys(all).join());`;
    const require_ = `console.log(Object.keys(require('imagewell-client')).sort().join());`;
    const printed = await Promise.all(
      [`--input-type=module`, `--input-type=commonjs`].map(async (kind, at) => {
        const script = at === 0 ? import_ : require_;
        return (await run(process.execPath, [kind, '-e', script], { cwd: folder })).stdout.trim();
      }),
    );
    expect(printed[0]?.split(',')).toEqual([
      'DEFAULT_WIDTHS',
      'ImagewellError',
      'MAX_UPLOAD_BYTES',
      'countRenditions',
      'createImagewell',
      'createImagewellForUsers',
      'fetchPlaceholder',
      'imageUrl',
      'placeholderUrl',
      'signImageUrl',
      'srcSet',
      'uploadTemporaryImage',
      'waitUntilServed',
    ]);
    expect(printed[1]).toBe(printed[0]);
  });

  it.each(['nodenext', 'node16', 'bundler'])(
    'type-checks in a strict consumer with module resolution %s, from a module and from CommonJS',
    async (moduleResolution) => {
      await copyFile('test/packages/client/support/consumer.ts.txt', join(folder, 'consumer.ts'));
      await copyFile('test/packages/client/support/consumer.ts.txt', join(folder, 'consumer.cts'));
      const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
      const options = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        skipLibCheck: false,
        noEmit: true,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
        module,
        moduleResolution,
      };
      const files = ['consumer.ts', ...(moduleResolution === 'bundler' ? [] : ['consumer.cts'])];
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: options, files }),
      );
      const { stdout } = await run(tsc, ['-p', folder]).catch((error) => error);
      expect(stdout).toBe('');
    },
  );

  it('has unpic’s types for what unpic takes', async () => {
    await cp('node_modules/unpic', join(folder, 'node_modules/unpic'), { recursive: true });
    await copyFile('test/packages/client/support/unpic.ts.txt', join(folder, 'unpic.ts'));
    const options = ['--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', '--target es2022'];
    const given = [...options, '--module esnext', '--moduleResolution bundler', 'unpic.ts'];
    const { stdout } = await run(tsc, given.join(' ').split(' '), { cwd: folder }).catch(
      (error) => error,
    );
    expect(stdout).toBe('');
  });

  it('is shaken: a page that only shows images carries about a kilobyte gzipped, and no signing', async () => {
    const { outputFiles } = await bundle("export { imageUrl, srcSet } from 'imagewell-client';");
    const text = outputFiles[0]?.text ?? '';
    expect(gzipSync(text).length).toBeLessThan(1_100);
    expect(text).not.toMatch(/subtle|XMLHttpRequest|X-API-Key/);
  });
});

/** Leaves out the core: what the main entry has too. */
const withoutCore: Plugin = {
  name: 'without-core',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\// }, ({ path }) =>
      path.startsWith('../react/') ? undefined : { path, external: true },
    );
  },
};

/**
 * Bytes of everything that an entry exports, as esbuild minifies and gzip packs it, without its
 * framework: with the core of the client that it needs, and its own files alone.
 */
async function measure(entry: string) {
  const name = `imagewell-client/${entry}`;
  const ownDefault = ['astro', 'nuxt'].includes(entry) ? `export { default } from '${name}';` : '';
  const contents = `export * from '${name}'; ${ownDefault}`;
  const bytes = async (plugins: Plugin[]) => {
    const { outputFiles } = await bundle(contents, plugins);
    return gzipSync(outputFiles[0]?.contents ?? '').length;
  };
  return { whole: await bytes([]), own: await bytes([withoutCore]) };
}

describe('an entry', () => {
  it.each(ADAPTERS)(
    '%s is below 3 KB gzipped, and below 4.5 KB with the core that it needs',
    async (entry) => {
      const { whole, own } = await measure(entry);
      console.info(`imagewell-client/${entry}: ${own} bytes gzipped, ${whole} with the core`);
      expect(own).toBeGreaterThan(200);
      expect(own).toBeLessThan(3_000);
      expect(whole).toBeGreaterThan(own + 200);
      expect(whole).toBeLessThan(4_500);
    },
  );
});
