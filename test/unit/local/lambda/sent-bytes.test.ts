import { expect, it } from 'vitest';
import { type Asked, makeNoise } from '../../../support/local/asked.ts';
import { type FixturePool, startFixturePool } from '../../../support/local/start-fixture-pool.ts';

const SIZES = [1_000, 70_000, 1_000_000, 4_500_000, 25_000_000];
/** The names and numbers around the bytes of a message. */
const ENVELOPE_BYTES = 20_000;
const THREAD = { threads: { group: 'delivery', max: 1 } } as const;
const PROCESS = { maxProcesses: 1 };

async function stream(pool: FixturePool, requested: Asked) {
  const response = await pool.invoke(requested, { requestId: 'r' });
  if (response.outcome !== 'streamed') throw new Error(`no stream but ${response.outcome}`);
  let bytes = 0;
  const buffers = new Set<ArrayBufferLike>();
  for await (const piece of response.body) {
    bytes += piece.length;
    buffers.add(piece.buffer);
  }
  const behind = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
  return { bytes, behind, sent: Number(response.head.headers.sent) };
}

async function countBody(pool: FixturePool, body: Uint8Array) {
  const response = await pool.invoke({ act: 'count', body }, { requestId: 'r' });
  if (response.outcome !== 'returned') throw new Error(`no result but ${response.outcome}`);
  return response.result as Readonly<Record<'bytes' | 'behind' | 'read', number>>;
}

it('a thread copies no more than two bytes for each byte of a response, whatever its size (security.slow-readers)', async () => {
  const pool = await startFixturePool('streaming', THREAD);
  for (const size of SIZES) {
    const { bytes, behind } = await stream(pool, { act: 'pieces', bytes: size });
    expect(bytes).toBe(size);
    // each buffer that arrives was copied whole
    expect(behind, `${size}`).toBeLessThanOrEqual(2 * size);
  }
});

it('a process sends no more than two bytes for each byte of a response, whatever its size (security.slow-readers)', async () => {
  const pool = await startFixturePool('streaming', PROCESS);
  let before = (await stream(pool, { act: 'pieces', bytes: 0 })).sent;
  for (const size of SIZES) {
    const { bytes } = await stream(pool, { act: 'pieces', bytes: size });
    const { sent } = await stream(pool, { act: 'pieces', bytes: 0 });
    expect(bytes).toBe(size);
    expect(sent - before, `${size}`).toBeLessThanOrEqual(2 * size + ENVELOPE_BYTES);
    before = sent;
  }
});

it('a body goes to a thread without the buffer behind it, and stays with its sender (security.slow-readers)', async () => {
  const pool = await startFixturePool('buffered', THREAD);
  for (const size of SIZES) {
    const whole = Buffer.concat([...makeNoise(size), Buffer.from('of another request')]);
    const body = whole.subarray(0, size);
    expect(await countBody(pool, body)).toMatchObject({ bytes: size, behind: size });
    expect(body.length).toBe(size); // a request that moves to a process is sent again
  }
  // Node's small buffers are parts of one pool
  const small = Buffer.from('small');
  expect(small.buffer.byteLength).toBeGreaterThan(small.length);
  expect(await countBody(pool, small)).toMatchObject({ bytes: 5, behind: 5 });
});

it('a body goes to a process once, without the buffer behind it (security.slow-readers)', async () => {
  const pool = await startFixturePool('buffered', PROCESS);
  let before = (await countBody(pool, Buffer.from('small'))).read;
  for (const size of SIZES) {
    const whole = Buffer.alloc(2 * size + ENVELOPE_BYTES);
    const { bytes, read } = await countBody(pool, whole.subarray(0, size));
    expect(bytes).toBe(size);
    expect(read - before, `${size}`).toBeLessThanOrEqual(size + ENVELOPE_BYTES);
    before = read;
  }
});
