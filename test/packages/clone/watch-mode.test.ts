import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../support/service/start-service.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
let folder: string;
let clone: string;
let url: string;
let dev: ChildProcess;
let printed = '';

/** The service of a clone in watch mode, whose sources the tests change. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'imagewell-watched-'));
  clone = join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'junction');
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const options = ['--inspect', '--port', String(port), '--data', join(folder, 'data')];
  dev = spawn(process.execPath, ['scripts/dev/dev.js', ...options], {
    cwd: clone,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  dev.stderr?.on('data', (text) => {
    printed += text;
  });
});
afterAll(() => {
  dev.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const read = (path: string, accept: string) =>
  fetch(url + path, { headers: { accept } })
    .then((answer) => answer.text())
    .catch(() => 'not ready');

/** Changes the text of a file once. */
function change(file: string, from: string, to: string): void {
  const path = join(clone, file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(from);
  writeFileSync(path, before.replace(from, to));
}

describe('npm run dev', () => {
  it('serves a changed source of the service', async () => {
    const problem = () => read('/res/img_mzxw6ytboi2dkmrvgezdgnbvgy.webp', 'application/json');
    await expect.poll(problem).toContain('"title":"The image does not exist"');
    change(
      'core/foundation/delivery-problems.ts',
      "'The image does not exist'",
      "'This image does not exist'",
    );
    await expect.poll(problem).toContain('"title":"This image does not exist"');
  });

  it('serves the sources of the console, and their changes without another start', async () => {
    await expect.poll(() => read('/', 'text/html')).toContain('/console/@vite/client');
    const main = () => read('/console/src/main.tsx', '*/*');
    await expect.poll(main).toContain('startConsole');
    change('console/src/main.tsx', 'if (root) {', "if (root) { root.title = 'changed';");
    await expect.poll(main).toContain('changed');
    await expect
      .poll(() => read('/console/settings.json', 'application/json'))
      .toContain(`"apiUrl":"${url}"`);
  });

  it('with --inspect has a debugger for the processes of functions, beside the service’s own', async () => {
    const count = () => printed.match(/^Debugger listening on ws:/gm)?.length ?? 0;
    await expect.poll(count).toBeGreaterThan(1);
  });

  it('ends with its service', async () => {
    const ended = once(dev, 'exit');
    dev.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await read('/livez', '*/*')).toBe('not ready');
  });

  it('names the Node that it needs under an older one', () => {
    const old = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' });
      await import('./scripts/dev/dev.js');`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', old], {
      cwd: clone,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      'imagewell needs Node 24 or newer, and this is Node 20.1.0.\nRun npm ci: it installs Node for the scripts of npm. Then run npm run dev again.\n',
    ]);
  });
});
