import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { lockDataFolder } from '../../../../local/data-folder/data-folder-lock.ts';
import type { FunctionPool } from '../../../../local/lambda/function-pool.ts';
import type { InvocationOutcome } from '../../../../local/lambda/invocation.ts';
import { type Asked, makeNoise } from '../../../support/local/asked.ts';
import { makeFolder, startFixturePool } from '../../../support/local/start-fixture-pool.ts';

interface Echo {
  readonly pid: number;
  readonly role: string;
  readonly context: Readonly<Record<string, unknown>> & { readonly remainingMs: number };
}

let requests = 0;
function ask(pool: FunctionPool, requested: Asked, arrivedAt?: number): Promise<InvocationOutcome> {
  requests += 1;
  const requestId = `request-${requests}`;
  return pool.invoke(requested, { requestId, ...(arrivedAt === undefined ? {} : { arrivedAt }) });
}

async function echo(pool: FunctionPool, requested: Asked = { act: 'echo' }): Promise<Echo> {
  const response = await ask(pool, requested);
  if (response.outcome !== 'returned') throw new Error(`no result but ${response.outcome}`);
  return response.result as Echo;
}

/** An echo once a process has started: a busy machine starts it later than a short deadline. */
function warm(pool: FunctionPool): Promise<Echo> {
  return vi.waitFor(() => echo(pool), 30_000);
}

