import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drawJpeg } from '../support/images/draw.ts';
import { lacks } from '../support/needs/needs.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startService,
} from '../support/service/start-service.ts';
import { readExample, readExamples } from './support/read-example.ts';
import { endProgram, runProgram } from './support/run-program.ts';

let service: StartedService;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
const programs: ChildProcess[] = [];

beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(join(folder.path, 'data'), '--plan', 'unlimited');
});
afterEach(async () => {
  await Promise.all(programs.splice(0).map(endProgram));
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  IMAGEWELL_URL: service.baseUrl,
  IMAGEWELL_API_KEY: service.apiKey,
  IMAGEWELL_UPLOAD_KEY: service.uploadKey,
  ...more,
});

/** Writes an example into its own folder below the repository, whose packages it may import. */
async function writeProgram(name: string, code: string): Promise<string> {
  const path = resolve('.build/docs-examples', name);
  await mkdir(resolve(path, '..'), { recursive: true });
  await writeFile(path, code);
  return path;
}

async function uploadTemporary(): Promise<string> {
  const url = `${service.baseUrl}/api/v1/upload-temporary-image/${service.uploadKey}`;
  const body = new Uint8Array(await drawJpeg(1200, 900));
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'image/jpeg' },
    body,
  });
  return ((await response.json()) as { temporaryImageUrl: string }).temporaryImageUrl;
}

