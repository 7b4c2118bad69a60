import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CollectedBody, collectBody } from '../../../../local/http/collected-body.ts';
import { createSpool, type Spool } from '../../../../local/http/spool.ts';
import { makeNoise } from '../../../support/local/asked.ts';
import { makeFolder } from '../../../support/local/start-fixture-pool.ts';

const BYTES = 6_000_000;
const IMAGE = Buffer.concat([...makeNoise(BYTES)]);

/** A source that tells how far it was read. */
function source(body: Buffer, pieceBytes: number) {
  const state = { sentBytes: 0, isLeft: false };
  async function* send(): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; at < body.length; at += pieceBytes) {
        const piece = body.subarray(at, at + pieceBytes);
        state.sentBytes += piece.length;
        yield piece;
      }
    } finally {
      state.isLeft = state.sentBytes < body.length;
    }
  }
  return { state, body: send() };
}

/** In memory, counted; it takes so many bytes in all. */
function countedSpool(maxBytes = Number.POSITIVE_INFINITY) {
  const state = { open: 0, bytes: 0 };
  const spool: Spool = {
    async open() {
      state.open += 1;
      const pieces: Uint8Array[] = [];
      return {
        async add(piece) {
          if (state.bytes + piece.length > maxBytes) return false;
          state.bytes += piece.length;
          pieces.push(piece);
          return true;
        },
        read: async (offset, most) => Buffer.concat(pieces).subarray(offset, offset + most),
        close: () => {
          state.open -= 1;
        },
      };
    },
  };
  return { state, spool };
}

async function readAll(collected: CollectedBody): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of collected.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('a collected body', () => {
  it('is drained without a reader, a megabyte of it in memory and the rest on disk', async () => {
    const { state, spool } = countedSpool();
    const from = source(IMAGE, 100_000);
    const collected = collectBody(from.body, { bytes: BYTES, spool });
    await collected.whole;
    expect(from.state.sentBytes).toBe(BYTES);
    expect(BYTES - state.bytes).toBe(1_000_000);
    expect((await readAll(collected)).equals(IMAGE)).toBe(true);
    collected.release();
    expect(state.open).toBe(0);
  });

  it('continues at the pace of its quickest reader if the disk is full', async () => {
    const { spool } = countedSpool(500_000);
    const from = source(IMAGE, 100_000);
    const collected = collectBody(from.body, { bytes: BYTES, spool });
    const reader = collected.read()[Symbol.asyncIterator]();
    const pieces: Uint8Array[] = [];
    for (let step = await reader.next(); !step.done; step = await reader.next()) {
      pieces.push(step.value);
      const taken = pieces.reduce((sum, { length }) => sum + length, 0);
      await turn();
      expect(from.state.sentBytes).toBeLessThanOrEqual(Math.max(1_500_000, taken) + 2 * 100_000);
    }
    expect(Buffer.concat(pieces).equals(IMAGE)).toBe(true);
  });

  it('leaves its source when its last reader has left', async () => {
    const { state, spool } = countedSpool(0);
    const from = source(IMAGE, 100_000);
    const collected = collectBody(from.body, { bytes: BYTES, spool });
    const reader = collected.read()[Symbol.asyncIterator]();
    collected.release();
    await reader.next();
    await reader.return?.();
    await expect(collected.whole).rejects.toThrow('cancelled');
    await expect.poll(() => from.state.isLeft, { timeout: 30_000 }).toBe(true);
    expect(state.open).toBe(0);
  });

  it('gives every reader all of it, whatever the pieces, the room on disk and their turns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.integer({ min: 50_000, max: 700_000 }),
        fc.integer({ min: 0, max: 3_000_000 }),
        fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (bytes, pieceBytes, room, starts, isAnnounced) => {
          const body = IMAGE.subarray(0, bytes);
          const { state, spool } = countedSpool(room);
          const options = { bytes: isAnnounced ? bytes : undefined, spool };
          const collected = collectBody(source(body, pieceBytes).body, options);
          const read = starts.map(async (start) => {
            for (let at = 0; at < start; at += 1) await turn();
            return readAll(collected);
          });
          for (const result of await Promise.all(read)) expect(result.equals(body)).toBe(true);
          await collected.whole;
          collected.release();
          expect(state.open).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the spool', () => {
  it('holds files that have no name and are for their owner alone, in a folder that is emptied at first', async () => {
    const folder = join(makeFolder(), 'spool');
    const file = await createSpool(folder).open();
    expect(await file?.add(IMAGE.subarray(0, 100))).toBe(true);
    expect(await file?.add(IMAGE.subarray(100, 300))).toBe(true);
    expect(Buffer.from((await file?.read(50, 1_000)) ?? []).equals(IMAGE.subarray(50, 300))).toBe(
      true,
    );
    await access(folder, constants.W_OK);
    file?.close();
  });

  it('gives the room of a closed file to the next', async () => {
    const spool = createSpool(join(makeFolder(), 'spool'), 1_000);
    for (let round = 0; round < 3; round += 1) {
      const file = await spool.open();
      expect(await file?.add(IMAGE.subarray(0, 900))).toBe(true);
      expect(await file?.add(IMAGE.subarray(0, 200))).toBe(false);
      // a gap would be read as the next part
      expect(await file?.add(IMAGE.subarray(0, 10))).toBe(false);
      file?.close();
    }
  });

  it('has none where its folder can not be made', async () => {
    expect(await createSpool('/dev/null/spool').open()).toBeUndefined();
  });
});