async function stream(pool: FunctionPool, requested: Asked) {
  const response = await ask(pool, requested);
  if (response.outcome !== 'streamed') throw new Error(`no stream but ${response.outcome}`);
  return response;
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('function pool', () => {
  it('gives a handler the context that Lambda gives it', async () => {
    const pool = await startFixturePool('buffered');
    const outcome = await pool.invoke({ act: 'echo' }, { requestId: 'abc' });
    expect(outcome).toMatchObject({
      result: {
        context: {
          awsRequestId: 'abc',
          functionName: 'buffered',
          functionVersion: '$LATEST',
          memoryLimitInMB: expect.stringMatching(/^\d+$/),
        },
      },
    });
  });

  it('counts the remaining time from the arrival of the request, waiting included', async () => {
    const pool = await startFixturePool('buffered', { maxProcesses: 1 });
    await echo(pool);
    const [, second] = await Promise.all([echo(pool, { act: 'sleep', ms: 400 }), echo(pool)]);
    expect(second.context.remainingMs).toBeLessThan(29_620);
    expect(second.context.remainingMs).toBeGreaterThan(0);
  });

  it('keeps a process warm and gives it one request at a time', async () => {
    const pool = await startFixturePool('buffered', { maxProcesses: 1 });
    const first = await echo(pool);
    const start = performance.now();
    const both = await Promise.all([1, 2].map(() => echo(pool, { act: 'sleep', ms: 150 })));
    expect(both.map(({ pid }) => pid)).toEqual([first.pid, first.pid]);
    expect(performance.now() - start).toBeGreaterThan(295);
  });

  it('runs more processes under load, and ends idle ones beyond one after a while', async () => {
    const pool = await startFixturePool('buffered', { idleMs: 200, timeoutMs: 30_000 });
    // long enough for a second process to start beside the first, however busy the machine is
    const result = await Promise.all(
      [1, 2, 3, 4].map(() => echo(pool, { act: 'sleep', ms: 2_500 })),
    );
    const pids = [...new Set(result.map(({ pid }) => pid))];
    expect(pids).toHaveLength(2);
    await vi.waitFor(() => expect(pids.filter(isAlive)).toHaveLength(1), 30_000);
    await sleep(300);
    expect(pids.filter(isAlive)).toEqual([(await echo(pool)).pid]);
  });

  it('ends the last process too after a long time without requests, and starts one for the next request', async () => {
    const pool = await startFixturePool('buffered', { idleMs: 500, lastIdleMs: 2_500 });
    const { pid } = await echo(pool);
    await sleep(200);
    expect((await echo(pool)).pid).toBe(pid); // a call in time starts the wait again
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 30_000);
    expect((await echo(pool)).pid).not.toBe(pid);
  });

  it('kills a process at the deadline, which costs one request while others go on', async () => {
    const pool = await startFixturePool('buffered', { timeoutMs: 6_000 });
    const before = await echo(pool);
    let isOver = false;
    const hung = ask(pool, { act: 'hang' }).finally(() => {
      isOver = true;
    });
    const others = await Promise.all(Array.from({ length: 10 }, () => echo(pool)));
    expect(isOver).toBe(false);
    expect(await hung).toEqual({ outcome: 'timed_out' });
    expect(others.map(({ pid }) => pid)).not.toContain(before.pid);
    await vi.waitFor(() => expect(isAlive(before.pid)).toBe(false), 30_000);
    expect((await echo(pool)).pid).not.toBe(before.pid);
  });

  it('kills a process whose event loop is blocked', async () => {
    const pool = await startFixturePool('buffered', { timeoutMs: 700, maxProcesses: 1 });
    await warm(pool);
    expect(await ask(pool, { act: 'block', ms: 60_000 })).toEqual({ outcome: 'timed_out' });
    expect((await warm(pool)).role).toBe('heavy');
  });

  it('answers busy to what finds no process in time', async () => {
    const pool = await startFixturePool('buffered', { timeoutMs: 1_000, maxProcesses: 1 });
    await warm(pool);
    const hung = ask(pool, { act: 'hang' });
    expect(await ask(pool, { act: 'echo' })).toEqual({ outcome: 'busy' });
    expect(await hung).toEqual({ outcome: 'timed_out' });
  });

  it('distinguishes a process that died from a handler that threw, and continues after both', async () => {
    const faults: string[] = [];
    const pool = await startFixturePool('buffered', {
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (_message, { error } = {}) => void faults.push(String(error)),
      },
    });
    expect(await ask(pool, { act: 'crash' })).toEqual({ outcome: 'crashed' });
    expect(await ask(pool, { act: 'throw' })).toEqual({ outcome: 'threw' });
    expect(faults.join()).toContain('on purpose');
    expect((await echo(pool)).pid).toBeGreaterThan(0);
  });

  it('gives up on a request whose processes never start', async () => {
    const pool = await startFixturePool('broken');
    expect(await ask(pool, { act: 'echo' })).toEqual({ outcome: 'crashed' });
  });

  it('ends a process that was abandoned, after its answer', async () => {
    const pool = await startFixturePool('buffered', { maxProcesses: 1 });
    const abandoned = await echo(pool, { act: 'abandon' });
    expect((await echo(pool)).pid).not.toBe(abandoned.pid);
    expect(isAlive(abandoned.pid)).toBe(false);
  });

  it('ends a process that has grown too large, after its answer', async () => {
    const pool = await startFixturePool('buffered', { maxProcesses: 1, maxHeavyRssBytes: 1 });
    expect((await echo(pool)).pid).not.toBe((await echo(pool)).pid);
  });

  it('purges the edge before a function gets its answer', async () => {
    const purged: string[] = [];
    const pool = await startFixturePool('buffered', { onPurge: (ids) => purged.push(...ids) });
    await echo(pool, { act: 'purge', ids: ['img_a', 'tmp_b'] });
    expect(purged).toEqual(['img_a', 'tmp_b']);
  });

  it('a process holds its share of the data folder for as long as it lives (local.single-owner)', async () => {
    const dataDir = makeFolder();
    const pool = await startFixturePool('buffered', { settings: { dataDir } });
    await echo(pool, { act: 'collect' });
    const taken = lockDataFolder(dataDir, { orphansMs: 100 });
    await expect(taken).rejects.toThrow('function processes');
    await pool.stop();
    (await lockDataFolder(dataDir, { orphansMs: 0 })).release();
  });

  it('finishes what it is at when it is stopped', async () => {
    const pool = await startFixturePool('buffered');
    const { pid } = await echo(pool);
    const last = echo(pool, { act: 'sleep', ms: 300 });
    await pool.stop();
    expect((await last).pid).toBe(pid);
    expect(isAlive(pid)).toBe(false);
  });
});

