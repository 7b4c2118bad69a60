import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialsPath } from '../../../local/data-folder/data-folder.ts';
import { createClient } from '../../support/http/client.ts';
import { drawJpeg } from '../../support/images/draw.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let stop: () => void;
let address: string;

/** `npm run examples`, as the README says it, until it has named its pages. */
async function startExamples(port: number): Promise<string[]> {
  const options = ['--credentials', credentialsPath(folder.path), '--port', String(port)];
  const child = spawn('npm', ['run', '--silent', 'examples', '--', ...options], { detached: true });
  stop = () => process.kill(-(child.pid ?? 0));
  let printed = '';
  return new Promise((done, fail) => {
    child.once('exit', () => fail(new Error(printed)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        printed += chunk;
        if (printed.includes('filepond.html\n')) done(printed.trim().split('\n'));
      });
    }
  });
}

describe('npm run examples', () => {
  let pages: string[];
  beforeAll(async () => {
    folder = await makeDataFolder();
    service = await startService(folder.path);
    const port = await freePort();
    address = `http://localhost:${port}`;
    pages = await startExamples(port);
  });
  afterAll(async () => {
    stop();
    await service.stop();
    await folder.remove();
  });
  const save = (body: string, contentType = 'application/json') =>
    fetch(`${address}/save`, { method: 'POST', headers: { 'Content-Type': contentType }, body });

  it('serves three pages, and never the API key', async () => {
    expect(pages).toHaveLength(3);
    const settings = await (await fetch(`${address}/settings.json`)).text();
    expect(settings).toContain(service.uploadKey);
    for (const page of pages) {
      const html = await (await fetch(page)).text();
      const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
      expect(loaded).toContain('page.css');
      for (const path of loaded) {
        const answer = await fetch(`${address}/${path}`);
        expect(answer.status, path).toBe(200);
        expect(await answer.text()).not.toContain(service.apiKey);
      }
      expect(html + settings).not.toContain(service.apiKey);
    }
  });

  it('saves the upload and shows its facts', async () => {
    const { json } = await createClient(service).upload(await drawJpeg(30, 20));
    const requested = { temporaryImageUrl: json.temporaryImageUrl, description: 'A bridge' };
    const saved = await save(JSON.stringify(requested));
    expect(await saved.json()).toMatchObject({ width: 30, metadata: { alt_text: 'A bridge' } });
  });

  it('passes a refusal on in words, and nothing of its own faults', async () => {
    const refused = await save(JSON.stringify({ temporaryImageUrl: 'no image', description: '' }));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ detail: expect.stringMatching(/./) });
    const broken = await save('{');
    expect([broken.status, await broken.json()]).toEqual([
      500,
      { detail: 'Something went wrong.' },
    ]);
  });

  it('takes no form of another site', async () => {
    expect((await save('{}', 'text/plain')).status).toBe(404);
  });
});
