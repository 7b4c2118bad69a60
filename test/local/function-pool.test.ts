import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFunctionPool, type FunctionPool } from '../../local/function-pool.ts';
import { makeDataFolder } from '../support/start-service.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let built: string;
const pools: FunctionPool[] = [];
const lines: string[] = [];

beforeAll(async () => {
  folder = await makeDataFolder();
  // below the project, so that the bundle finds the project's packages
  built = await mkdtemp(join(process.cwd(), '.build-test-'));
  await build({
    entryPoints: ['test/support/functions/fixture-process.ts'],
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external' },
    outfile: join(built, 'entry.mjs'),
  });
});
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.stop();
});
afterAll(async () => {
  await folder.remove();
  await rm(built, { recursive: true });
});

function createPool(name: 'plain' | 'divided' | 'streamed', settings: object = {}) {
  const pool = createFunctionPool({
    name,
    settings: { timeoutMs: 2_500, isStreaming: name === 'streamed', maxProcesses: 3, ...settings },
    entry: join(built, 'entry.mjs'),
    lockFile: join(folder.path, 'functions.lock'),
    processSettings: { dataDir: folder.path, cdnUrl: '', plan: null, hasRateLimits: false },
    onPurge: () => undefined,
    log: (line) => lines.push(line),
  });
  pools.push(pool);
  return (act: string) => pool.invoke({ act }, `r-${act}`);
}

const pidOf = (answered: Awaited<ReturnType<FunctionPool['invoke']>>) =>
  answered.outcome === 'answered' ? (answered.answer as { pid: number }).pid : answered.outcome;

describe('function processes', () => {
  it('take one request at a time, more of them as load asks, up to their number', async () => {
    const invoke = createPool('plain');
    const all = await Promise.all(Array.from({ length: 6 }, () => invoke('slow')));
    expect(new Set(all.map(pidOf)).size).toBe(3);
    const warm = await invoke('echo');
    expect(all.map(pidOf)).toContain(pidOf(warm));
  });

  it.each(['hang', 'spin'])(
    'that %s cost one request: it fails at the deadline, others go on',
    async (how) => {
      const invoke = createPool('plain');
      const begun = Date.now();
      const stuck = invoke(how);
      for (let at = 0; at < 5; at += 1) expect((await invoke('echo')).outcome).toBe('answered');
      expect(Date.now() - begun).toBeLessThan(2_400);
      expect((await stuck).outcome).toBe('failed');
      expect(Date.now() - begun).toBeLessThan(4_500);
      expect((await invoke('echo')).outcome).toBe('answered');
    },
  );

  it('that end or throw are a failure, and are replaced', async () => {
    const invoke = createPool('plain', { maxProcesses: 1 });
    expect((await invoke('exit')).outcome).toBe('failed');
    expect((await invoke('throw')).outcome).toBe('failed');
    expect((await invoke('echo')).outcome).toBe('answered');
    expect(lines.join()).toContain('thrown by the fixture');
  });

  it('C2.10 a request that finds no process in time is busy', async () => {
    const invoke = createPool('plain', { maxProcesses: 1 });
    const stuck = invoke('hang');
    const waiting = invoke('echo');
    expect((await waiting).outcome).toBe('busy');
    await stuck;
  });

  it('hand a request that needs the engine to a heavy process, and are free at once', async () => {
    const invoke = createPool('divided', { maxProcesses: 1, maxHeavyProcesses: 1 });
    const light = pidOf(await invoke('echo'));
    const heavy = pidOf(await invoke('heavy'));
    expect(heavy).not.toBe(light);
    expect(typeof heavy).toBe('number');
    expect(pidOf(await invoke('echo'))).toBe(light);
  });

  it('stream an answer of any size whole', async () => {
    createPool('streamed');
    const [pool] = pools;
    const answered = await pool?.invokeStreaming({ act: 'stream' }, 'r');
    if (answered?.outcome !== 'answered') throw new Error(answered?.outcome);
    expect(answered.answer).toMatchObject({ statusCode: 200, headers: { a: 'b' } });
    const [got, expected] = [createHash('sha256'), createHash('sha256')];
    for await (const chunk of answered.answer.body) got.update(chunk as Buffer);
    for (let at = 0; at < 20; at += 1) expected.update(Buffer.alloc(1_000_000, at));
    expect(got.digest('hex')).toBe(expected.digest('hex'));
  });

  it('that end in the middle of a stream break it, so that nobody takes it for whole', async () => {
    createPool('streamed');
    const answered = await pools[0]?.invokeStreaming({ act: 'exit' }, 'r');
    if (answered?.outcome !== 'answered') throw new Error(answered?.outcome);
    const { body } = answered.answer;
    await expect(
      (async () => {
        for await (const chunk of body) void chunk;
      })(),
    ).rejects.toThrow('failed');
  });
});
