import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { lockDataFolder } from '../../../../local/data-folder/data-folder-lock.ts';
import type { InvocationOutcome } from '../../../../local/lambda/invocation.ts';
import { HOST_DIED } from '../../../../local/lambda/pooled-host.ts';
import { type Asked, makeNoise } from '../../../support/local/asked.ts';
import {
  type FixturePool,
  makeFolder,
  startFixturePool,
} from '../../../support/local/start-fixture-pool.ts';
import { stopTimers } from '../../../support/waits/stop-timers.ts';
import { turnUntil } from '../../../support/waits/turn-until.ts';

interface Echo {
  /** `process.thread`. */
  readonly host: string;
  readonly role: string;
  readonly variables: readonly string[];
  readonly context: Readonly<Record<string, unknown>> & { readonly remainingMs: number };
}

const THREAD = { threads: { group: 'calls', max: 1 } } as const;
const THREADS = { threads: { group: 'calls', max: 2 } } as const;
/** One more than the processors of a small machine, and no more than a group may have. */
const MORE_THREADS = 3;
const PROCESS = { maxProcesses: 1 };
/** The deadline of fixtures without another one. */
const TIMEOUT_MS = 30_000;
const IDLE_MS = 300;
const LAST_IDLE_MS = 1_500;
/** Longer than any wait of a pool. */
const LONG_MS = 60_000;
/** After so long a group has grown by one host for requests that wait. */
const GROWN_MS = 1_000;
/** A host that doesn't wait for its reader writes megabytes in fewer. */
const MANY_TURNS = 200;
/** A bound against a hang alone: a machine may be busy. */
const HANG_MS = 120_000;
const KINDS = [
  ['thread', THREAD],
  ['process', PROCESS],
] as const;

let requests = 0;
function ask(pool: FixturePool, requested: Asked, arrivedAt?: number): Promise<InvocationOutcome> {
  requests += 1;
  const requestId = `request-${requests}`;
  return pool.invoke(requested, { requestId, ...(arrivedAt === undefined ? {} : { arrivedAt }) });
}

async function echo(pool: FixturePool, requested: Asked = { act: 'echo' }): Promise<Echo> {
  const response = await ask(pool, requested);
  if (response.outcome !== 'returned') throw new Error(`no result but ${response.outcome}`);
  return response.result as Echo;
}

/** An echo once a process has started: a busy machine starts it later than a short deadline. */
function warm(pool: FixturePool): Promise<Echo> {
  return vi.waitFor(() => echo(pool), HANG_MS);
}

