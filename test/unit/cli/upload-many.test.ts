import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lacks } from '../../support/needs/needs.ts';
import { type Kill, killWhen, startCommand } from '../../support/service/start-command.ts';
import { TESTED_COMMAND } from '../../support/service/tested-command.ts';
import { commandLine } from './support/command-line.ts';
import {
  type CountingService,
  type Faults,
  useCountingServices,
} from './support/counting-service.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46]);
const STATE = 'imagewell-upload.jsonl';
const run = commandLine('/nonexistent');
const { here, serve } = useCountingServices();

async function put(name: string, bytes: Uint8Array = Buffer.concat([JPEG, Buffer.from(name)])) {
  const path = here(name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, bytes);
}

const putMany = async (count: number) => {
  for (let at = 0; at < count; at += 1) await put(`photos/${String(at).padStart(5, '0')}.jpg`);
};

/** A command in the folder of the images. */
const upload = (service: CountingService, args: readonly string[], kill?: Kill) =>
  run(['upload', ...args], service.env, kill, here());

describe('the files of an upload', () => {
  it('are those of folders and globs too, without hidden files, links and other files, which are named', async () => {
    const service = await serve();
    for (const name of ['a/1.jpg', 'a/b/2.jpg', 'a/.hidden.jpg', 'a/.git/3.jpg', 'c/d/4.jpg']) {
      await put(name);
    }
    await put('a/notes.txt', Buffer.from('no image'));
    await put('a/looks.jpg', Buffer.from('no image'));
    await symlink('1.jpg', here('a/link.jpg'));
    await symlink('..', here('a/circle'));
    const { code, stdout, stderr } = await upload(service, ['a/', 'c/**/*.jpg', './a/1.jpg']);
    expect([code, service.uploads.toSorted()]).toEqual([0, ['1.jpg', '2.jpg', '4.jpg']]);
    expect(stdout.trim().split('\n')).toHaveLength(3);
    const hidden = 'skipped: it is hidden.';
    const link = 'skipped: it is a symbolic link.';
    const other = 'skipped: it is not JPEG, PNG, WebP, GIF, AVIF, HEIC, SVG or BMP.';
    expect(stderr.trim().split('\n')).toEqual([
      `a/.git: ${hidden}`,
      `a/.hidden.jpg: ${hidden}`,
      `a/circle: ${link}`,
      `a/link.jpg: ${link}`,
      `a/looks.jpg: ${other}`,
      `a/notes.txt: ${other}`,
      '3 files: 3 uploaded. Skipped: 2 hidden, 2 symbolic links, 2 of other types.',
    ]);
  });

  it('are taken as they are where they are named: hidden, by a link, with the signs of a glob', async () => {
    const service = await serve();
    for (const name of ['.hidden.jpg', 'a[1].jpg', '.g/5.jpg']) await put(name);
    await symlink('a[1].jpg', here('link.jpg'));
    const named = ['.hidden.jpg', 'a[1].jpg', 'link.jpg', '.g/*.jpg'];
    const { code, stderr } = await upload(service, named);
    expect([code, stderr]).toEqual([0, '']);
    expect(service.uploads.toSorted()).toEqual(['.hidden.jpg', '5.jpg', 'a[1].jpg', 'link.jpg']);
  });

  it('must be there: a glob and a folder without an image are a usage error, and nothing is sent', async () => {
    const service = await serve();
    await put('a/1.jpg');
    await put('empty/notes.txt', Buffer.from('no image'));
    const glob = await upload(service, ['a', '*.png']);
    expect([glob.code, glob.stderr]).toEqual([2, 'error: *.png matches no file.\n']);
    const nothing = await upload(service, ['empty']);
    expect([nothing.code, nothing.stderr]).toEqual([2, 'error: empty: no images were found.\n']);
    expect(service.uploads).toEqual([]);
  });

  it('are sent so many at a time, however many there are', async () => {
    const service = await serve();
    await putMany(150);
    const { code, lines } = await upload(service, ['photos', '--json', '--parallel', '8']);
    expect([code, lines.length, new Set(lines.map(({ imageId }) => imageId)).size]).toEqual([
      0, 150, 150,
    ]);
    expect(service.busy.most).toBeLessThanOrEqual(8);
  });
});

