import { mkdir, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../../../cli/import/csv.ts';
import { runCommandLine } from '../../../../cli/run-command-line.ts';
import { type CountingService, useCountingServices } from '../support/counting-service.ts';
import { fakeMachine } from '../support/fake-machine.ts';

const { here, serve } = useCountingServices();

const put = async (name: string, text = name) => {
  await mkdir(join(here(name), '..'), { recursive: true });
  await writeFile(here(name), `GIF89a${text}`);
};
const putMany = async (count: number) => {
  for (let at = 0; at < count; at += 1) await put(`photos/${at}.gif`);
};

/** An import in this process, of the folder `photos` unless another source is given. */
async function run({ env }: CountingService, args: readonly string[] = [], source = 'photos') {
  const machine = { ...fakeMachine(), env };
  const files = ['--manifest', here('m.jsonl'), '--retries', '0'];
  const code = await runCommandLine(['import', here(source), ...files, ...args], machine);
  await new Promise((done) => setImmediate(done));
  const [printed, told] = [machine.printed(), machine.told()];
  const json = args.includes('--json') && printed !== '' ? JSON.parse(printed) : {};
  return { code, told, json, counts: json.import };
}

describe('an import', () => {
  it('reports a quota once, saves as many as it may, and continues when there is room (quotas.images)', async () => {
    const quota = { status: 403, code: 'image_quota_exceeded' };
    let isFull = true;
    const service = await serve(({ kind, count }) =>
      isFull && kind === 'save' && count > 3 ? quota : undefined,
    );
    await putMany(22);
    const first = await run(service, ['--json', '--parallel', '8']);
    expect([first.code, first.counts]).toMatchObject([5, { saved: 3, failed: 0 }]);
    expect(first.told.match(/image_quota_exceeded/g)).toHaveLength(1);
    expect(service.uploads.length).toBeLessThanOrEqual(11);
    isFull = false;
    const second = await run(service, ['--json']);
    expect([second.code, second.counts]).toMatchObject([0, { before: 3, failed: 0 }]);
    expect([service.saved.size, new Set(service.uploads).size]).toEqual([22, 22]);
    expect(service.uploads).toHaveLength(22); // the bytes that were received are not sent again
  });

  it('names each skipped file with its reason: an empty one with the name of an image fails (uploads.one-table)', async () => {
    const service = await serve();
    await putMany(1);
    for (const name of ['empty.jpg', 'empty.heic', 'empty', 'notes.txt', '.hidden']) {
      await writeFile(here('photos', name), '');
    }
    const { code, counts, told } = await run(service, ['--json']);
    expect([code, counts]).toMatchObject([1, { saved: 1, failed: 2, skipped: 3 }]);
    for (const name of ['empty.jpg', 'empty.heic']) {
      expect(told).toMatch(new RegExp(`^${name}: empty_file: `, 'm'));
    }
    for (const name of ['empty', 'notes.txt']) {
      expect(told).toMatch(new RegExp(`^${name}: skipped: the file is empty\\.$`, 'm'));
    }
    expect(told).toMatch(/^\.hidden: skipped: it is hidden\.$/m);
  });

  it('writes nothing in a dry run, and reads a manifest that is in use', async () => {
    const service = await serve();
    await putMany(3);
    await put('photos/notes.txt');
    await writeFile(here('photos/notes.txt'), 'no image');
    const dry = await run(service, ['--dry-run', '--json']);
    const found = { images: 3, alreadyImported: 0, toImport: 3, imagesLeftInPlan: 100 };
    expect([dry.code, dry.told, dry.json.dryRun]).toMatchObject([
      0,
      expect.stringMatching(/^notes\.txt: skipped: it is not JPEG, [^\n]+ or BMP\.\n?$/),
      { ...found, bytes: 54, skipped: { hidden: 0, link: 0, other: 1 }, unreadable: 0 },
    ]);
    expect((await readdir(here())).sort()).toEqual(['photos']);
    await run(service);
    await writeFile(here('m.jsonl.lock'), `${process.ppid}`); // a run is in progress
    await put('photos/new.gif');
    const beside = await run(service, ['--dry-run', '--json']);
    expect(beside.json.dryRun).toMatchObject({ images: 4, alreadyImported: 3, toImport: 1 });
    const typo = await run(service, ['--dry-run', '--metadata', 'a=colour']);
    expect([typo.code, typo.told]).toEqual([2, expect.stringContaining('no column colour')]);
  });

  it('imports a file that changed as a new image, and not one that was only touched', async () => {
    const service = await serve();
    await putMany(3);
    await run(service);
    const later = new Date('2027-01-01');
    await utimes(here('photos/0.gif'), later, later);
    await put('photos/1.gif', 'changed');
    // both are read again, and one of them is uploaded
    const dry = await run(service, ['--dry-run', '--json']);
    expect(dry.json.dryRun).toMatchObject({ images: 3, alreadyImported: 1, toImport: 2 });
    const table = here('a.csv');
    const { counts } = await run(service, ['--json', '--addresses', table]);
    expect(counts).toEqual({ saved: 1, duplicates: 0, failed: 0, before: 3, skipped: 0 });
    expect(service.uploads).toHaveLength(4);
    const rows = Object.fromEntries(parseCsv(await readFile(table, 'utf8')));
    expect(rows['1.gif']).toContain('img_4');
    expect((await run(service, ['--json'])).counts).toMatchObject({ saved: 0, before: 3 });
    expect(service.uploads).toHaveLength(4);
  });

  it('reads no file that the service would not take, and lists the failures', async () => {
    const service = await serve(({ name }) =>
      name === '1.gif' ? { status: 422, code: 'invalid_image' } : undefined,
    );
    await putMany(2);
    await put('photos/huge.gif');
    await truncate(here('photos/huge.gif'), 30_000_000_000);
    const failures = here('failed.csv');
    const first = await run(service, ['--json', '--failures', failures]);
    expect([first.code, first.counts]).toMatchObject([1, { saved: 1, failed: 2 }]);
    const rows = parseCsv(await readFile(failures, 'utf8'));
    expect(rows.toSorted()).toEqual([
      ['1.gif', '1.gif', 'invalid_image', 'No.'],
      ['address', 'key', 'code', 'detail'],
      ['huge.gif', 'huge.gif', 'payload_too_large', expect.stringContaining('25000000')],
    ]);
    await rm(here('photos/huge.gif'));
    await put('photos/1.gif', 'mended');
    const again = await run(await serve(), ['--json', '--manifest', here('other.jsonl')]);
    expect(again.code).toBe(0);
  });

  it('imports each row of the same address once, and the same bytes of several at a time once', async () => {
    const service = await serve(({ kind }) => (kind === 'upload' ? sleep(500) : undefined));
    for (const name of ['a', 'b', 'c', 'd', 'e']) await put(`photos/${name}.gif`, 'same');
    const { counts } = await run(service, ['--json', '--parallel', '8']);
    expect(counts).toMatchObject({ saved: 1, duplicates: 4 });
    expect(service.uploads).toHaveLength(1);
  });

  it('stops after ten images in a row of a source without a response', async () => {
    const service = await serve();
    const away = createServer((_, response) => {
      response.writeHead(429, { 'retry-after': '9999' }).end();
    });
    await new Promise<void>((done) => away.listen(0, '127.0.0.1', done));
    const { port } = away.address() as { port: number };
    const urls = Array.from({ length: 40 }, (_, at) => `http://127.0.0.1:${port}/${at}.gif`);
    await writeFile(here('list.csv'), ['url', ...urls, ...urls].join('\n'));
    const { code, told, counts } = await run(service, ['--json', '--parallel', '2'], 'list.csv');
    away.close();
    expect([code, told]).toEqual([6, expect.stringContaining('10 times in a row')]);
    expect(counts.failed).toBeGreaterThanOrEqual(10);
    expect([counts.failed < 13, service.uploads]).toEqual([true, []]);
  });

  it('refuses the manifest of an upload, and a second run beside the first', async () => {
    const service = await serve();
    await putMany(1);
    await run(service);
    await writeFile(here('m.jsonl.lock'), `${process.ppid}`);
    const second = await run(service);
    expect([second.code, second.told]).toEqual([2, expect.stringContaining('is using')]);
  });
});
