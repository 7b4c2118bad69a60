import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { atLambdaPace } from '../../../../local/lambda/lambda-wire.ts';

const MEGABYTE = 1_000_000;

async function* megabytes(count: number): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(MEGABYTE);
  for (let at = 0; at < count; at += 1) yield piece;
}

/** Sends so much, begun so late; how long it took by a clock that only waiting moves. */
async function send(count: number, begunAfterMs = 0) {
  let time = begunAfterMs;
  const wait = async (ms: number): Promise<void> => {
    time += ms;
  };
  let bytes = 0;
  for await (const piece of atLambdaPace(megabytes(count), { now: () => time, wait }, 0)) {
    bytes += piece.length;
  }
  return { bytes, ms: time - begunAfterMs };
}

describe('the wire of a Function URL', () => {
  it.each([
    [6, 0],
    [8, 1_000],
    [33, 13_500],
    [53, 23_500],
  ])('%i MB take %i ms', async (count, ms) => {
    expect(await send(count)).toEqual({ bytes: count * MEGABYTE, ms });
  });

  it('carries the largest answer, begun at the deadline of work, and not a megabyte more (security.slow-readers)', async () => {
    const most = LIMITS.maxDeliveredBytes / MEGABYTE;
    const { bytes } = await send(most, LIMITS.deliveryWorkMs);
    expect(bytes).toBe(LIMITS.maxDeliveredBytes);
    await expect(send(most + 1, LIMITS.deliveryWorkMs)).rejects.toThrow('that Lambda allows');
  });
});
