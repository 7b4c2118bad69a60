import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../cli/run-command-line.ts';
import { issueToken } from '../../../local/identity-provider/issue-token.ts';
import { drawRaw } from '../../support/images/draw.ts';
import { PLAIN_HEIC } from '../../support/images/heic/heic-samples.ts';
import { fakeMachine } from './support/fake-machine.ts';
import { makeImageFiles } from './support/image-files.ts';

const { data, service, run, here, local, remove } = await makeImageFiles();
afterAll(remove);

/** A service in front of the service, with given answers before it passes a request on. */
async function inFront(answer: (path: string, times: number) => number | undefined) {
  const times = new Map<string, number>();
  const server: Server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const count = (times.get(path) ?? 0) + 1;
    times.set(path, count);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const status = answer(path, count);
    if (status !== undefined) {
      const body = {
        type: 'x',
        title: 'Busy',
        status,
        code: 'busy',
        detail: 'Busy.',
        requestId: 'r',
      };
      response.writeHead(status, { 'Content-Type': 'application/problem+json' });
      response.end(JSON.stringify(body));
      return;
    }
    const { host: _, connection: __, ...headers } = request.headers;
    const passed = await fetch(service.baseUrl + path, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: Buffer.concat(chunks),
    });
    response.writeHead(passed.status, { 'Content-Type': 'application/json' });
    response.end(await passed.text());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, times, close: () => server.close() };
}

