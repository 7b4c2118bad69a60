import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { makeImageFiles } from './support/image-files.ts';

const UNKNOWN = `img_${'q'.repeat(26)}`;
const { data, service, run, here, local, remove } = await makeImageFiles();
afterAll(remove);

async function uploadOne(name = '1.jpg'): Promise<{ imageId: string; imageUrl: string }> {
  return (await local('upload', here(name), '--json')).json;
}

describe('images', () => {
  it('are listed as a table, or as the service answered, page by page', async () => {
    await uploadOne();
    await uploadOne('2.jpg');
    const human = await local('images', 'list', '--limit', '1');
    expect(human.code).toBe(0);
    expect(human.stdout).toMatch(/^ID +NAME +FORMAT +SIZE +BYTES +CREATED\nimg_/);
    expect(human.stderr).toContain('More images: --cursor ');
    const { lines, stderr } = await local('images', 'list', '--limit', '1', '--json');
    expect(lines).toHaveLength(1);
    const [, cursor = ''] = /^More images: --cursor (\S+)\n$/.exec(stderr) ?? [];
    const next = await local('images', 'list', '--limit', '1', '--cursor', cursor, '--json');
    expect(next.lines[0].imageId).not.toBe(lines[0].imageId);
    const none = await local('images', 'list', '--metadata', 'album=none');
    expect(none.stdout).toBe('No images were found.\n');
  });

  it('one is shown with its requests and bytes by day (calls.get-image-usage)', async () => {
    const { imageId } = await uploadOne();
    const { lines } = await local('images', 'usage', imageId, '--json');
    expect(lines).toHaveLength(31);
    expect(lines[0]).toEqual({ date: expect.any(String), requests: 0, bandwidthBytes: 0 });
    const { stdout } = await local('images', 'usage', imageId);
    expect(stdout).toMatch(/^DAY +REQUESTS +BANDWIDTH IN BYTES\n\d{4}-\d\d-\d\d +0 +0\n/);
  });

  it('one that does not wait for a decision is not reviewed, with the cure (moderation.decision)', async () => {
    const { imageId } = await uploadOne();
    const { code, stderr } = await local('images', 'review', imageId, 'reject', '--reason', 'no');
    expect(code).not.toBe(0);
    expect(stderr).toContain('review_not_pending: The image was saved without moderation.');
    const none = await local('images', 'list', '--review', 'pending');
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

  it('get new bytes under their URL, with the metadata of before or others, if --yes is said (replacing.address)', async () => {
    const args = ['--metadata', 'album=a'];
    const { json } = await local('upload', here('1.jpg'), ...args, '--json');
    const { imageId, imageUrl } = json;
    const widthOf = async () =>
      (await sharp(await (await fetch(imageUrl)).arrayBuffer()).metadata()).width;
    const unsure = await local('images', 'replace', imageId, here('2.jpg'));
    expect([unsure.code, unsure.stdout]).toEqual([2, '']);
    expect(await widthOf()).toBe(41);
    const human = await local('images', 'replace', imageId, here('2.jpg'), '--yes');
    expect([human.code, human.stdout]).toEqual([0, `${imageId} is replaced: ${imageUrl}\n`]);
    await expect.poll(widthOf, { timeout: 20_000 }).toBe(42); // the CDN has it by then
    expect((await local('images', 'show', imageId, '--json')).json).toMatchObject({
      metadata: { album: 'a' },
      focalPoint: null,
      width: 42,
    });
    const changes = ['--metadata', 'album=b', '--focal-point', '0.5,0.3', '--yes', '--json'];
    const again = await local('images', 'replace', imageUrl, here('3.jpg'), ...changes);
    expect(again.json).toEqual({ message: 'image_replaced', imageId, imageUrl });
    await local('images', 'replace', imageId, here('4.jpg'), '--yes');
    const shown = async () => (await local('images', 'show', imageId, '--json')).json;
    expect(await shown()).toMatchObject({ metadata: { album: 'b' }, focalPoint: '0.5,0.3' });
    await local('images', 'replace', imageId, here('5.jpg'), '--focal-point', 'none', '--yes');
    expect(await shown()).toMatchObject({ focalPoint: null, width: 45 });
  });

  it('are not replaced by a folder, several files or none, nor by bytes that are no image', async () => {
    const { imageId, imageUrl } = await uploadOne();
    for (const named of [here('.'), here('*.jpg'), here('none.jpg')]) {
      const refused = await local('images', 'replace', imageId, named, '--yes');
      expect([refused.code, refused.stdout], named).toEqual([2, '']);
    }
    const lies = await local('images', 'replace', imageId, here('lies.jpg'), '--yes');
    expect(lies.code).not.toBe(0);
    expect(lies.stderr).toContain('content_type_mismatch');
    const unknown = await local('images', 'replace', UNKNOWN, here('2.jpg'), '--yes');
    expect(unknown.code).toBe(4);
    expect((await fetch(imageUrl)).status).toBe(200);
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
    expect([code, ids(json.images)]).toEqual([0, ids(marked.lines)]);
    expect((await fetch(other.json.imageUrl)).status).toBe(200);
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
    expect([own.code, own.lines]).toEqual([0, []]);
    expect((await local('images', 'show', imageId, ...bob)).code).toBe(4);
    const foreign = await local('images', 'list', ...bob, '--project', service.projectId);
    expect(foreign.code).toBe(4);
    expect(foreign.stderr).toContain('project_not_found');
  });
});

describe('texts of other users', () => {
  it('moves no cursor and sets no colour: control characters are shown, in JSON they are escaped', async () => {
    const note = 'note=\u001b[2J\u202Eevil\nsecond';
    const { json } = await local('upload', here('1.jpg'), '--json', '--metadata', note);
    const { stdout } = await local('images', 'show', json.imageId);
    expect(stdout).toContain('\ufffd[2J\ufffdevil\ufffdsecond');
    for (const sign of ['\u001b', '\u202e']) expect(stdout).not.toContain(sign);
    const shown = await local('images', 'show', json.imageId, '--json');
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

  it('is listed by day, of a project alone (calls.get-usage-by-day)', async () => {
    const { code, stdout } = await local('usage', '--by-day');
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(32);
    const { lines } = await local('usage', '--by-day', '--json');
    expect(lines.at(-1).images).toBeGreaterThan(0);
    expect((await local('usage', '--by-day', '--account')).code).toBe(2);
  });
});

describe('URLs', () => {
  it('explain describes the answer to a request, also a refusal', async () => {
    const { imageUrl, imageId } = await uploadOne();
    const { json } = await local('explain', `${imageUrl}?width=20`, '--json');
    expect(json).toMatchObject({ imageId, output: { width: 20 }, errors: [] });
    const meant = await local('explain', `${imageUrl}?widht=20`);
    expect(meant.stdout).toMatch(/did you mean +width for widht/);
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

describe('doctor', () => {
  it('passes where everything is well, and changes nothing', async () => {
    await uploadOne();
    const { code, lines, stderr } = await local('doctor', '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect(lines.map(({ check, result }) => [check, result])).toEqual([
      ['node', 'passed'],
      ['config folder', 'skipped'],
      ['service', 'passed'],
      ['clock', 'passed'],
      ['credential', 'passed'],
      ['cdn', 'passed'],
    ]);
  });

  it('names each fault: a folder that others read, a clock, a key, a service', async () => {
    await mkdir(here('imagewell'), { mode: 0o755 });
    const late = createServer((_, response) => {
      response.writeHead(401, { Date: new Date(Date.now() - 3_600_000).toUTCString() });
      response.end(JSON.stringify({ code: 'invalid_api_key', title: 'No', status: 401 }));
    });
    await new Promise<void>((done) => late.listen(0, '127.0.0.1', done));
    const { port } = late.address() as { port: number };
    const env = { IMAGEWELL_API_KEY: 'private_x', IMAGEWELL_URL: `http://127.0.0.1:${port}` };
    const { code, lines } = await run(['doctor', '--json'], env).finally(() => late.close());
    const failed = lines.filter(({ result }) => result === 'failed').map(({ check }) => check);
    expect([code, failed]).toEqual([1, ['config folder', 'clock', 'credential', 'cdn']]);
    const away = await run(['doctor'], { ...env, IMAGEWELL_URL: 'http://127.0.0.1:9' });
    expect([away.code, away.stdout]).toEqual([6, expect.stringMatching(/service +failed +http/)]);
    const nobody = await run(['doctor']);
    expect([nobody.code, nobody.stdout.match(/No service is selected/g)?.length]).toEqual([1, 4]);
    await rm(here('imagewell'), { recursive: true });
  });
});