async function stream(pool: FixturePool, requested: Asked) {
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

function isAlive(host: string): boolean {
  const [pid = ''] = host.split('.');
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

/** The states of the hosts that there are. */
function statesOf(pool: FixturePool): string[] {
  return pool.describe().flatMap(({ states }) => states);
}

describe('functions over threads and processes', () => {
  it('give a handler the context that Lambda gives it', async () => {
    const pool = await startFixturePool('buffered', THREAD);
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

  it('count the remaining time from the arrival of the request, waiting included', async () => {
    const pool = await startFixturePool('buffered', THREAD);
    await echo(pool);
    const [, second] = await Promise.all([echo(pool, { act: 'sleep', ms: 400 }), echo(pool)]);
    expect(second.context.remainingMs).toBeLessThan(29_620);
    expect(second.context.remainingMs).toBeGreaterThan(0);
  });

  it('keep a host warm and give it one request at a time', async () => {
    const pool = await startFixturePool('buffered', THREAD);
    const first = await echo(pool);
    const start = performance.now();
    const both = await Promise.all([1, 2].map(() => echo(pool, { act: 'sleep', ms: 150 })));
    expect(both.map(({ host }) => host)).toEqual([first.host, first.host]);
    expect(performance.now() - start).toBeGreaterThan(295);
  });

  it('run more threads under load, beyond the processors too, end idle ones beyond one after a while, and keep the last', async () => {
    const threads = { group: 'calls', max: MORE_THREADS } as const;
    stopTimers();
    const idle = { idleMs: IDLE_MS, lastIdleMs: LAST_IDLE_MS };
    const pool = await startFixturePool('buffered', { threads }, idle);
    const calls = Array.from({ length: MORE_THREADS }, () => echo(pool, { act: 'hold' }));
    for (let started = 1; started < MORE_THREADS; started += 1) {
      await vi.advanceTimersByTimeAsync(GROWN_MS);
    }
    await turnUntil(() => statesOf(pool).join() === 'busy,busy,busy');
    pool.letGo();
    const hosts = new Set((await Promise.all(calls)).map(({ host }) => host));
    expect(hosts.size).toBe(MORE_THREADS);
    await turnUntil(() => statesOf(pool).join() === 'idle,idle,idle');
    vi.advanceTimersByTime(IDLE_MS);
    await turnUntil(() => statesOf(pool).join() === 'idle');
    vi.advanceTimersByTime(LONG_MS);
    expect(statesOf(pool)).toEqual(['idle']);
    expect(hosts).toContain((await echo(pool)).host);
  });

  it('exchange the last process after a long time without requests, so that none waits for a start', async () => {
    stopTimers();
    const idle = { idleMs: IDLE_MS, lastIdleMs: LAST_IDLE_MS };
    const pool = await startFixturePool('buffered', PROCESS, idle);
    const { host } = await echo(pool);
    // a call in time starts the wait again
    for (const _ of [1, 2]) {
      await turnUntil(() => statesOf(pool).join() === 'idle');
      vi.advanceTimersByTime(IDLE_MS + LAST_IDLE_MS - 1);
      expect((await echo(pool)).host).toBe(host);
    }
    await turnUntil(() => statesOf(pool).join() === 'idle');
    vi.advanceTimersByTime(IDLE_MS + LAST_IDLE_MS);
    await turnUntil(() => !isAlive(host) && statesOf(pool).join() === 'idle');
    vi.advanceTimersByTime(LONG_MS);
    expect(statesOf(pool)).toEqual(['idle']); // an unused one stays
    expect((await echo(pool)).host).not.toBe(host);
  });

  it('have warm hosts before the first request', async () => {
    const pool = await startFixturePool('buffered', THREAD);
    pool.warm();
    await vi.waitFor(() => expect(statesOf(pool)).toEqual(['idle', 'idle', 'idle']), HANG_MS);
  });

  it('pass only the variables on that functions use', async () => {
    vi.stubEnv('OF_THE_SHELL', 'secret');
    for (const [, bounds] of KINDS) {
      const pool = await startFixturePool('buffered', bounds);
      expect((await echo(pool)).variables).not.toContain('OF_THE_SHELL');
    }
    vi.unstubAllEnvs();
  });

  it.each(KINDS)(
    'kill a %s at the deadline, which costs one request while others go on',
    async (_, bounds) => {
      const two = 'threads' in bounds ? THREADS : { maxProcesses: 2 };
      stopTimers();
      const pool = await startFixturePool('buffered', two);
      const before = await echo(pool);
      let isOver = false;
      const hung = ask(pool, { act: 'hang' }).finally(() => {
        isOver = true;
      });
      const served = Promise.all(Array.from({ length: 10 }, () => echo(pool)));
      await vi.advanceTimersByTimeAsync(GROWN_MS);
      const others = await served;
      expect(isOver).toBe(false);
      vi.advanceTimersByTime(TIMEOUT_MS);
      expect(await hung).toEqual({ outcome: 'timed_out' });
      expect(others.map(({ host }) => host)).not.toContain(before.host);
      expect((await echo(pool)).host).not.toBe(before.host);
    },
  );

  it.each(KINDS)('kill a %s whose event loop is blocked', async (_, bounds) => {
    const pool = await startFixturePool('buffered', { ...bounds, timeoutMs: 700 });
    await warm(pool);
    expect(await ask(pool, { act: 'block', ms: 60_000 })).toEqual({ outcome: 'timed_out' });
    expect((await warm(pool)).context.functionName).toBe('buffered');
  });

  it.each(['exit', 'flood', 'reject'])(
    'answer %s in a thread as a crash, and go on in a new thread',
    async (act) => {
      const pool = await startFixturePool('buffered', THREAD);
      const { host } = await echo(pool);
      const outcomes = await Promise.all([ask(pool, { act }), ask(pool, { act: 'sleep', ms: 1 })]);
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(
        act === 'reject' ? ['returned', 'crashed'] : ['crashed', 'returned'],
      );
      expect((await echo(pool)).host).not.toBe(host);
    },
  );

  it('release the lock of a transaction in which a thread is killed', async () => {
    const path = join(makeFolder(), 'db');
    const db = new DatabaseSync(path);
    db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    const pool = await startFixturePool('buffered', { ...THREAD, timeoutMs: 700 });
    await warm(pool);
    expect(await ask(pool, { act: 'transact', path })).toEqual({ outcome: 'timed_out' });
    await vi.waitFor(() => db.exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (3); COMMIT'), HANG_MS);
    expect(db.prepare('SELECT a FROM t').all()).toEqual([{ a: 1 }, { a: 3 }]);
    db.close();
  });

  it('answer busy to what finds no host in time', async () => {
    const pool = await startFixturePool('buffered', { ...THREAD, timeoutMs: 1_000 });
    await warm(pool);
    const hung = ask(pool, { act: 'hang' });
    expect(await ask(pool, { act: 'echo' })).toEqual({ outcome: 'busy' });
    expect(await hung).toEqual({ outcome: 'timed_out' });
  });

  it.each(KINDS)(
    'distinguish a %s that died from a handler that threw, log both, and continue',
    async (_, bounds) => {
      const faults: unknown[] = [];
      const deaths: unknown[] = [];
      const pool = await startFixturePool('buffered', bounds, {
        log: {
          info: () => undefined,
          warn: (message, fields) => void deaths.push([message, fields?.end]),
          error: (_message, fields) => void faults.push(fields),
        },
      });
      expect(await ask(pool, { act: 'crash' })).toEqual({ outcome: 'crashed' });
      expect(await ask(pool, { act: 'throw' })).toEqual({ outcome: 'threw' });
      expect(faults).toMatchObject([
        { function: 'buffered', error: expect.stringContaining('on purpose') },
      ]);
      expect(deaths).toEqual([[HOST_DIED, expect.stringMatching(/^(SIGKILL|1)$/)]]);
      expect((await echo(pool)).context.functionName).toBe('buffered');
    },
  );

  it.each(KINDS)('give up on a request whose %s never starts', async (_, bounds) => {
    const pool = await startFixturePool('buffered', bounds, { entryPath: makeFolder() });
    expect(await ask(pool, { act: 'echo' })).toEqual({ outcome: 'crashed' });
    expect(statesOf(pool)).toEqual([]);
  });

  it('give up on a request whose handler is never made', async () => {
    const pool = await startFixturePool('broken', THREAD);
    expect(await ask(pool, { act: 'echo' })).toEqual({ outcome: 'crashed' });
  });

  it('end a process that was abandoned, after its answer', async () => {
    const pool = await startFixturePool('buffered', PROCESS);
    const abandoned = await echo(pool, { act: 'abandon' });
    expect((await echo(pool)).host).not.toBe(abandoned.host);
    expect(isAlive(abandoned.host)).toBe(false);
  });

  it.each(KINDS)('end a %s that has grown too large, after its answer', async (_, bounds) => {
    const small = { maxProcessBytes: 1, maxThreadBytes: 1 };
    const pool = await startFixturePool('buffered', bounds, small);
    expect((await echo(pool)).host).not.toBe((await echo(pool)).host);
  });

  it('purge the edge before a function gets its answer', async () => {
    const purged: string[] = [];
    const onPurge = (ids: readonly string[]) => void purged.push(...ids);
    const pool = await startFixturePool('buffered', THREAD, { onPurge });
    await echo(pool, { act: 'purge', ids: ['img_a', 'tmp_b'] });
    expect(purged).toEqual(['img_a', 'tmp_b']);
  });

  it('hold a share of the data folder in each process for as long as it lives (local.single-owner)', async () => {
    const dataDir = makeFolder();
    const pool = await startFixturePool('buffered', PROCESS, { settings: { dataDir } });
    await echo(pool, { act: 'collect' });
    const taken = lockDataFolder(dataDir, { orphansMs: 100 });
    await expect(taken).rejects.toThrow('function processes');
    await pool.stop();
    (await lockDataFolder(dataDir, { orphansMs: 0 })).release();
  });

  it.each(KINDS)('finish the requests of a %s when they are stopped', async (_, bounds) => {
    const pool = await startFixturePool('buffered', bounds);
    const { host } = await echo(pool);
    const last = echo(pool, { act: 'sleep', ms: 300 });
    await pool.stop();
    expect((await last).host).toBe(host);
    expect(statesOf(pool)).toEqual([]);
  });
});

describe('threads beside processes', () => {
  const split = { ...THREAD, ...PROCESS };

  it('hand a request over with its id, and take the next one immediately', async () => {
    const pool = await startFixturePool('buffered', split);
    const light = await echo(pool);
    let isOver = false;
    const hard = pool
      .invoke({ act: 'hold', mustBeHeavy: true }, { requestId: 'same' })
      .finally(() => {
        isOver = true;
      });
    expect(await echo(pool)).toMatchObject({ host: light.host, role: 'light' });
    expect(isOver).toBe(false);
    pool.letGo();
    expect(await hard).toMatchObject({
      outcome: 'returned',
      result: { role: 'heavy', context: { awsRequestId: 'same' } },
    });
  });

  it('hand over what a thread has noted of the request, and nothing of an earlier one', async () => {
    const pool = await startFixturePool('buffered', split);
    const begun = { known: { renditions: new Map([['a', undefined]]) }, phases: new Map() };
    const moved = await ask(pool, { act: 'echo', mustBeHeavy: true, begun });
    expect(moved).toMatchObject({ result: { role: 'heavy', begun } });
    for (const mustBeHeavy of [false, true]) {
      const next = await ask(pool, { act: 'echo', mustBeHeavy });
      expect(next).toMatchObject({ result: { begun: undefined } });
    }
  });

  it('ignore later messages of a thread about a request that it passed on', async () => {
    const noted: string[] = [];
    const note = (message: string) => void noted.push(message);
    const log = { info: note, warn: note, error: note };
    const pool = await startFixturePool('buffered', split, { log });
    await echo(pool);
    const over = ask(pool, { act: 'linger' });
    const next = ask(pool, { act: 'sleep', ms: 400 });
    expect(await over).toMatchObject({ result: { role: 'heavy', asked: { act: 'linger' } } });
    expect(await next).toMatchObject({ result: { role: 'light', asked: { act: 'sleep' } } });
    expect(noted).toEqual([]);
  });

  it('serve light requests while every process hangs', async () => {
    stopTimers();
    const pool = await startFixturePool('buffered', split);
    await echo(pool);
    const hard = [1, 2, 3].map(() => ask(pool, { act: 'hang', mustBeHeavy: true }));
    await turnUntil(() => {
      return pool.describe().some(({ role, states }) => role === 'heavy' && states[0] === 'busy');
    });
    for (let i = 0; i < 20; i += 1) expect((await echo(pool)).role).toBe('light');
    vi.advanceTimersByTime(TIMEOUT_MS);
    const outcomes = (await Promise.all(hard)).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['busy', 'busy', 'timed_out']);
  });

  it('refuse the engine to a function that has no process', async () => {
    const pool = await startFixturePool('buffered', THREAD);
    expect(await ask(pool, { act: 'echo', mustBeHeavy: true })).toEqual({ outcome: 'threw' });
  });
});

describe('streamed answers', () => {
  // 6 MB bound a buffered answer of Lambda
  const sizes = [5_900_000, 6_100_000, 20_000_000];
  it.each(KINDS.flatMap(([kind, bounds]) => sizes.map((bytes) => [kind, bytes, bounds] as const)))(
    'of a %s deliver %i bytes whole (security.whole-answers)',
    async (_, bytes, bounds) => {
      const pool = await startFixturePool('streaming', bounds);
      const outcome = await stream(pool, { act: 'stream', bytes });
      expect(outcome.head).toMatchObject({
        statusCode: 200,
        headers: { 'content-length': String(bytes) },
      });
      const sent = Buffer.concat([...makeNoise(bytes)]);
      expect(sha256(await readAll(outcome.body))).toBe(sha256(sent));
    },
  );

  it('writes no faster than it is read', async () => {
    const pool = await startFixturePool('streaming', THREAD);
    const path = join(makeFolder(), 'turns');
    const outcome = await stream(pool, { act: 'beat', bytes: 10_000_000, path });
    let isWritten = false;
    const rest = ask(pool, { act: 'stream', bytes: 0 }).finally(() => {
      isWritten = true;
    });
    await expect.poll(() => existsSync(path) && statSync(path).size).toBeGreaterThan(MANY_TURNS);
    expect(isWritten).toBe(false);
    expect((await readAll(outcome.body)).length).toBe(10_000_000);
    expect((await rest).outcome).toBe('streamed');
  });

  it('frees the host of a reader that leaves early', async () => {
    const pool = await startFixturePool('streaming', { ...THREAD, timeoutMs: 10_000 });
    const outcome = await stream(pool, { act: 'stream', bytes: 10_000_000 });
    await outcome.body[Symbol.asyncIterator]().return?.();
    const next = await stream(pool, { act: 'stream', bytes: 3 });
    // held to its deadline, the host would have been killed
    expect(next.head.headers.host).toBe(outcome.head.headers.host);
    expect((await readAll(next.body)).length).toBe(3);
  });

  it('has the time of the wire for an answer that began within the deadline (security.slow-readers)', async () => {
    const bytes = 10_000_000;
    for (const wireMs of [60_000, 0]) {
      stopTimers();
      const pool = await startFixturePool('streaming', { ...THREADS, wireMs });
      const outcome = await stream(pool, { act: 'stream', bytes });
      vi.advanceTimersByTime(TIMEOUT_MS);
      if (wireMs > 0) expect((await readAll(outcome.body)).length).toBe(bytes);
      else await expect(readAll(outcome.body)).rejects.toThrow('timed_out');
    }
  });

  it.each(KINDS)('of a %s that dies in the middle are cut', async (_, bounds) => {
    const pool = await startFixturePool('streaming', bounds);
    const outcome = await stream(pool, { act: 'cut', bytes: 3_000_000 });
    await expect(readAll(outcome.body)).rejects.toThrow('crashed');
    expect((await stream(pool, { act: 'stream', bytes: 0 })).head.statusCode).toBe(200);
  });

  it('cuts the body of a handler that leaves its stream open', async () => {
    stopTimers();
    const pool = await startFixturePool('streaming', THREAD);
    const outcome = await stream(pool, { act: 'forget', bytes: 1_000 });
    vi.advanceTimersByTime(TIMEOUT_MS);
    await expect(readAll(outcome.body)).rejects.toThrow('cut');
  });

  it('gives no head for a host that dies before it', async () => {
    const pool = await startFixturePool('streaming', THREAD);
    expect(await ask(pool, { act: 'crash' })).toEqual({ outcome: 'crashed' });
  });
});
