import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { logLinesOf } from '../../../support/service/log-lines.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
const services: StartedService[] = [];
const start = async (...options: string[]) => {
  const service = await startService(folder.path, ...options);
  services.push(service);
  return service;
};

beforeEach(async () => {
  folder = await makeDataFolder();
});
afterEach(async () => {
  for (const service of services.splice(0)) {
    const children = await childrenOf(service.child.pid);
    await service.stop('SIGKILL');
    for (const pid of children) await expect.poll(() => isRunning(pid)).toBe(false);
  }
  await folder.remove();
});

/** An upload whose head the service has read and granted; its body is still to be sent. */
async function beginUpload({ baseUrl, uploadKey }: StartedService) {
  const request = httpRequest(`${baseUrl}/api/v1/upload-temporary-image/${uploadKey}`, {
    method: 'POST',
    headers: { 'Content-Type': 'image/jpeg', Expect: '100-continue' },
  });
  const status = new Promise<number | undefined>((done, fail) => {
    request.once('error', fail).once('response', (response) => {
      done(response.resume().statusCode);
    });
  });
  const isGranted = once(request, 'continue');
  request.flushHeaders();
  await isGranted;
  return { request, status };
}

/** None of a process that has ended. */
async function childrenOf(pid: number | undefined): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

/** A process that has ended runs no more, even before its parent reaps it. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tZ');
  return !/^State:\s+[ZX]/m.test(status);
}

describe('credentials.json', () => {
  it('is private, complete and the same after a restart, the URLs follow the port (local.credentials-file)', async () => {
    const first = await start();
    const path = join(folder.path, 'credentials.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const before = JSON.parse(await readFile(path, 'utf8'));
    expect(Object.keys(before).sort()).toEqual(
      ['apiKey', 'baseUrl', 'cdnUrl', 'projectId', 'uploadKey'].sort(),
    );
    expect(before.apiKey).toMatch(/^private_[0-9A-Za-z]{36}$/);
    expect(before.uploadKey).toMatch(/^upl_[0-9A-Za-z]{36}$/);
    await first.stop();
    const second = await start();
    expect(second.baseUrl).not.toBe(first.baseUrl);
    expect({ ...second, baseUrl: '', cdnUrl: '' }).toMatchObject({
      projectId: before.projectId,
      apiKey: before.apiKey,
      uploadKey: before.uploadKey,
    });
  });
});

describe('the output', () => {
  it('greets with the page, the plan and the path of the keys, then a line a request, and holds no key (local.startup-banner, security.no-key-in-clear)', async () => {
    const service = await start('--verbose');
    const client = createClient(service);
    const { imageId } = await client.store(await drawJpeg());
    await client.get(`/res/${imageId}.webp?width=20`);
    await client.call('delete-image', { imageId });
    await service.stop();
    const output = service.output();
    expect(output.match(/curl /g)).toHaveLength(5);
    expect(output).toContain(`open         ${service.baseUrl}/\n`);
    expect(output).toContain('free: 50 images, 100 transformations a month, 1 GB a month\n');
    expect(output).toContain(`npx imagewell start --plan unlimited --data ${folder.path}\n`);
    expect(output).toContain(join(folder.path, 'credentials.json'));
    const common = { level: 'INFO', message: 'request', status: 200, bytes: expect.any(Number) };
    const upload = '/api/v1/upload-temporary-image/{uploadKey}';
    const image = `${imageId}.webp`;
    expect(logLinesOf(output)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...common, method: 'POST', route: upload }),
        expect.objectContaining({ ...common, method: 'GET', image, cache: 'miss' }),
      ]),
    );
    expect(output).not.toContain(service.apiKey);
    expect(output).not.toContain(service.uploadKey);
    expect(output).not.toContain(service.uploadKey.slice(4));
  });

  it('a refused origin is logged with the command that allows it, which works on the next request (origins.refused)', async () => {
    const service = await start();
    const client = createClient(service);
    const origin = { Origin: 'https://app.example.com' };
    expect((await client.upload(await drawJpeg(), 'image/jpeg', origin)).status).toBe(403);
    await expect
      .poll(() => service.output())
      .toContain('npx imagewell admin allow-origin https://app.example.com');
    const args = [
      'bin/cli.ts',
      'admin',
      'allow-origin',
      'https://app.example.com',
      '--data',
      folder.path,
    ];
    const code = await new Promise((done) => spawn(process.execPath, args).once('exit', done));
    expect(code).toBe(0);
    expect((await client.upload(await drawJpeg(), 'image/jpeg', origin)).status).toBe(200);
  });
});

describe('one folder, one service', () => {
  it('a second start is refused immediately and clearly (local.single-owner)', async () => {
    await start();
    await expect(start()).rejects.toThrow(/is in use by another running imagewell/);
  });

  it('a port that is taken is said (local.graceful-stop)', async () => {
    const first = await start();
    const other = await makeDataFolder();
    const { port } = new URL(first.baseUrl);
    await expect(startService(other.path, '--port', port)).rejects.toThrow(/port \d+ is in use/);
    await other.remove();
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s finishes the requests in flight, then ends with 0 (local.graceful-stop)',
    async (signal) => {
      const service = await start();
      const { request, status } = await beginUpload(service);
      request.end(await drawJpeg(3000, 2000));
      for (const pid of await childrenOf(service.child.pid)) process.kill(pid, signal);
      const ended = service.stop(signal);
      expect(await status).toBe(200);
      expect(await ended).toBe(0);
    },
  );

  it('SIGTERM in the middle of a start ends it with 0, too (local.graceful-stop)', async () => {
    const other = await makeDataFolder();
    const options = ['--port', String(await freePort()), '--data', other.path];
    const child = spawn(process.execPath, ['bin/start.ts', ...options], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    const ended = new Promise((done) => child.once('exit', (...end) => done(end)));
    await expect.poll(() => readdirSync(other.path), { interval: 2 }).toContain('owner.lock');
    child.kill('SIGTERM');
    expect([await ended, printed]).toEqual([[0, null], '']);
    await other.remove();
  });

  it('when the parent is killed its function processes end too, and a start succeeds (local.single-owner)', async () => {
    const service = await start();
    const client = createClient(service);
    await client.store(await drawJpeg());
    const children = await childrenOf(service.child.pid);
    expect(children.length).toBeGreaterThan(0);
    await service.stop('SIGKILL');
    const again = await start();
    for (const pid of children) expect(await isRunning(pid), `${pid}`).toBe(false);
    expect((await createClient(again).upload(await drawJpeg())).status).toBe(200);
  });
});

describe('options', () => {
  it.each([
    ['--port', '0'],
    ['--port', 'abc'],
    ['--plan', 'gold'],
    ['--nonsense', 'x'],
  ])('%s %s is refused (local.options)', async (...option) => {
    await expect(startService(folder.path, ...option)).rejects.toThrow(/ended with 2/);
  });
});
