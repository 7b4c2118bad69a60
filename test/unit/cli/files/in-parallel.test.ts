import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../../../cli/upload/find-files.ts';
import { inParallel } from '../../../../cli/upload/in-parallel.ts';

const NEVER = new AbortController().signal;

/** Numbers from 0 on, and how far they were read. */
function numbers(end = Number.POSITIVE_INFINITY) {
  const read = { most: -1, isClosed: false };
  async function* items() {
    try {
      for (let at = 0; at < end; at += 1) {
        read.most = at;
        yield at;
      }
    } finally {
      read.isClosed = true;
    }
  }
  return { items: items(), read };
}

describe('the loop over many items', () => {
  it('takes each once, so many at a time, and none before there is room for it', async () => {
    const { items, read } = numbers(50);
    const done: number[] = [];
    const busy = { now: 0, most: 0, ahead: 0 };
    await inParallel(items, { atOnce: 4, signal: NEVER }, async (at) => {
      busy.now += 1;
      busy.most = Math.max(busy.most, busy.now);
      await sleep(1);
      busy.ahead = Math.max(busy.ahead, read.most - done.length);
      done.push(at);
      busy.now -= 1;
    });
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => at));
    expect([busy.most, read.isClosed]).toEqual([4, true]);
    expect(busy.ahead).toBeLessThanOrEqual(4);
  });

  it('begins no other after an abort, and closes an endless source', async () => {
    const stop = new AbortController();
    const { items, read } = numbers();
    let count = 0;
    await inParallel(items, { atOnce: 3, signal: stop.signal }, async () => {
      await sleep(0);
      count += 1;
      if (count === 10) stop.abort();
    });
    expect(count).toBeLessThanOrEqual(12);
    expect(read.isClosed).toBe(true);
  });

  it('waits for the items in progress before it rejects with the first failure', async () => {
    const { items, read } = numbers();
    const ended: number[] = [];
    const five = Promise.withResolvers<void>();
    const running = inParallel(items, { atOnce: 3, signal: NEVER }, async (at) => {
      if (at === 3 || at === 4) await five.promise;
      ended.push(at);
      if (at === 5) five.resolve();
      if (at >= 5) throw new Error(`no ${at}`);
    });
    await expect(running).rejects.toThrow('no 5');
    expect(ended.toSorted((a, b) => a - b)).toEqual([
      0,
      1,
      2,
      3,
      4,
      5,
      ...ended.filter((at) => at > 5),
    ]);
    expect([read.isClosed, ended.length < 9]).toEqual([true, true]);
  });

  it('rejects with the failure of the source, and takes lists', async () => {
    async function* broken() {
      yield 1;
      throw new Error('row 2');
    }
    const done: number[] = [];
    const take = async (at: number) => void done.push(at);
    await expect(inParallel(broken(), { atOnce: 2, signal: NEVER }, take)).rejects.toThrow('row 2');
    await inParallel([2, 3], { atOnce: 9, signal: NEVER }, take);
    expect(done).toEqual([1, 2, 3]);
  });

  it('is fed by files that are found while others are sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'imagewell-lazy-'));
    for (const name of ['b', 'a']) {
      await mkdir(join(folder, name));
      for (const at of [2, 10, 1]) await writeFile(join(folder, name, `${at}.gif`), 'GIF89a');
    }
    const found = await findFiles([folder]);
    expect([found.count, found.bytes]).toEqual([6, 36]);
    const names: string[] = [];
    for await (const { path } of found.files()) {
      names.push(path.slice(folder.length + 1));
      if (names.length === 1) await rm(join(folder, 'b'), { recursive: true });
    }
    expect(names).toEqual(['a/1.gif', 'a/10.gif', 'a/2.gif']);
    await rm(folder, { recursive: true });
  });
});
