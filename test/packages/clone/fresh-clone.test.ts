import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../support/service/python-tools.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const MODULES = join(ROOT, 'node_modules');
const STACK = 'imagewell';

let folder: string;
let clone: string;
let out: string;

/** `npx cdk synth` in the clone, which has nothing but its sources and packages. */
function synthesize(env: NodeJS.ProcessEnv = {}) {
  const path = [join(MODULES, '.bin'), process.env.PATH].join(delimiter);
  const args = ['synth', STACK, '--quiet', '--output', out];
  return run(process.execPath, [join(MODULES, 'aws-cdk/bin/cdk'), ...args], {
    cwd: clone,
    env: { ...process.env, PATH: path, AWS_REGION: 'eu-west-1', ...env },
  });
}

interface WithCode {
  readonly Properties?: Readonly<Record<string, { readonly S3Key?: string } | undefined>>;
}

/** The asset of the resource whose logical id begins so. */
function assetOf(prefix: string, property: string): string {
  const { Resources } = JSON.parse(readFileSync(join(out, `${STACK}.template.json`), 'utf8'));
  const found = Object.entries<WithCode>(Resources).find(([id]) => id.startsWith(prefix));
  const key = found?.[1].Properties?.[property]?.S3Key ?? '';
  return join(out, `asset.${key.replace(/\.zip$/, '')}`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'imagewell-clone-'));
  clone = join(folder, 'clone');
  out = join(folder, 'cdk.out');
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  symlinkSync(MODULES, join(clone, 'node_modules'), 'junction');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npx cdk deploy in a fresh clone after npm ci', () => {
  it('says in a sentence that a layer needs the registry, where that is out of reach', async () => {
    const { code, output } = await synthesize({
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(folder, 'no-cache'),
      npm_config_fetch_retries: '0',
    });
    expect(code).not.toBe(0);
    expect(output).toMatch(/^The layer .*arm64 could not be built: .*npm registry/m);
    expect(output).not.toMatch(/^ +at .*build-layer/m);
    expect(existsSync(join(clone, 'layers/sharp/dist/arm64'))).toBe(false);
  });

  it('has the layers, the console and the docs in its assets', async () => {
    const { code, output } = await synthesize();
    expect(code, output).toBe(0);
    for (const [layer, file] of [
      ['SharpLayer', 'nodejs/node_modules/sharp/package.json'],
      ['DecodersLayer', 'nodejs/node_modules/@resvg/resvg-wasm/package.json'],
    ] as const) {
      const zip = unzipSync(readFileSync(`${assetOf(layer, 'Content')}.zip`), {
        filter: ({ name }) => name === file,
      });
      expect(Object.keys(zip)).toEqual([file]);
    }
    const site = assetOf('SiteFilesWriter', 'Code');
    const files = ['index.mjs', 'console/index.html', 'docs/index.html'];
    expect(files.filter((file) => !existsSync(join(site, file)))).toEqual([]);
  });
});
