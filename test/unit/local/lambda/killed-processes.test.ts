import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../../support/service/start-service.ts';

const WAIT = { timeout: 60_000, interval: 20 };
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let client: ReturnType<typeof createClient>;
let imageId: string;
let jpeg: Buffer;

beforeAll(async () => {
  folder = await makeDataFolder();
  service = await startService(folder.path, '--plan', 'unlimited');
  client = createClient(service);
  jpeg = await drawJpeg(60, 40);
  imageId = (await client.store(jpeg)).imageId;
});
afterAll(async () => {
  await service.stop('SIGKILL');
  await folder.remove();
});

async function functionProcesses(): Promise<number[]> {
  const { pid } = service.child;
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

async function decoders(state: string): Promise<number> {
  const { bytes } = await client.get('/metrics');
  const lines = bytes.toString().split('\n');
  const line = lines.find((one) => one.includes('"decoders"') && one.includes(`"${state}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/**
 * Kills every function process once one that stands still has the request. Ends when the service
 * has seen each death: a dead process that it doesn't know of would take the next request.
 */
async function killDuring<T>(request: () => Promise<T>): Promise<T> {
  await vi.waitFor(async () => expect(await decoders('idle')).toBeGreaterThan(0), WAIT);
  const standing = await functionProcesses();
  for (const pid of standing) process.kill(pid, 'SIGSTOP');
  const answer = request();
  await vi.waitFor(async () => expect(await decoders('busy')).toBeGreaterThan(0), WAIT);
  for (const pid of standing) process.kill(pid, 'SIGKILL');
  const answered = await answer;
  await vi.waitFor(async () => {
    const alive = await functionProcesses();
    expect(alive.filter((pid) => standing.includes(pid))).toEqual([]);
  }, WAIT);
  return answered;
}

const CALLS: Readonly<Record<string, () => ReturnType<typeof client.call>>> = {
  'an upload': () => client.upload(jpeg),
  'an upload of a project': () =>
    client.request('/api/v1/upload-project-image', {
      method: 'POST',
      headers: { 'X-API-Key': service.apiKey, 'Content-Type': 'image/jpeg' },
      body: new Uint8Array(jpeg),
    }),
  // it connects nowhere
  'an upload from a URL': () => client.call('upload-from-url', { url: 'https://127.0.0.1/a.jpg' }),
  'a form for a format whose decoder is looked at': () =>
    client.call(`create-direct-upload/${service.uploadKey}`, {
      contentType: 'image/heic',
      bytes: 1000,
    }),
  'a rendition': () => client.get(`/res/${imageId}.webp?width=31`),
};

it.each(Object.keys(CALLS))(
  '%s whose process is killed is busy with Retry-After, and is done when it is repeated (security.dead-process-is-busy)',
  async (name) => {
    const call = CALLS[name] as (typeof CALLS)[string];
    const answer = await killDuring(call);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.json).toMatchObject({ status: 503, code: 'busy' });
    const again = await call();
    expect(again.status).toBe(name.endsWith('URL') ? 422 : 200);
  },
);

it('a direct upload whose validating process is killed is validated again (security.dead-process-is-busy)', async () => {
  const form = await client.call(`create-direct-upload/${service.uploadKey}`, {
    contentType: 'image/jpeg',
    bytes: jpeg.length,
  });
  const { url, fields, temporaryImageUrl } = form.json;
  const sent = await killDuring(async () => {
    const body = new FormData();
    for (const [field, value] of Object.entries<string>(fields)) body.set(field, value);
    body.set('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }));
    return client.get(url, { method: 'POST', body });
  });
  expect(sent.status).toBe(204);
  await vi.waitFor(async () => {
    const saved = await client.call('save-temporary-image', { temporaryImageUrl });
    expect(saved.status).toBe(200);
  }, WAIT);
});
