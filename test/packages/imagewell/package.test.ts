import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/service/start-service.ts';
import { checkTypes } from '../support/check-types.ts';
import { findPublintFaults } from '../support/find-publint-faults.ts';
import { installPackage, listFiles } from '../support/installed-package.ts';

/** Measured: 6.02 MB with the passkeys, and 35 MB with sharp. */
const MAX_TARBALL_BYTES = 6_100_000;
const MAX_INSTALLED_BYTES = 80_000_000;
const READY_MS = 60_000;

const execute = promisify(execFile);
let tarball: string;
let installed: Awaited<ReturnType<typeof installPackage>>;

beforeAll(async () => {
  const { stdout } = await execute(process.execPath, ['scripts/pack/pack-imagewell.ts']);
  tarball = stdout.trim().split('\n').at(-1) ?? '';
  installed = await installPackage(tarball);
}, 600_000);
afterAll(() => installed?.remove());

/** Runs `npx imagewell …` in the folder, to its end. */
async function npx(...args: string[]) {
  const { app, env, cache } = installed;
  const command = ['--offline', '--no', '--', 'imagewell', ...args];
  // npm has its own compile cache
  const ofNpm = { ...env, TMPDIR: cache };
  const done = await execute('npx', command, { cwd: app, env: ofNpm }).catch((error) => error);
  const { code = 0, stdout, stderr } = done;
  return { code, stdout, stderr } as { code: number; stdout: string; stderr: string };
}

