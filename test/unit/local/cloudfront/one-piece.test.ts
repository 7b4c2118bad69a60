import { describe, expect, it } from 'vitest';
import { createEdgeCache, type OriginAnswer } from '../../../../local/cloudfront/edge-cache.ts';

const NO_LIFE = 'no-store';
const LONG = 'max-age=60';

function answerOf(
  pieces: readonly Uint8Array[],
  {
    bytes,
    cacheControl = LONG,
    turns = 0,
  }: { bytes?: number; cacheControl?: string; turns?: number } = {},
): OriginAnswer {
  const sum = pieces.reduce((length, piece) => length + piece.length, 0);
  return {
    statusCode: 200,
    headers: { 'content-length': String(bytes ?? sum), 'cache-control': cacheControl },
    body: (async function* () {
      for (const piece of pieces) {
        for (let turn = 0; turn < turns; turn += 1) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        yield piece;
      }
    })(),
  };
}

async function opened(answer: OriginAnswer): Promise<unknown> {
  return (await createEdgeCache().get('key', 'img', async () => answer)).open();
}

describe('a miss of the local edge', () => {
  it.each([LONG, NO_LIFE])(
    'is sent in one piece if its body comes with its head (%s)',
    async (life) => {
      const pieces = [Buffer.from('one'), Buffer.from('two')];
      const body = await opened(answerOf(pieces, { cacheControl: life }));
      expect(body).toEqual(Buffer.from('onetwo'));
    },
  );

  it('is sent as it comes if its body is slower, and is cut if it breaks off', async () => {
    const slow = await opened(answerOf([Buffer.from('one'), Buffer.from('two')], { turns: 3 }));
    const pieces: Uint8Array[] = [];
    for await (const piece of slow as AsyncIterable<Uint8Array>) pieces.push(piece);
    expect(pieces.map(String)).toEqual(['one', 'two']);
    const broken = await opened(answerOf([Buffer.from('one')], { bytes: 6 }));
    const read = async () => {
      for await (const _ of broken as AsyncIterable<Uint8Array>);
    };
    await expect(read()).rejects.toThrow(/truncated/);
  });

  it('is there for the next request if nothing of it was opened', async () => {
    const cache = createEdgeCache();
    const ask = async () => answerOf([Buffer.from('whole')]);
    (await cache.get('key', 'img', ask)).skip();
    const next = await cache.get('key', 'img', ask);
    expect([next.isHit, next.open()]).toEqual([true, Buffer.from('whole')]);
  });
});
