import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../cli/run-command-line.ts';
import { issueToken } from '../../../local/identity-provider/issue-token.ts';
import { drawJpeg, drawRaw } from '../../support/images/draw.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';
import { commandLine } from './support/command-line.ts';
import { fakeMachine } from './support/fake-machine.ts';

let data: Awaited<ReturnType<typeof makeDataFolder>>;
let config: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let run: ReturnType<typeof commandLine>;
const here = (name: string) => join(config.path, name);
const UNKNOWN = `img_${'q'.repeat(26)}`;

beforeAll(async () => {
  [data, config] = [await makeDataFolder(), await makeDataFolder()];
  service = await startService(data.path, '--plan', 'unlimited');
  run = commandLine(config.path);
  for (const at of [1, 2, 3, 4, 5]) await writeFile(here(`${at}.jpg`), await drawJpeg(40 + at, 30));
  await writeFile(here('lies.jpg'), 'no image at all');
});
afterAll(async () => {
  await service.stop();
  await data.remove();
  await config.remove();
});

const local = (...args: string[]) => run([...args, '--data', data.path]);
async function uploadOne(name = '1.jpg'): Promise<{ imageId: string; imageUrl: string }> {
  const { json } = await local('upload', here(name), '--json');
  return json.files[0];
}

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
  it('saves several files at once, each with the metadata, and prints their URLs', async () => {
    const files = [1, 2, 3, 4, 5].map((at) => here(`${at}.jpg`));
    const pairs = ['--metadata', 'album=alps', '--metadata', 'note=a=b'];
    const { code, stdout, stderr } = await local('upload', ...files, ...pairs);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.split('  ')[1])).toEqual(files);
    const [url = ''] = lines[0]?.split('  ') ?? [];
    expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg');
    const { json } = await local('images', 'show', url, '--json');
    expect(json.metadata).toEqual({ album: 'alps', note: 'a=b' });
    expect(json.originalFilename).toBe('1.jpg');
  });

  it('lets one that is refused stop no other, says why in the service’s words, and fails', async () => {
    const files = ['1.jpg', 'lies.jpg', '2.jpg'].map(here);
    const human = await local('upload', ...files);
    expect(human.code).toBe(1);
    expect(human.stdout.trim().split('\n')).toHaveLength(2);
    expect(human.stderr).toContain('lies.jpg: error: unsupported_media_type: ');
    const { code, json, stderr } = await local('upload', ...files, '--json');
    expect([code, stderr]).toEqual([1, '']);
    expect(json.files).toMatchObject([
      { file: files[0], imageId: expect.stringMatching(/^img_/) },
      { file: files[1], error: { code: 'unsupported_media_type', status: 415 } },
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
    const [{ imageUrl }] = json.files;
    const { json: shown } = await local('images', 'show', imageUrl, '--json');
    expect(shown).toMatchObject({ format: 'png', width: 2_000, originalFilename: 'large.png' });
    expect(service.output()).toContain('create-direct-upload');
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
    const { code, json, stderr } = await as('upload', ...files, '--project', 'holiday', '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(json.files).toHaveLength(2);
    const listed = await as('images', 'list', '--project', named.projectId, '--json');
    expect(listed.json.images).toHaveLength(2);
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
    expect(gaveUp.json.files[0].error).toMatchObject({ code: 'busy', status: 503 });
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
    const interrupt = (kill: (signal: NodeJS.Signals) => void) =>
      void hanging.once('request', () => kill('SIGINT'));
    const { code, stderr } = await run(['upload', here('1.jpg'), '--temporary'], env, interrupt);
    hanging.closeAllConnections();
    hanging.close();
    expect(code).toBe(130);
    expect(stderr).toContain('Interrupted.');
  });
});

describe('images', () => {
  it('are listed as a table, or as the service answered, page by page', async () => {
    await uploadOne();
    await uploadOne('2.jpg');
    const human = await local('images', 'list', '--limit', '1');
    expect(human.code).toBe(0);
    expect(human.stdout).toMatch(/^ID +NAME +FORMAT +SIZE +BYTES +CREATED\nimg_/);
    expect(human.stderr).toContain('More images: --cursor ');
    const { json, stderr } = await local('images', 'list', '--limit', '1', '--json');
    expect([json.images.length, stderr]).toEqual([1, '']);
    const next = await local('images', 'list', '--limit', '1', '--cursor', json.cursor, '--json');
    expect(next.json.images[0].imageId).not.toBe(json.images[0].imageId);
    const none = await local('images', 'list', '--metadata', 'album=none');
    expect(none.stdout).toBe('No images were found.\n');
  });

  it('one that is not there is 4, with the service’s words (errors.not-found)', async () => {
    const { code, stdout, stderr } = await local('images', 'show', UNKNOWN);
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toMatch(/^error: image_not_found: .+\n {2}request \S+\nCheck the ID; .+\n$/);
  });

  it('a refused field is 2, and names the field (errors.all-faults)', async () => {
    const { code, stderr } = await local('images', 'list', '--cursor', 'x'.repeat(5_000));
    expect(code).toBe(2);
    expect(stderr).toContain('  /cursor: ');
    const json = await local('images', 'list', '--cursor', 'x'.repeat(5_000), '--json');
    expect(json.stdout).toBe('');
    expect(JSON.parse(json.stderr).error).toMatchObject({
      code: 'validation_failed',
      status: 400,
      errors: [{ pointer: '/cursor' }],
    });
  });

  it('a refused key is 3, and no answer is 6 (errors.unauthorized)', async () => {
    const env = { IMAGEWELL_API_KEY: 'private_wrong', IMAGEWELL_URL: service.baseUrl };
    const { code, stderr } = await run(['images', 'list'], env);
    expect(code).toBe(3);
    expect(stderr).toContain('invalid_api_key');
    expect(stderr).not.toContain('private_wrong');
    const args = ['images', 'show', UNKNOWN, '--url', 'http://127.0.0.1:9'];
    expect((await run(args, env)).code).toBe(6);
  });

  it('are never deleted unasked: a script says --yes', async () => {
    const { imageId, imageUrl } = await uploadOne();
    const unsure = await local('images', 'delete', imageId);
    expect([unsure.code, unsure.stdout]).toEqual([2, '']);
    expect(unsure.stderr).toContain('--yes');
    expect((await fetch(imageUrl)).status).toBe(200);
    const sure = await local('images', 'delete', imageId, '--yes', '--json');
    expect([sure.code, sure.json]).toEqual([
      0,
      { images: [{ imageId, outcome: 'image_marked_for_deletion' }] },
    ]);
    expect((await local('images', 'deletion', imageId)).stdout).toMatch(/^state +delet/);
  });

  it('of several that are to be deleted one that is not there keeps no other', async () => {
    const [first, second] = [await uploadOne(), await uploadOne('2.jpg')];
    const named = [first.imageId, UNKNOWN, second.imageUrl];
    const { code, json } = await local('images', 'delete', ...named, '--yes', '--json');
    expect([code, json.images]).toEqual([
      4,
      [
        { imageId: first.imageId, outcome: 'image_marked_for_deletion' },
        { imageId: UNKNOWN, outcome: 'image_not_found' },
        { imageId: second.imageId, outcome: 'image_marked_for_deletion' },
      ],
    ]);
    const human = await local('images', 'delete', first.imageId, UNKNOWN, '--yes');
    expect([human.code, human.stdout]).toEqual([
      4,
      `${first.imageId} is deleted.\n${UNKNOWN} does not exist.\n`,
    ]);
  });

  it('are deleted by a pair of metadata, and no others', async () => {
    const files = ['1.jpg', '2.jpg', '3.jpg'].map(here);
    const marked = await local('upload', ...files, '--metadata', 'batch=a=b', '--json');
    const other = await local('upload', here('4.jpg'), '--metadata', 'batch=c', '--json');
    const args = ['images', 'delete', '--metadata', 'batch=a=b'];
    const unsure = await local(...args);
    expect([unsure.code, unsure.stdout]).toEqual([2, '']);
    const { code, json } = await local(...args, '--yes', '--json');
    const ids = (images: { imageId: string }[]) => images.map(({ imageId }) => imageId).sort();
    expect([code, ids(json.images)]).toEqual([0, ids(marked.json.files)]);
    expect((await fetch(other.json.files[0].imageUrl)).status).toBe(200);
    const again = await local(...args, '--yes');
    expect([again.code, again.stdout]).toEqual([0, 'No images were found.\n']);
  });

  it('are not deleted where it is not said which, or said twice', async () => {
    for (const named of [[], [UNKNOWN, '--metadata', 'a=b']]) {
      const { code, stdout, stderr } = await local('images', 'delete', ...named, '--yes');
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('either images or --metadata');
    }
  });

  it('are listed without a fault if the reader closes the pipe', async () => {
    await uploadOne();
    const shown = `${process.execPath} bin/imagewell.js images list --data ${data.path} | true`;
    const { stderr } = await promisify(execFile)('bash', ['-c', `set -o pipefail; ${shown}`]);
    expect(stderr).toBe('');
  });

  it('can be purged of their renditions', async () => {
    const { imageId } = await uploadOne();
    const { code, json } = await local('images', 'purge', imageId, '--json');
    expect([code, json]).toEqual([0, { message: 'renditions_purged' }]);
  });

  it('are those of a user’s named project, and another user’s are unknown', async () => {
    const { imageId } = await uploadOne();
    const bob = ['--email', 'bob@example.com'];
    const own = await local('images', 'list', '--json', ...bob);
    expect([own.code, own.json.images]).toEqual([0, []]);
    expect((await local('images', 'show', imageId, ...bob)).code).toBe(4);
    const foreign = await local('images', 'list', ...bob, '--project', service.projectId);
    expect(foreign.code).toBe(4);
    expect(foreign.stderr).toContain('project_not_found');
  });
});

describe('what others wrote', () => {
  it('moves no cursor and sets no colour: control characters are shown, in JSON they are escaped', async () => {
    const note = 'note=\u001b[2J\u202Eevil\nsecond';
    const { json } = await local('upload', here('1.jpg'), '--json', '--metadata', note);
    const { stdout } = await local('images', 'show', json.files[0].imageId);
    expect(stdout).toContain('\ufffd[2J\ufffdevil\ufffdsecond');
    for (const sign of ['\u001b', '\u202e']) expect(stdout).not.toContain(sign);
    const shown = await local('images', 'show', json.files[0].imageId, '--json');
    expect(shown.json.metadata.note).toBe(note.slice(5));
    expect(shown.stdout).not.toContain('\u001b');
  });
});

describe('usage', () => {
  it('is shown by project, and with an access token by account (calls.get-usage)', async () => {
    const { code, stdout } = await local('usage');
    expect(code).toBe(0);
    expect(stdout).toMatch(/images +\d+ +none/);
    const { json } = await local('usage', '--account', '--json', '--email', 'bob@example.com');
    expect(json.images).toEqual({ used: 0, limit: 50 });
  });

  it('is told by day, of a project alone (calls.get-usage-by-day)', async () => {
    const { code, stdout } = await local('usage', '--by-day');
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(32);
    const { json } = await local('usage', '--by-day', '--json');
    expect(json.days.at(-1).images).toBeGreaterThan(0);
    expect((await local('usage', '--by-day', '--account')).code).toBe(2);
  });
});

describe('URLs', () => {
  it('explain describes the answer to a request, also a refusal', async () => {
    const { imageUrl, imageId } = await uploadOne();
    const { json } = await local('explain', `${imageUrl}?width=20`, '--json');
    expect(json).toMatchObject({ imageId, output: { width: 20 }, errors: [] });
    const human = await local('explain', `${imageUrl}?width=0`);
    expect(human.code).toBe(0);
    expect(human.stdout).toMatch(/invalid width +\S/);
  });

  it('sign makes the URL that the service takes, with a secret that is no argument (signing.secrets)', async () => {
    const url = 'https://cdn.example.com/res/img_aaaaaaaaaaaaaaaaaaaaaaaaaa.jpg?width=300';
    const sign = ['sign', url, '--expires', '2027-01-31T12:00:00Z'];
    const env = { IMAGEWELL_SIGNING_SECRET: 'the secret' };
    const { code, stdout } = await run(sign, env);
    expect(code).toBe(0);
    const signed = new URL(stdout.trim());
    expect(signed.searchParams.get('expires')).toBe('1801396800');
    expect(signed.searchParams.get('signature')).toMatch(/^[\w-]{43}$/);
    await writeFile(here('secret'), 'the secret\n');
    expect((await run([...sign, '--secret-file', here('secret')])).stdout).toBe(stdout);
    const without = await run(sign);
    expect([without.code, without.stdout]).toEqual([3, '']);
    expect((await run([...sign.with(3, 'tomorrow')], env)).code).toBe(2);
    expect((await run(['sign', 'no url', '--expires', '1h'], env)).code).toBe(2);
    const soon = await run(['sign', url, '--expires', '15m', '--json'], env);
    expect(Date.parse(soon.json.expires)).toBeGreaterThan(Date.now());
  });
});