describe('an upload with --resume', () => {
  it('sends each file once over two runs, a touched one too, and a changed one again', async () => {
    const service = await serve();
    await putMany(4);
    expect((await upload(service, ['photos', '--resume'])).code).toBe(0);
    await put('photos/new.jpg');
    const touched = new Date('2026-01-01');
    await utimes(here('photos/00000.jpg'), touched, touched);
    await put('photos/00001.jpg', Buffer.concat([JPEG, Buffer.from('another')]));
    const again = await upload(service, ['photos', '--resume']);
    expect([again.code, service.uploads.slice(4).toSorted()]).toEqual([
      0,
      ['00001.jpg', 'new.jpg'],
    ]);
    expect(again.stderr).toBe('5 files: 2 uploaded, 3 uploaded before.\n');
    const state = await readFile(here(STATE), 'utf8');
    expect(state).toContain('"key":"photos/00000.jpg"');
    expect(JSON.parse(state.trim().split('\n')[2] ?? '')).toMatchObject({
      key: expect.any(String),
      version: expect.stringMatching(/^\d+-\d+/),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('survives half a line, and saves a received file again without a second image', async () => {
    const service = await serve(({ kind, count }) =>
      kind === 'save' && count === 3 ? 'hang' : undefined,
    );
    await putMany(4);
    const args = ['photos', '--resume=my.jsonl', '--parallel', '1'];
    const isTime = { signal: 'SIGKILL', when: () => service.saves.length >= 3 } as const;
    const killed = await upload(service, args, isTime);
    expect([killed.code, killed.stdout.trim().split('\n').length]).toEqual([null, 2]);
    appendFileSync(here('my.jsonl'), '{"path":"photos/000');
    const { code, stderr } = await upload(service, args);
    expect([code, stderr]).toEqual([0, '4 files: 2 uploaded, 2 uploaded before.\n']);
    expect(service.uploads).toEqual(['00000.jpg', '00001.jpg', '00002.jpg', '00003.jpg']);
    expect(service.saved.size).toBe(4);
    expect(service.saves[3]).toBe(service.saves[2]);
  });

  it('never touches a file that is something else, nor the state of another service', async () => {
    const [one, other] = [await serve(), await serve()];
    await putMany(1);
    expect((await upload(one, ['photos', '--resume'])).code).toBe(0);
    const foreign = await upload(other, ['photos', '--resume']);
    expect([foreign.code, other.uploads]).toEqual([2, []]);
    expect(foreign.stderr).toContain(`is of another service: ${one.env.IMAGEWELL_URL}`);
    const image = await upload(one, ['photos', '--resume', 'photos/00000.jpg']);
    expect([image.code, one.uploads.length]).toEqual([2, 1]);
    expect((await readFile(here('photos/00000.jpg'))).subarray(0, 8)).toEqual(JPEG);
    expect((await upload(one, ['photos', '--resume', 'photos'])).code).toBe(2);
  });
});

describe('an upload that ends early', () => {
  const hangAfter = (count: number): Faults => {
    return (asked) => (asked.kind === 'upload' && asked.count > count ? 'hang' : undefined);
  };

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'by %s ends with %i, has printed each address, and continues with --resume',
    async (signal, code) => {
      const service = await serve(hangAfter(3));
      await putMany(6);
      const when = () => service.saved.size >= 3 && service.uploads.length > 3;
      const ended = await upload(service, ['photos', '--parallel', '2'], { signal, when });
      expect([ended.code, ended.stdout.trim().split('\n').length]).toEqual([code, 3]);
      expect(ended.stderr).toBe(
        `error: Interrupted. 6 files: 3 uploaded, 3 left.\nTo go on, repeat the command with --resume=${STATE}; it skips what is uploaded.\n`,
      );
      const rest = await serve();
      const state = await readFile(here(STATE), 'utf8');
      await writeFile(
        here(STATE),
        state.replaceAll(service.env.IMAGEWELL_URL, rest.env.IMAGEWELL_URL),
      );
      const second = await upload(rest, ['photos', '--resume']);
      expect([second.code, rest.uploads.length]).toEqual([0, 3]);
    },
  );

  it.skipIf(lacks('linux'))(
    'by Ctrl-C at a terminal ends with 130 too, though a bar is drawn (script makes the terminal)',
    async () => {
      const service = await serve(hangAfter(2));
      await putMany(4);
      const command = `${process.execPath} ${TESTED_COMMAND} upload photos --parallel 1`;
      const { PATH = '' } = process.env;
      const terminal = spawn('script', ['-qefc', command, '/dev/null'], {
        cwd: here(),
        env: { PATH, ...service.env, XDG_CONFIG_HOME: '/nonexistent' },
      });
      let shown = '';
      terminal.stdout.on('data', (chunk: Buffer) => {
        shown += chunk.toString();
      });
      const wait = setInterval(() => {
        if (service.uploads.length < 3 || !shown.includes('░')) return;
        clearInterval(wait);
        terminal.stdin.write('\u0003');
      }, 20);
      const code = await new Promise((done) => terminal.once('close', done));
      expect(code).toBe(130);
      expect(shown).toContain('░');
      expect(shown.match(/https:\/\/cdn\.example\.com\/res\/img_/g)).toHaveLength(2);
      expect(shown).toContain('Interrupted. 4 files: 2 uploaded, 2 left.');
    },
  );

  it('waits for the answer to a save in progress, which is an address', async () => {
    const interrupted = Promise.withResolvers<void>();
    const service = await serve(({ kind }) => (kind === 'save' ? interrupted.promise : undefined));
    await putMany(2);
    const { code, stdout } = await upload(service, ['photos', '--parallel', '1'], {
      signal: 'SIGINT',
      when: () => {
        const isSaving = service.saves.length >= 1;
        if (isSaving) setImmediate(interrupted.resolve); // after the signal
        return isSaving;
      },
    });
    expect([code, stdout.trim().split('\n').length]).toEqual([130, 1]);
  });

  it('by a quota reports it once, with the remaining files (quotas.images)', async () => {
    const quota = { status: 403, code: 'image_quota_exceeded' };
    const service = await serve(({ kind, count }) =>
      kind === 'save' && count > 3 ? quota : undefined,
    );
    await putMany(22);
    const { code, stdout, stderr } = await upload(service, ['photos']);
    expect([code, stdout.trim().split('\n').length]).toEqual([5, 3]);
    expect(stderr.match(/image_quota_exceeded/g)).toHaveLength(1);
    expect(stderr).toContain('Stopped. 22 files: 3 uploaded, 1 failed, 18 left.');
    expect(service.uploads.length).toBeLessThanOrEqual(8);
    const json = await upload(service, ['photos', '--json', '--resume=other.jsonl']);
    expect([json.code, json.lines.length]).toEqual([5, 1]);
    expect(JSON.parse(json.stderr).error.hint).toContain('--resume=other.jsonl');
  });

  it('by ten files in a row without a response does not try ten thousand', async () => {
    const busy = { status: 503, code: 'busy' };
    const service = await serve(({ count }) => (count > 2 ? busy : undefined));
    await putMany(40);
    const { code, stderr } = await upload(service, ['photos', '--retries', '0']);
    expect(code).toBe(6);
    expect(stderr).toContain('Stopped.');
    expect(service.uploads.length).toBeLessThan(20);
  });

  it('prints each address immediately: the first while the second is on its way', async () => {
    const service = await serve(hangAfter(1));
    await putMany(2);
    const { PATH } = process.env;
    const command = startCommand(['upload', 'photos', '--parallel', '1'], {
      cwd: here(),
      env: { PATH, ...service.env },
    });
    const when = () => command.printed.stdout.endsWith('\n');
    const { stdout } = await killWhen(command, { signal: 'SIGKILL', when });
    expect(stdout).toMatch(/^https:\/\/cdn\.example\.com\/res\/img_1\.jpg {2}photos.00000\.jpg\n$/);
  });
});
