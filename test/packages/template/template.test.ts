import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Code } from 'aws-cdk-lib/aws-lambda';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VIEWER_REQUEST_HANDLER } from '../../../lambdas/edge/with-cdn-url.ts';
import { TEMPLATE_QUOTAS } from '../../../lib/quotas/template-quotas.ts';
import {
  type BuiltTemplate,
  buildTemplate,
  listVariants,
} from '../../../scripts/template/build-template.ts';
import { PARAMETERS } from '../../../scripts/template/parameters.ts';
import { VARIANTS } from '../../../scripts/template/template-stack.ts';
import { get } from '../../infrastructure/synth/support/template.ts';
import { localBaseUrl } from '../../support/cloud/local-base-url.ts';
import { startMinistack } from '../../support/cloud/ministack.ts';
import { installPythonTools, run } from '../../support/service/python-tools.ts';
import { freePort } from '../../support/service/start-service.ts';
import { readCommands } from '../support/documented-commands.ts';
import { expectSite, withDistribution } from '../support/expect-site.ts';
import { resolveTemplate } from '../support/resolve-template.ts';

const execute = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
const PAGE = join(ROOT, 'docs/guides/template.md');
const TEMPLATE = 'imagewell.template.json';
/** Measured: 16 MB, of which sharp takes 9 and the docs take 4. */
const MAX_BYTES = 20_000_000;
const TOOLS = join(ROOT, '.build/aws-cli');
const PACK_MS = 600_000;

/** Names that are unique in an account or a region, by type. */
const UNIQUE: Readonly<Record<string, string>> = {
  'AWS::CloudFront::Function': 'Name',
  'AWS::CloudFront::OriginAccessControl': 'OriginAccessControlConfig.Name',
  'AWS::CloudFront::CachePolicy': 'CachePolicyConfig.Name',
  'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig.Name',
  'AWS::ApiGateway::RestApi': 'Name',
  'AWS::Cognito::UserPoolDomain': 'Domain',
  'AWS::Events::EventBus': 'Name',
};

interface Resource {
  readonly Type: string;
  readonly Properties: object;
}

let folder: string;
const zips = { aws: '', ministack: '' };

async function pack(args: readonly string[]): Promise<string> {
  const script = join(ROOT, 'scripts/template/pack-template.ts');
  const { stdout } = await execute('node', [script, ...args], { maxBuffer: 10_000_000 });
  return stdout.trim().split('\n').at(-1) ?? '';
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-template-'));
  zips.aws = await pack([]);
  zips.ministack = await pack(['--packed', '--emulator']);
}, PACK_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder that has the archive alone. */
async function copyAlone(zip: string, name: string): Promise<string> {
  const own = join(folder, name);
  mkdirSync(own);
  // the documented name has no target in it
  await cp(zip, join(own, 'imagewell-template-0.zip'));
  return own;
}

/** Stand-ins for code, so that a difference is one of the template. */
function buildForTest(): BuiltTemplate {
  process.env.CDK_VALIDATION = 'false';
  const assets = {
    version: '0.0.0',
    functionCode: () => ({
      code: Code.fromInline('exports.handler = 0'),
      handler: 'index.handler',
    }),
    edgeFunction: () => `var edge = () => {}; ${VIEWER_REQUEST_HANDLER}`,
    sharpLayer: () => import.meta.dirname,
    decodersLayer: () => import.meta.dirname,
    heifLayer: () => import.meta.dirname,
    siteWriter: { folder: import.meta.dirname },
  };
  const outdir = join(folder, 'variants');
  return buildTemplate({ assets, version: '0.0.0', isEmulated: false, outdir });
}

