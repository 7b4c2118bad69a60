import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { GetParametersByPathCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMinistack } from '../../support/cloud/ministack.ts';
import { freePort } from '../../support/service/start-service.ts';
import { checkTypes } from '../support/check-types.ts';
import { expectSite } from '../support/expect-site.ts';
import { findPublintFaults } from '../support/find-publint-faults.ts';
import { listFiles } from '../support/installed-package.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
const EXAMPLE = join(ROOT, 'examples/cdk-app');
/** Of the tarball: the site takes half of it, and the functions with the AWS SDK a third. */
const MAX_BYTES = 10_000_000;
const INSTALL_MS = 600_000;

interface Template {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Record<string, unknown> }>
  >;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
}

let folder: string;
let tarball: string;

async function install(): Promise<void> {
  const { stdout } = await run('node', [join(ROOT, 'scripts/pack/pack-imagewell-cdk.ts')]);
  tarball = stdout.trim().split('\n').at(-1) ?? '';
  const { devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const names = ['aws-cdk-lib', 'constructs', 'cdk-nag'];
  const peers = names.map((name) => `${name}@${devDependencies[name]}`);
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--silent'];
  await run('npm', ['install', ...quiet, tarball, ...peers], { cwd: folder });
  for (const name of ['app.ts', 'cdk.json']) cpSync(join(EXAMPLE, name), join(folder, name));
}

/** Of a program that may fail. */
async function outputOf(program: string, args: readonly string[]): Promise<string> {
  return run(program, args, { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => stdout,
  );
}

async function synthesize(file: string, args: readonly string[] = []): Promise<Template> {
  const outdir = await mkdtemp(join(folder, 'cdk.out-'));
  const env = { ...process.env, CDK_OUTDIR: outdir, XDG_CACHE_HOME: join(folder, 'cache') };
  await run('node', [...args, file], { cwd: folder, env });
  return JSON.parse(await readFile(join(outdir, 'Shop.template.json'), 'utf8'));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-cdk-'));
  await install();
}, INSTALL_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('imagewell-cdk, installed from its tarball into an empty folder', () => {
  it('needs nothing but the CDK, and is small', () => {
    const installed = join(folder, 'node_modules/imagewell-cdk');
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    );
    expect(dependencies).toBeUndefined();
    expect(Object.keys(peerDependencies)).toEqual(['aws-cdk-lib', 'constructs']);
    expect(existsSync(join(folder, 'node_modules/esbuild'))).toBe(false);
    expect(existsSync(join(folder, 'node_modules/zod'))).toBe(false);
    expect(statSync(tarball).size).toBeLessThan(MAX_BYTES);
  });

  it('has the licence, its page, the notices of bundled packages, and only built files', () => {
    const installed = join(folder, 'node_modules/imagewell-cdk');
    const pages = [
      ['LICENSE', 'LICENSE'],
      ['README.md', 'packages/imagewell-cdk/README.md'],
    ];
    for (const [name = '', source = ''] of pages) {
      expect(readFileSync(join(installed, name), 'utf8')).toBe(
        readFileSync(join(ROOT, source), 'utf8'),
      );
    }
    const files = [...listFiles(installed).keys()].map((path) => path.slice(installed.length + 1));
    const others = files.filter((path) => !path.startsWith('dist/')).sort();
    expect(others).toEqual(['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.md', 'package.json']);
    const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    for (const name of ['@smithy/core', 'fflate', 'jose', 'preact', 'vue']) {
      expect(notices).toMatch(new RegExp(`^## ${name} \\d`, 'm'));
    }
  });

  it('passes publint', async () => {
    expect(await findPublintFaults('imagewell-cdk')).toEqual([]);
  });

  it('has right types for every resolution (are-the-types-wrong)', async () => {
    const result = await checkTypes(tarball);
    if (!result.types) throw new Error('no types are found');
    expect(Object.keys(result.entrypoints)).toEqual(['.', './package.json']);
    expect(result.problems).toEqual([]);
  });

  it('synthesises the example of at most fifteen lines without any context', async () => {
    const lines = readFileSync(join(EXAMPLE, 'app.ts'), 'utf8').trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(15);
    const { Resources, Outputs } = await synthesize('app.ts');
    const types = Object.values(Resources).map(({ Type }) => Type);
    const count = (type: string) => types.filter((one) => one === type).length;
    expect({
      tables: count('AWS::DynamoDB::Table'),
      buckets: count('AWS::S3::Bucket'),
      pools: count('AWS::Cognito::UserPool'),
      distributions: count('AWS::CloudFront::Distribution'),
      layers: count('AWS::Lambda::LayerVersion'),
      ofTheCdk: types.filter((type) => type.startsWith('Custom::CDK')).length,
    }).toEqual({ tables: 7, buckets: 5, pools: 1, distributions: 1, layers: 2, ofTheCdk: 0 });
    expect(types.length).toBeLessThan(450);
    const names = Object.keys(Outputs);
    for (const name of ['BaseUrl', 'CdnUrl', 'ProjectsTable', 'UploadKeyParameter']) {
      expect(names).toContain(name);
    }
  });

  it('fetches sharp for Linux on arm64 once, and as the lockfile says', () => {
    const [sharp = '', ...others] = globSync(join(folder, 'cache/imagewell-cdk/sharp-*'));
    expect(others).toEqual([]);
    const modules = join(sharp, 'nodejs/node_modules');
    expect(existsSync(join(modules, '@img/sharp-linux-arm64/package.json'))).toBe(true);
    expect(globSync(join(modules, '@img/*x64*'))).toEqual([]);
    const lock = (path: string) => JSON.parse(readFileSync(path, 'utf8')).packages;
    const wanted = lock(join(ROOT, 'layers/sharp/package-lock.json'));
    const got = lock(join(modules, '.package-lock.json'));
    for (const [name, { integrity }] of Object.entries<{ integrity: string }>(got)) {
      expect([name, integrity]).toEqual([name, wanted[name].integrity]);
      expect(integrity).toMatch(/^sha512-/);
    }
  });

  it('refuses a package of sharp that the lockfile doesn’t know', async () => {
    const installed = join(folder, 'node_modules/imagewell-cdk');
    const lock = join(installed, 'dist/sharp-layer/package-lock.json');
    const before = readFileSync(lock, 'utf8');
    try {
      const wrong = before.replace(
        /("node_modules\/@img\/sharp-linux-arm64": \{[^}]*?"integrity": ")sha512-.{8}/s,
        '$1sha512-AAAAAAAA',
      );
      expect(wrong).not.toBe(before);
      await writeFile(lock, wrong);
      await expect(synthesize('app.ts')).rejects.toThrow(
        /npm did not install @img\/sharp-linux-arm64/,
      );
      expect(globSync(join(folder, 'cache/imagewell-cdk/sharp-*'))).toHaveLength(1);
    } finally {
      await writeFile(lock, before);
    }
  });

  it('is the same for CommonJS', async () => {
    const script = `
      const { App, Stack } = require('aws-cdk-lib');
      const { ImageService } = require('imagewell-cdk');
      new ImageService(new Stack(new App(), 'Shop'), 'Images', { events: true });`;
    await writeFile(join(folder, 'app.cjs'), script);
    const { Resources } = await synthesize('app.cjs');
    const types = Object.values(Resources).map(({ Type }) => Type);
    expect(types.filter((type) => type === 'AWS::Events::EventBus')).toHaveLength(1);
  });

  it.each([
    [
      'nag.mjs',
      `import * as cdk from 'aws-cdk-lib';
      import * as nag from 'cdk-nag';
      import { ImageService } from 'imagewell-cdk';`,
    ],
    [
      'nag.cjs',
      `const cdk = require('aws-cdk-lib');
      const nag = require('cdk-nag');
      const { ImageService } = require('imagewell-cdk');`,
    ],
  ])('passes the cdk-nag of its user, who acknowledges nothing: %s', async (file, imports) => {
    const app = `${imports}
      const app = new cdk.App();
      new ImageService(new cdk.Stack(app, 'Shop'), 'Images', { events: true, rekognition: true });
      const packs = [new nag.AwsSolutionsChecks(app), new nag.ServerlessChecks(app)];
      cdk.Validations.of(app).addPlugins(...packs);
      const { messages } = app.synth().getStackByName('Shop');
      const warnings = messages.filter(({ level }) => level === 'warning');
      const found = packs.flatMap((pack) => pack.validateScope(app).violations);
      console.log(JSON.stringify([...found, ...warnings.map(({ entry }) => entry.data)]));`;
    await writeFile(join(folder, file), app);
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
    const { stdout } = await run('node', [file], { cwd: folder, env });
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual([]);
  });

  it('has types for both kinds of modules, which check the props', async () => {
    const wrong = `
// @ts-expect-error a string is no list
new ImageService(stack, 'Wrong', { cdnDomain: { domainNames: 'a' } });
`;
    await writeFile(
      join(folder, 'typed.mts'),
      readFileSync(join(folder, 'app.ts'), 'utf8') + wrong,
    );
    const asCommonJs = `import cdk = require('aws-cdk-lib');
import imagewell = require('imagewell-cdk');
const stack = new cdk.Stack();
const images: imagewell.ImageService = new imagewell.ImageService(stack, 'Images');
export = images.cdnUrl.length;
`;
    await writeFile(join(folder, 'typed.cts'), asCommonJs);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
    const own = ['--exactOptionalPropertyTypes'];
    const args = [...options, ...own, 'typed.mts', 'typed.cts'];
    const output = await outputOf(join(ROOT, 'node_modules/.bin/tsc'), args);
    // the CDK's own types have faults under exactOptionalPropertyTypes
    const isOurs = (line: string) => /^\S/.test(line) && !line.includes('/aws-cdk-lib/');
    expect(output.split('\n').filter(isOurs)).toEqual([]);
  });

  it(
    'is deployed to the emulated cloud with its console, and bootstrap writes the keys of grantUpload',
    async () => {
      const cloud = await startMinistack(join(ROOT, '.build/ministack'));
      try {
        const env = { ...process.env, ...cloud.env, XDG_CACHE_HOME: join(folder, 'cache') };
        const port = await freePort();
        const cdnUrl = `http://127.0.0.1:${port}`;
        const emulator = `emulator: { name: 'ministack', cdnUrl: '${cdnUrl}' }`;
        const app = readFileSync(join(EXAMPLE, 'app.ts'), 'utf8');
        const deployed = app.replace("'/shop/images' }", `'/shop/images', ${emulator} }`);
        expect(deployed).not.toBe(app);
        await writeFile(join(folder, 'app.ts'), deployed);
        const cdklocal = join(ROOT, 'node_modules/.bin/cdklocal');
        await run(cdklocal, ['bootstrap'], { cwd: folder, env });
        const deploy = ['deploy', '--require-approval', 'never', '--outputs-file', 'outputs.json'];
        await run(cdklocal, deploy, { cwd: folder, env });
        const { Shop } = JSON.parse(await readFile(join(folder, 'outputs.json'), 'utf8'));
        await expectSite(cloud.endpoint, { port, cdnUrl, outputs: Shop });
        const bootstrap = [join(ROOT, 'bin/cli.ts'), 'admin', 'bootstrap', '--stack', 'Shop'];
        const project = JSON.parse((await run('node', bootstrap, { env })).stdout);
        const ssm = new SSMClient({
          endpoint: cloud.endpoint,
          region: 'us-east-1',
          credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
        });
        const { Parameters = [] } = await ssm.send(
          new GetParametersByPathCommand({
            Path: '/imagewell',
            Recursive: true,
            WithDecryption: true,
          }),
        );
        const keys = JSON.parse(Parameters[0]?.Value ?? '{}');
        const { projectId, uploadKey, apiKey } = project;
        expect(keys).toMatchObject({ projectId, uploadKey, cdnUrl });
        expect(keys.apiKey).toMatch(/^private_/);
        expect(keys.apiKey).not.toBe(apiKey);
      } finally {
        await cloud.stop();
      }
    },
    INSTALL_MS,
  );
});