/** Starts the service, and resolves when it printed the startup banner. */
async function startService(args: readonly string[]) {
  const { app, env } = installed;
  const bin = join(app, 'node_modules/.bin/imagewell');
  const child: ChildProcess = spawn(bin, ['start', ...args], { cwd: app, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  await expect
    .poll(() => printed, { timeout: READY_MS, interval: 50 })
    .toContain('imagewell is ready.');
  return { child, ended, printed: () => printed };
}

const post = async (url: string, key: string, body: object): Promise<Record<string, string>> => {
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.json() as Promise<Record<string, string>>;
};

describe('the package imagewell', () => {
  it('is small, as a tarball and installed', () => {
    expect(statSync(tarball).size).toBeLessThan(MAX_TARBALL_BYTES);
    const sizes = [...listFiles(join(installed.app, 'node_modules')).values()];
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000_000); // sharp alone is more
    expect(bytes).toBeLessThanOrEqual(MAX_INSTALLED_BYTES);
  });

  it('passes publint', async () => {
    expect(await findPublintFaults('imagewell')).toEqual([]);
  });

  it('is a command without modules, so that it has no types (are-the-types-wrong)', async () => {
    expect((await checkTypes(tarball)).types).toBe(false);
    const { main, exports, types, bin } = JSON.parse(
      readFileSync(join(installed.app, 'node_modules/imagewell/package.json'), 'utf8'),
    );
    expect([main, exports, types]).toEqual([undefined, undefined, undefined]);
    expect(Object.keys(bin)).toEqual(['imagewell']);
  });

  it('has its page, the licence, and the notices of bundled packages', () => {
    const folder = join(installed.app, 'node_modules/imagewell');
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe(
      readFileSync('packages/imagewell/README.md', 'utf8'),
    );
    const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    for (const name of ['commander', 'oidc-provider', '@aws-sdk/client-s3', 'preact', 'vue']) {
      expect(notices).toMatch(new RegExp(`^## ${name} \\d`, 'm'));
    }
  });

  it('says its version and its commands', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await npx('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const { code, stdout } = await npx('help');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n {2}start \[options\]/)]);
    expect((await npx('help', 'start')).stdout).toMatch(/^usage: npx imagewell start/);
  });

  it.each([
    ['synth', ['--stage', 'x'], /^error: synth needs the AWS CDK: .*clone.*imagewell-cdk.*\.\n$/],
    ['deploy', [], /^error: The command is npx imagewell admin deploy\.\n$/],
    ['admin', ['deploy', '--stage', 'x'], /^error: admin deploy works in a clone .*\.\n$/],
    ['admin', ['take-back'], /^error: admin take-back works in a clone .*\.\n$/],
    ['admin', ['edge', '--origin', 'x'], /^error: admin edge works in a clone .*\.\n$/],
  ])('%s %j names the requirement that is not met', async (name, args, sentence) => {
    const { code, stderr } = await npx(name, ...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
  });

  it.each([
    ['admin', 'bootstrap'],
    ['admin', 'teardown'],
    ['admin', 'projects', 'list'],
    ['verify'],
  ])('%s %s reaches for its stack', async (...command) => {
    const { code, stderr } = await npx(...command.filter(Boolean), '--stack', 'x');
    expect([code, stderr]).toEqual([3, expect.stringContaining('No AWS region is set.')]);
  });

  it('an older Node gets one sentence', async () => {
    const stub = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '22.20.0' } })`;
    const bin = join(installed.app, 'node_modules/imagewell/imagewell.cjs');
    const args = ['--import', stub, bin, 'start'];
    await expect(execute(process.execPath, args)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'imagewell needs Node.js 24 or later; this is Node.js 22.20.0.\n',
    });
  });

  it('starts without a clone, does the operations, serves console and docs, and ends by SIGTERM', async () => {
    const { app, home, temporary, folder } = installed;
    const before = listFiles(app);
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const data = join(folder, 'data');
    const service = await startService(['--port', String(port), '--data', data]);
    try {
      expect(service.printed()).toContain('npx imagewell start --plan unlimited');
      const { uploadKey, apiKey } = JSON.parse(
        readFileSync(join(data, 'credentials.json'), 'utf8'),
      );
      const create = { width: 640, height: 480, channels: 3 as const, background: '#c33' };
      const jpeg = await sharp({ create }).jpeg().toBuffer();
      const uploaded = await fetch(`${base}/api/v1/upload-temporary-image/${uploadKey}`, {
        method: 'POST',
        headers: { 'Content-Type': 'image/jpeg' },
        body: new Uint8Array(jpeg),
      });
      const { temporaryImageUrl } = (await uploaded.json()) as { temporaryImageUrl: string };
      const { imageUrl = '' } = await post(`${base}/api/v1/save-temporary-image`, apiKey, {
        temporaryImageUrl,
      });
      const small = await fetch(`${imageUrl.replace(/\.jpg$/, '.webp')}?width=320`);
      const bytes = Buffer.from(await small.arrayBuffer());
      expect([small.status, await sharp(bytes).metadata()]).toEqual([
        200,
        expect.objectContaining({ format: 'webp', width: 320, height: 240 }),
      ]);

      const page = await fetch(`${base}/console/`, { headers: { Accept: 'text/html' } });
      const html = await page.text();
      const [, script = ''] = /src="([^"]+\.js)"/.exec(html) ?? [];
      const loaded = await fetch(base + script);
      expect([page.status, loaded.status]).toEqual([200, 200]);
      expect(loaded.headers.get('content-type')).toContain('javascript');
      const docs = await fetch(`${base}/docs/start`, { headers: { Accept: 'text/html' } });
      expect([docs.status, await docs.text()]).toEqual([200, expect.stringContaining('VPContent')]);
      const issuer = await fetch(`${base}/oidc/.well-known/openid-configuration`);
      expect(issuer.status).toBe(200);

      const token = await npx('--data', data, '--email', 'ann@example.com', 'whoami');
      expect([token.code, token.stderr]).toEqual([0, '']);
      const printed = await npx('admin', 'token', '--data', data, '--email', 'ann@example.com');
      expect(printed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w.-]+\n$/) });
      const origin = 'https://app.example.com';
      await npx('admin', 'allow-origin', origin, '--data', data);
      const shown = await npx('admin', 'projects', 'show', '--data', data, '--json');
      expect(JSON.parse(shown.stdout).allowedOrigins).toContain(origin);
      const samples = await fetch(`${base}/console/sample`, {
        method: 'POST',
        headers: { Origin: base, 'Sec-Fetch-Site': 'same-origin' },
      });
      expect([samples.status, await samples.json()]).toEqual([200, { added: 12, present: 12 }]);
    } finally {
      service.child.kill('SIGTERM');
    }
    expect(await service.ended).toEqual([0, null]);
    expect(listFiles(app)).toEqual(before);
    expect([...listFiles(home).keys(), ...listFiles(temporary).keys()]).toEqual([]);
  });
});