describe('light and heavy processes', () => {
  const split = { maxProcesses: 1, maxHeavyProcesses: 1 };

  it('hands a request over with its id, and frees the light process immediately', async () => {
    const pool = await startFixturePool('buffered', { ...split, timeoutMs: 30_000 });
    const light = await echo(pool);
    let isOver = false;
    const hard = pool
      .invoke({ act: 'sleep', ms: 2_500, mustBeHeavy: true }, { requestId: 'same' })
      .finally(() => {
        isOver = true;
      });
    expect(await echo(pool)).toMatchObject({ pid: light.pid, role: 'light' });
    expect(isOver).toBe(false);
    expect(await hard).toMatchObject({
      outcome: 'returned',
      result: { role: 'heavy', context: { awsRequestId: 'same' } },
    });
  });

  it('ignores what a process still says about a request that it handed over', async () => {
    const pool = await startFixturePool('buffered', split);
    await echo(pool);
    const over = ask(pool, { act: 'linger' });
    const next = ask(pool, { act: 'sleep', ms: 400 });
    expect(await over).toMatchObject({ result: { role: 'heavy', asked: { act: 'linger' } } });
    expect(await next).toMatchObject({ result: { role: 'light', asked: { act: 'sleep' } } });
  });

  it('serves light requests while every heavy process hangs', async () => {
    const pool = await startFixturePool('buffered', { ...split, timeoutMs: 6_000 });
    await echo(pool);
    const hard = [1, 2, 3].map(() => ask(pool, { act: 'hang', mustBeHeavy: true }));
    for (let i = 0; i < 20; i += 1) expect((await echo(pool)).role).toBe('light');
    const outcomes = (await Promise.all(hard)).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['busy', 'busy', 'timed_out']);
  });
});

describe('streamed answers', () => {
  it('delivers 20 MB whole (security.whole-answers)', async () => {
    const pool = await startFixturePool('streaming');
    const outcome = await stream(pool, { act: 'stream', bytes: 20_000_000 });
    expect(outcome.head).toMatchObject({
      statusCode: 200,
      headers: { 'content-length': '20000000' },
    });
    const sent = Buffer.concat([...makeNoise(20_000_000)]);
    expect(sha256(await readAll(outcome.body))).toBe(sha256(sent));
  });

  it('writes no faster than it is read', async () => {
    const pool = await startFixturePool('streaming', { maxProcesses: 1 });
    const outcome = await stream(pool, { act: 'stream', bytes: 10_000_000 });
    await sleep(300);
    const rest = ask(pool, { act: 'stream', bytes: 0 });
    const early = await Promise.race([rest, sleep(300, 'still writing')]);
    expect(early).toBe('still writing');
    expect((await readAll(outcome.body)).length).toBe(10_000_000);
    expect((await rest).outcome).toBe('streamed');
  });

  it('frees the process of a reader that leaves early', async () => {
    const pool = await startFixturePool('streaming', { maxProcesses: 1, timeoutMs: 10_000 });
    const outcome = await stream(pool, { act: 'stream', bytes: 10_000_000 });
    await outcome.body[Symbol.asyncIterator]().return?.();
    const next = await stream(pool, { act: 'stream', bytes: 3 });
    // held to its deadline, the process would have been killed
    expect(next.head.headers.pid).toBe(outcome.head.headers.pid);
    expect((await readAll(next.body)).length).toBe(3);
  });

  it('has the time of the wire for an answer that began within the deadline (security.slow-readers)', async () => {
    const bytes = 10_000_000;
    for (const wireMs of [60_000, 0]) {
      const pool = await startFixturePool('streaming', { timeoutMs: 1_500, wireMs });
      await vi.waitFor(() => stream(pool, { act: 'stream', bytes: 0 }), 30_000); // it is warm
      const outcome = await stream(pool, { act: 'stream', bytes });
      await sleep(2_000); // longer than the deadline
      if (wireMs > 0) expect((await readAll(outcome.body)).length).toBe(bytes);
      else await expect(readAll(outcome.body)).rejects.toThrow('timed_out');
    }
  });

  it('cuts the body of a process that dies in the middle', async () => {
    const pool = await startFixturePool('streaming');
    const outcome = await stream(pool, { act: 'cut', bytes: 3_000_000 });
    await expect(readAll(outcome.body)).rejects.toThrow('crashed');
    expect((await stream(pool, { act: 'stream', bytes: 0 })).head.statusCode).toBe(200);
  });

  it('cuts the body of a handler that leaves its stream open', async () => {
    const pool = await startFixturePool('streaming', { timeoutMs: 1_000 });
    await vi.waitFor(() => stream(pool, { act: 'stream', bytes: 0 }), 30_000);
    const outcome = await stream(pool, { act: 'forget', bytes: 1_000 });
    await expect(readAll(outcome.body)).rejects.toThrow('cut');
  });

  it('gives no head for a process that dies before it', async () => {
    const pool = await startFixturePool('streaming');
    expect(await ask(pool, { act: 'crash' })).toEqual({ outcome: 'crashed' });
  });
});