describe('the template for users without the CDK', () => {
  it('is the stack of each choice of its parameters, as the CDK makes it', () => {
    const { template, variants } = buildForTest();
    expect(variants).toHaveLength(2 ** Object.keys(VARIANTS).length);
    for (const [at, variant] of listVariants().entries()) {
      const chosen = Object.entries(variant).filter(([, is]) => is);
      const given = chosen.map(([name]) => VARIANTS[name as keyof typeof VARIANTS]);
      for (const others of [[], ['ApiGatewayLogRole=create', 'AlarmEmail', 'ApiWebAclArn']]) {
        const values = new Set<string>([...given, ...others]);
        const alone = { ...template, ...variants[at] };
        const made = resolveTemplate(template, values);
        expect(made, [...values].join()).toEqual(
          resolveTemplate({ ...alone, Conditions: template.Conditions }, values),
        );
      }
    }
  });

  it('is small enough, names its files only, and nothing of the CDK', async () => {
    expect(statSync(zips.aws).size).toBeLessThan(MAX_BYTES);
    const own = await copyAlone(zips.aws, 'aws');
    await execute('unzip', ['-q', 'imagewell-template-0.zip'], { cwd: own });
    const text = readFileSync(join(own, TEMPLATE), 'utf8');
    expect(text.length).toBeLessThan(TEMPLATE_QUOTAS.templateBytes.usual);
    expect(/.{0,40}(cdk|bootstrap|IMAGEWELLSTACK).{0,40}/i.exec(text)?.[0]).toBeUndefined();
    const { Resources, Parameters } = JSON.parse(text);
    expect(Object.keys(Resources).length).toBeLessThan(TEMPLATE_QUOTAS.stackResources.usual);
    expect(Object.keys(Parameters)).toEqual(Object.keys(PARAMETERS));
    for (const { Type, Properties } of Object.values<Resource>(Resources)) {
      const name = JSON.stringify(get(Properties, UNIQUE[Type] ?? '') ?? '');
      // the same template makes several stacks in an account
      if (Type in UNIQUE) expect([Type, name]).toEqual([Type, expect.stringMatching(/AWS::Stack/)]);
    }
    const named = new Set([...text.matchAll(/[0-9a-f]{64}\.zip/g)].map(([name]) => name));
    expect(readdirSync(join(own, 'assets')).sort()).toEqual([...named].sort());
    const rows = readFileSync(PAGE, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const documented = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
    expect(documented.map(([, name]) => name).sort()).toEqual(Object.keys(PARAMETERS).sort());
  });

  it('has no finding of cfn-lint', { timeout: PACK_MS }, async () => {
    const script = join(ROOT, 'scripts/lint-template.ts');
    const { code, output } = await run('node', [script, join(folder, 'aws', TEMPLATE)], {});
    expect([code, output.trim()]).toEqual([0, 'cfn-lint finds nothing in 1 template']);
  });

  it('is deployed to the emulated cloud by the documented commands, and serves images and console', {
    timeout: PACK_MS,
  }, async () => {
    mkdirSync(TOOLS, { recursive: true });
    const tools = await installPythonTools(TOOLS, join(ROOT, 'test/support/cloud/aws-cli.txt'));
    const cloud = await startMinistack(join(ROOT, '.build/ministack'));
    try {
      const port = await freePort();
      const cdnUrl = `http://127.0.0.1:${port}`;
      const own = await copyAlone(zips.ministack, 'ministack');
      const commands = readCommands(PAGE, 'Deploy');
      expect(commands).toHaveLength(6);
      const script = commands
        .join('\n')
        .replace(/(--parameter-overrides .*)/, `$1 EmulatedCdnUrl=${cdnUrl}`)
        .replace('--output table', '--output json');
      const PATH = [tools, process.env.PATH].join(delimiter);
      const env = { ...process.env, ...cloud.env, PATH, AWS_PAGER: '' };
      const shell = ['-ec', `exec 3>&1 1>&2\n${script} >&3`];
      const { stdout } = await execute('bash', shell, { cwd: own, env });
      const outputs: Record<string, string> = Object.fromEntries(
        JSON.parse(stdout).map((one: { OutputKey: string; OutputValue: string }) => [
          one.OutputKey,
          one.OutputValue,
        ]),
      );
      const site = { port, cdnUrl, outputs };
      await expectSite(cloud.endpoint, site);
      const bootstrap = [join(ROOT, 'bin/cli.ts'), 'admin', 'bootstrap', '--stack', 'imagewell'];
      const project = JSON.parse((await execute('node', bootstrap, { env })).stdout);
      await withDistribution(cloud.endpoint, site, () =>
        expectImage(localBaseUrl(cloud.endpoint, outputs.BaseUrl ?? ''), cdnUrl, project),
      );
    } finally {
      await cloud.stop();
    }
  });
});

interface Project {
  readonly uploadKey: string;
  readonly apiKey: string;
}

async function expectImage(base: string, cdnUrl: string, project: Project): Promise<void> {
  const create = { width: 640, height: 480, channels: 3 as const, background: '#c33' };
  const uploaded = await fetch(`${base}/api/v1/upload-temporary-image/${project.uploadKey}`, {
    method: 'POST',
    headers: { 'Content-Type': 'image/jpeg' },
    body: new Uint8Array(await sharp({ create }).jpeg().toBuffer()),
  });
  const { temporaryImageUrl } = (await uploaded.json()) as { temporaryImageUrl: string };
  const saved = await fetch(`${base}/api/v1/save-temporary-image`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': project.apiKey },
    body: JSON.stringify({ temporaryImageUrl }),
  });
  const { imageUrl = '' } = (await saved.json()) as { imageUrl?: string };
  expect(imageUrl.startsWith(cdnUrl), imageUrl).toBe(true);
  const small = await fetch(`${imageUrl.replace(/\.jpg$/, '.webp')}?width=320`);
  const bytes = Buffer.from(await small.arrayBuffer());
  expect([small.status, await sharp(bytes).metadata()]).toEqual([
    200,
    expect.objectContaining({ format: 'webp', width: 320, height: 240 }),
  ]);
}