async function callWithKey(name: string, fields: object) {
  const response = await fetch(`${service.baseUrl}/api/v1/${name}`, {
    method: 'POST',
    headers: { 'X-API-Key': service.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  });
  return response.json();
}

async function saveImage(): Promise<string> {
  const temporaryImageUrl = await uploadTemporary();
  const { imageUrl } = (await callWithKey('save-temporary-image', { temporaryImageUrl })) as {
    imageUrl: string;
  };
  return imageUrl;
}

/** Starts a server that an example is, and waits until its port answers. */
async function startProgram(command: string, options: readonly string[], port: number) {
  const child = spawn(command, options, {
    env: environment({ PORT: String(port), WEBHOOK_SECRET: WEBHOOK_SECRET }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  programs.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const url = `http://127.0.0.1:${port}/`;
  await expect
    .poll(
      () =>
        fetch(url, { method: 'POST', body: '{' }).then(
          ({ status }) => status,
          () => printed,
        ),
      {
        timeout: 120_000, // Go compiles first
      },
    )
    .toBe(400);
  return { url, output: () => printed };
}

const WEBHOOK_SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;

interface Saved {
  readonly status: number;
  readonly answer: { readonly imageId?: string; readonly code?: string };
}

const BACK_ENDS = {
  node: {
    file: 'save.mjs',
    needs: [],
    command: process.execPath,
    run: (path: string) => [path],
  },
  python: {
    file: 'save.py',
    needs: ['python3'],
    command: 'python3',
    run: (path: string) => [path],
  },
  go: { file: 'save.go', needs: ['go'], command: 'go', run: (path: string) => ['run', path] },
  php: {
    file: 'save.php',
    needs: ['php'],
    command: 'php',
    run: (path: string, port: number) => ['-S', `127.0.0.1:${port}`, path],
  },
} as const;

describe('the guide to back ends', () => {
  for (const [name, { file, needs, command, run }] of Object.entries(BACK_ENDS)) {
    it.skipIf(lacks(...needs))(`saves an image from ${name}, and passes a refusal on`, async () => {
      const port = await freePort();
      const path = await writeProgram(file, readExample(name));
      const { url } = await startProgram(command, run(path, port), port);
      const save = async (temporaryImageUrl: string): Promise<Saved> => {
        const body = JSON.stringify({ temporaryImageUrl, description: 'A red bridge' });
        const response = await fetch(url, { method: 'POST', body });
        const answer = (await response.json()) as Saved['answer'];
        return { status: response.status, answer };
      };
      const { status, answer } = await save(await uploadTemporary());
      expect(status).toBe(200);
      const described = await callWithKey('get-image', { imageId: answer.imageId });
      expect(described).toMatchObject({ metadata: { alt_text: 'A red bridge' } });
      const refused = await save(`${service.baseUrl}/res/tmp_${'a'.repeat(26)}.jpg`);
      expect(refused).toMatchObject({ status: 404, answer: { code: 'temporary_image_not_found' } });
    });
  }
});

describe('the guide to uploads from a browser', () => {
  it('uploads without a library', async () => {
    const code = `${readExample('plain upload')}
const baseUrl = process.env.IMAGEWELL_URL;
const uploadKey = process.env.IMAGEWELL_UPLOAD_KEY;
const bytes = Buffer.from(process.env.IMAGE, 'base64');
console.log(await upload(new File([bytes], 'a bridge.jpg', { type: 'image/jpeg' })));
console.log(await upload(new File([], 'empty.jpg', { type: 'image/jpeg' })).catch(({ message }) => message));`;
    const path = await writeProgram('plain-upload.mjs', code);
    const env = environment({ IMAGE: (await drawJpeg(60, 40)).toString('base64') });
    const [url = '', refusal] = (
      await runProgram(process.execPath, [path], { cwd: '.', env })
    ).split('\n');
    expect((await fetch(url)).status).toBe(200);
    expect(refusal).toMatch(/empty/);
  });
});

describe('the guide to responsive images', () => {
  const EXAMPLE_URL = /https:\/\/images\.example\.com\/res\/img_a{26}(\.[a-z]+[^\s"]*)/g;

  it.each(['srcset', 'picture', 'density'])('%s names URLs that are served', async (name) => {
    const stem = (await saveImage()).replace(/\.[a-z]+$/, '');
    const urls = [...readExample(name).matchAll(EXAMPLE_URL)].map(([, rest]) => `${stem}${rest}`);
    expect(urls.length).toBeGreaterThan(1);
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status));
    expect(statuses).toEqual(urls.map(() => 200));
  });

  it('srcSet of the client writes URLs that are served', async () => {
    const stem = (await saveImage()).replace(/\.[a-z]+$/, '');
    const code = `${readExample('client')}\nconsole.log(JSON.stringify([src, srcset]));`;
    const entry = await writeProgram('client.mjs', code);
    const outfile = entry.replace('client.mjs', 'client.bundle.mjs');
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      format: 'esm',
      alias: { 'imagewell-client': resolve('client/src/imagewell-client.ts') },
    });
    const printed = await runProgram(process.execPath, [outfile], { cwd: '.', env: environment() });
    const [src, srcset]: string[] = JSON.parse(printed);
    const urls = [src ?? '', ...(srcset ?? '').split(', ').map((one) => one.split(' ')[0] ?? '')];
    expect(urls).toHaveLength(4);
    for (const url of urls) {
      const rest = url.replace(/^.*img_a{26}/, '');
      expect((await fetch(`${stem}${rest}`)).headers.get('content-type')).toBe('image/webp');
    }
  });

  it('the loader of Next.js makes a URL that is served', async () => {
    const path = await writeProgram('next-loader.mjs', readExample('next'));
    const { default: load } = await import(path);
    const url = load({ src: await saveImage(), width: 300, quality: 60 });
    expect(url).toMatch(/\?width=300&quality=60$/);
    expect((await fetch(url)).status).toBe(200);
  });
});

describe('the guide to webhooks', () => {
  it('receives a signed event once, and refuses another signature', async () => {
    const port = await freePort();
    const path = await writeProgram('receiver.mjs', readExample('receiver'));
    const { url, output } = await startProgram(process.execPath, [path], port);
    const body = JSON.stringify({ id: 'evt_1', type: 'image.saved', data: { imageId: 'img_1' } });
    const now = new Date();
    const deliver = (signature: string) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': signature,
        },
        body,
      });
    const signature = new Webhook(WEBHOOK_SECRET).sign('evt_1', now, body);
    expect((await deliver(signature)).status).toBe(204);
    expect((await deliver(signature)).status).toBe(204);
    const other = signature.replace(/,(.)/, (_, first) => (first === 'A' ? ',B' : ',A'));
    expect((await deliver(other)).status).toBe(400);
    await expect.poll(() => output().match(/image\.saved/g)?.length).toBe(1);
  });
});

describe('the guide to migrating', () => {
  it('imports a folder, and nothing twice', async () => {
    const originals = join(folder.path, 'originals');
    await mkdir(join(originals, 'old'), { recursive: true });
    await writeFile(join(originals, 'one.jpg'), await drawJpeg(80, 60));
    await writeFile(join(originals, 'old/two.jpg'), await drawJpeg(90, 60));
    const path = await writeProgram('import.mjs', readExample('import'));
    const run = () =>
      runProgram(process.execPath, [path, originals], { cwd: '.', env: environment() });
    expect(await run()).toMatch(/^old\/two\.jpg http\S+\none\.jpg http\S+\n$/);
    expect(await run()).toBe('');
  });
});

describe('the guides', () => {
  it('have no example that no test runs', () => {
    const run = [
      'plain upload',
      'srcset',
      'picture',
      'density',
      'client',
      'next',
      'receiver',
      'import',
    ];
    // tests elsewhere run these: test/packages/python, test/docs-site/tasks.test.ts
    const ofPackages = ['python client', 'private image'];
    const known = [...run, ...ofPackages, ...Object.keys(BACK_ENDS)];
    expect(
      readExamples()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(known.toSorted());
  });
});