describe('upload', () => {
  it('takes a HEIC by its bytes, and so does an import, which reports lost parts (uploads.one-table)', async () => {
    await mkdir(here('phone'));
    for (const name of ['IMG_1.HEIC', 'IMG_2']) await writeFile(here(`phone/${name}`), PLAIN_HEIC);
    const { code, stdout } = await local('upload', here('phone/IMG_2'));
    expect(code).toBe(0);
    const { json } = await local('images', 'show', stdout.split('  ')[0] ?? '', '--json');
    expect(json.image ?? json).toMatchObject({ convertedFrom: 'heic', lost: [] });
    await writeFile(
      here('phone/IMG_2'),
      Buffer.concat([PLAIN_HEIC, Buffer.from([0, 0, 0, 8]), Buffer.from('free')]),
    );
    const manifest = ['--manifest', here('phone.jsonl')];
    const imported = await local('import', here('phone'), ...manifest, '--json');
    expect([imported.code, imported.json.import]).toMatchObject([0, { saved: 2, skipped: 0 }]);
  });

  it('saves several files at the same time, each with the metadata, and prints their URLs', async () => {
    const files = [1, 2, 3, 4, 5].map((at) => here(`${at}.jpg`));
    const pairs = ['--metadata', 'album=alps', '--metadata', 'note=a=b'];
    const { code, stdout, stderr } = await local('upload', ...files, ...pairs);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.split('  ')[1]).sort()).toEqual(files);
    const [url = ''] = lines[0]?.split('  ') ?? [];
    expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg');
    const { json } = await local('images', 'show', url, '--json');
    expect(json.metadata).toEqual({ album: 'alps', note: 'a=b' });
    expect(json.originalFilename).toMatch(/^\d\.jpg$/);
  });

  it('lets one that is refused stop no other, says why in the service’s words, and fails', async () => {
    const files = ['1.jpg', 'lies.jpg', '2.jpg'].map(here);
    const human = await local('upload', ...files);
    expect(human.code).toBe(1);
    expect(human.stdout.trim().split('\n')).toHaveLength(2);
    expect(human.stderr).toContain('lies.jpg: error: content_type_mismatch: ');
    const { code, lines, stderr } = await local('upload', ...files, '--json', '--parallel', '1');
    expect([code, stderr]).toEqual([1, '']);
    expect(lines).toMatchObject([
      { file: files[0], imageId: expect.stringMatching(/^img_/) },
      { file: files[1], error: { code: 'content_type_mismatch', status: 422 } },
      { file: files[2], imageUrl: expect.stringContaining('/res/img_') },
    ]);
  });

  it('sends nothing where one of the files is none', async () => {
    await mkdir(here('folder.jpg'), { recursive: true });
    for (const name of ['missing.jpg', 'folder.jpg']) {
      const { code, stderr, stdout } = await local('upload', here('1.jpg'), here(name));
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(name);
    }
  });

  it('sends a large file straight to the storage (uploads.direct-result)', async () => {
    const { default: sharp } = await import('sharp');
    const raw = await drawRaw(2_000, 1_300);
    const options = { raw: { width: 2_000, height: 1_300, channels: 3 as const } };
    const png = await sharp(raw, options).png({ compressionLevel: 0 }).toBuffer();
    expect(png.length).toBeGreaterThan(4_500_000);
    await writeFile(here('large.png'), png);
    const { code, json } = await local('upload', here('large.png'), '--json');
    expect(code).toBe(0);
    const { imageUrl } = json;
    const { json: shown } = await local('images', 'show', imageUrl, '--json');
    expect(shown).toMatchObject({ format: 'png', width: 2_000, originalFilename: 'large.png' });
    await expect.poll(() => service.output()).toContain('create-direct-upload');
  });

  it('can leave images temporary, without an API key', async () => {
    const { baseUrl, uploadKey } = service;
    const env = { IMAGEWELL_URL: baseUrl, IMAGEWELL_UPLOAD_KEY: uploadKey };
    const { code, stdout } = await run(['upload', here('1.jpg'), '--temporary'], env);
    expect(code).toBe(0);
    expect(stdout).toContain('/res/tmp_');
    const saved = await run(['upload', here('1.jpg')], env);
    expect([saved.code, saved.stdout]).toEqual([3, '']);
    expect(saved.stderr).toContain('IMAGEWELL_API_KEY');
  });

  it('needs no key of who is signed in, in a project that they name, and takes large files too (members.image-calls, uploads.direct-result)', async () => {
    const env = { IMAGEWELL_URL: service.baseUrl };
    const token = await issueToken(data.path, 'uma@example.com');
    const as = (...args: string[]) => run(['--token', token, ...args], env);
    const { json: named } = await as('projects', 'create', 'holiday', '--json');
    const files = [here('1.jpg'), here('large.png')];
    const { code, lines, stderr } = await as('upload', ...files, '--project', 'holiday', '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(lines).toHaveLength(2);
    const listed = await as('images', 'list', '--project', named.projectId, '--json');
    expect(listed.lines).toHaveLength(2);
    const nobody = await run(['upload', here('1.jpg')], env);
    expect([nobody.code, nobody.stdout]).toEqual([3, '']);
    const foreign = await run(
      ['--token', await issueToken(data.path, 'val@example.com'), 'upload', here('1.jpg')].concat(
        '--project',
        named.projectId,
      ),
      env,
    );
    expect([foreign.code, foreign.stdout]).not.toContain(0);
  });

  it('needs no upload key beside an API key', async () => {
    const { baseUrl, apiKey } = service;
    const env = { IMAGEWELL_URL: baseUrl, IMAGEWELL_API_KEY: apiKey };
    const { code, stdout } = await run(['upload', here('1.jpg')], env);
    expect([code, stdout.includes('/res/img_')]).toEqual([0, true]);
  });

  it('tries again after 503, and gives up after as many retries as asked for (errors.too-many-requests, errors.busy)', async () => {
    const { uploadKey, apiKey } = service;
    const env = { IMAGEWELL_UPLOAD_KEY: uploadKey, IMAGEWELL_API_KEY: apiKey };
    const front = await inFront((_, count) => (count === 1 ? 503 : undefined));
    const args = ['upload', here('3.jpg'), '--url', front.url, '--json'];
    const { code } = await run(args, env).finally(front.close);
    expect(code).toBe(0);
    expect([...front.times.values()]).toEqual([2, 2]); // the upload, and saving it
    const busy = await inFront(() => 503);
    const given = [...args.with(3, busy.url), '--retries', '1'];
    const gaveUp = await run(given, env).finally(busy.close);
    expect(gaveUp.code).toBe(6);
    expect([...busy.times.values()]).toEqual([2]);
    expect(gaveUp.json.error).toMatchObject({ code: 'busy', status: 503 });
  });

  it('shows how far it is on a terminal, and on nothing else', async () => {
    const machine = fakeMachine({ isTerminal: true });
    const files = ['1.jpg', '2.jpg'].map(here);
    const code = await runCommandLine(['upload', ...files, '--data', data.path], machine);
    expect([code, machine.printed().trim().split('\n').length]).toEqual([0, 2]);
    expect(machine.told()).toContain('2 of 2 files');
    const quiet = fakeMachine({ isTerminal: true });
    await runCommandLine(['upload', ...files, '--data', data.path, '--json'], quiet);
    expect(quiet.told()).toBe('');
  });

  it('ends by Ctrl-C with 130, and lists the finished uploads', async () => {
    const hanging = createServer(() => {});
    await new Promise<void>((done) => hanging.listen(0, '127.0.0.1', done));
    const { port } = hanging.address() as { port: number };
    const env = { IMAGEWELL_UPLOAD_KEY: 'upl_x', IMAGEWELL_URL: `http://127.0.0.1:${port}` };
    let isRequested = false;
    hanging.once('request', () => {
      isRequested = true;
    });
    const { code, stderr } = await run(['upload', here('1.jpg'), '--temporary'], env, {
      signal: 'SIGINT',
      when: () => isRequested,
    });
    hanging.closeAllConnections();
    hanging.close();
    expect(code).toBe(130);
    expect(stderr).toContain('Interrupted.');
  });
});
