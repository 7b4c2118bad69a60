import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packClient } from '../../../scripts/client/pack-client.ts';
import { installOracles } from '../../support/oracles/install-oracles.ts';
import { checkTypes } from '../support/check-types.ts';

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

const bundle = (contents: string) =>
  build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    external: ['react', '@uppy/core'],
    metafile: true,
  });

describe('the packed client', () => {
  it('holds its licence, its page and the built files with their sources, nothing else', () => {
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
    const licence = await readFile(join(installed, 'LICENSE'), 'utf8');
    expect(licence).toBe(await readFile('LICENSE', 'utf8'));
  });

  it('has the original source in every source map', async () => {
    for (const path of listed.filter((one) => one.endsWith('.js.map'))) {
      const text = await readFile(join(folder, 'node_modules/imagewell-client', path), 'utf8');
      const { sources, sourcesContent } = JSON.parse(text);
      const source = path.replace(/^dist\/(esm|cjs)\//, 'src/').replace(/\.js\.map$/, '.ts');
      expect(sources, path).toEqual([expect.stringMatching(new RegExp(`/${source}$`))]);
      expect(sourcesContent, path).toEqual([await readFile(`client/${source}`, 'utf8')]);
    }
  });

  it.each(['module', 'commonjs'])('names lines of its source in a trace of a %s', async (kind) => {
    const load = kind === 'module' ? 'await import' : 'require';
    const script = `const { imageUrl } = ${load}('imagewell-client'); imageUrl('x');`;
    const options = ['--enable-source-maps', `--input-type=${kind}`, '-e', script];
    const { stderr } = await run(process.execPath, options, { cwd: folder }).catch(
      (error) => error,
    );
    const lines = (await readFile('client/src/image-source.ts', 'utf8')).split('\n');
    const thrown = lines.findIndex((line) => line.includes('is no URL or ID of an image')) + 1;
    expect(stderr).toContain(`src/image-source.ts:${thrown}:`);
  });

  it('has right types for every resolution (are-the-types-wrong)', async () => {
    const result = await checkTypes(tarball);
    if (!result.types) throw new Error('no types are found');
    expect(Object.keys(result.entrypoints)).toHaveLength(2 + ADAPTERS.length);
    // subpaths need `exports`, which TypeScript before 4.7 and node10 don't read
    const wrong = result.problems.filter(({ resolutionKind }) => resolutionKind !== 'node10');
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
      'readFileType',
      'signImageUrl',
      'srcSet',
      'uploadTemporaryImage',
      'waitForUpload',
    ]);
    expect(printed[1]).toBe(printed[0]);
  });

  it.each(ADAPTERS.filter((entry) => !['react', 'uppy'].includes(entry)))(
    'has the entry %s without a framework, imported and required',
    async (entry) => {
      const name = `imagewell-client/${entry}`;
      const names = `(all) => console.log(Object.keys(all).sort().join())`;
      const import_ = `import('${name}').then(${names})`;
      const require_ = `(${names})(require('${name}'))`;
      const [imported, required] = await Promise.all(
        [import_, require_].map(async (script) => {
          const options = ['--input-type=commonjs', '-e', script];
          return (await run(process.execPath, options, { cwd: folder })).stdout;
        }),
      );
      expect(imported).toMatch(/\w+/);
      expect(required).toBe(imported);
    },
  );

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

  it('has types of its React components for modules and CommonJS', async () => {
    for (const name of ['@types/react', 'csstype', '@types/prop-types'])
      await cp(`node_modules/${name}`, join(folder, 'node_modules', name), { recursive: true });
    const from = 'test/packages/client/support/react.ts.txt';
    for (const to of ['react.ts', 'react.cts']) await copyFile(from, join(folder, to));
    const options = ['--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', '--target es2022'];
    const given = [...options, '--module nodenext', 'react.ts react.cts'].join(' ').split(' ');
    const { stdout } = await run(tsc, given, { cwd: folder }).catch((error) => error);
    expect(stdout).toBe('');
  });

  it('has unpic’s types for what unpic takes', async () => {
    const unpic = join(await installOracles(), 'unpic');
    await cp(unpic, join(folder, 'node_modules/unpic'), { recursive: true });
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
    expect(gzipSync(text).length).toBeLessThan(1_200);
    expect(text).not.toMatch(/subtle|XMLHttpRequest|X-API-Key/);
  });
});

const gzipped = (contents: string) => bundle(contents).then(sizeOf);
const sizeOf = ({ outputFiles }: Awaited<ReturnType<typeof bundle>>) =>
  gzipSync(outputFiles?.[0]?.contents ?? '').length;

/** The names of all that an entry exports for running programs. */
async function exportsOf(entry: string): Promise<readonly string[]> {
  const { metafile } = await bundle(`export * from 'imagewell-client/${entry}';`);
  const own = Object.values(metafile.outputs).flatMap((output) => output.exports);
  return ['astro', 'nuxt'].includes(entry) ? [...own, 'default'] : own;
}

/**
 * Bytes of one import as a page has it: minified by esbuild with all that it pulls in, packed by
 * gzip, without the framework.
 */
describe('one import of an adapter is below 3 KB gzipped with all that it pulls in', () => {
  it.each(ADAPTERS)('%s', async (entry) => {
    const names = await exportsOf(entry);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const bytes = await gzipped(`export { ${name} } from 'imagewell-client/${entry}';`);
      console.info(`imagewell-client/${entry}, ${name}: ${bytes} bytes gzipped`);
      expect(bytes, name).toBeGreaterThan(200);
      expect(bytes, name).toBeLessThan(3_000);
    }
  });

  it('and so is the whole adapter, but for React: images and uploads together are below 4.4 KB', async () => {
    for (const entry of ADAPTERS) {
      const bytes = await gzipped(`export * from 'imagewell-client/${entry}';`);
      expect(bytes, entry).toBeLessThan(entry === 'react' ? 4_400 : 3_000);
    }
  });

  it('and a page that only shows images with React carries no upload', async () => {
    const { outputFiles } = await bundle(`export { Image } from 'imagewell-client/react';`);
    expect(outputFiles?.[0]?.text).not.toMatch(/XMLHttpRequest|AbortController|Retry-After/);
  });
});
