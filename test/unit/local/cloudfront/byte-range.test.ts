import { describe, expect, it } from 'vitest';
import { partOf } from '../../../../local/cloudfront/byte-range.ts';

const BYTES = Uint8Array.from({ length: 10 }, (_, at) => at);
const HEADERS = {
  'content-type': 'image/webp',
  'content-length': '10',
  etag: '"a"',
  'last-modified': 'Fri, 27 Nov 2026 12:00:00 GMT',
};
const whole = { statusCode: 200, headers: HEADERS, body: BYTES };

async function* chunksOf(sizes: readonly number[], state: { read: number; isLeft: boolean }) {
  let at = 0;
  try {
    for (const size of sizes) {
      state.read += 1;
      yield BYTES.subarray(at, at + size);
      at += size;
    }
  } finally {
    state.isLeft = true;
  }
}

async function read(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<number[]> {
  if (body instanceof Uint8Array) return [...body];
  const bytes: number[] = [];
  for await (const chunk of body) bytes.push(...chunk);
  return bytes;
}

describe('a part of an image (local.ranges)', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=2-4', 2, 4],
    ['bytes=7-', 7, 9],
    ['bytes=0-', 0, 9],
    ['bytes=7-99', 7, 9],
    ['bytes=-3', 7, 9],
    ['bytes=-99', 0, 9],
    ['BYTES=9-9', 9, 9],
  ])('is answered with 206: %s', async (range, first, last) => {
    const expected = [...BYTES].slice(first, last + 1);
    for (const sizes of [undefined, [10], [1, 2, 3, 4], [3, 3, 3, 1]]) {
      const state = { read: 0, isLeft: false };
      const body = sizes ? chunksOf(sizes, state) : BYTES;
      const part = partOf({ range }, { ...whole, body });
      expect([part.statusCode, part.headers]).toEqual([
        206,
        {
          ...HEADERS,
          'content-length': String(last + 1 - first),
          'content-range': `bytes ${first}-${last}/10`,
        },
      ]);
      expect(await read(part.body)).toEqual(expected);
      expect(state.isLeft).toBe(sizes !== undefined);
    }
  });

  it('reads a body no further than the part', async () => {
    const state = { read: 0, isLeft: false };
    const part = partOf({ range: 'bytes=0-1' }, { ...whole, body: chunksOf([2, 4, 4], state) });
    expect(await read(part.body)).toEqual([0, 1]);
    expect(state).toEqual({ read: 1, isLeft: true });
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('has no such bytes: %s', async (range) => {
    const part = partOf({ range }, whole);
    const { 'content-type': _, ...kept } = HEADERS;
    expect([part.statusCode, part.headers, await read(part.body)]).toEqual([
      416,
      { ...kept, 'content-length': '0', 'content-range': 'bytes */10' },
      [],
    ]);
  });

  it.each([
    'bytes=0-1,3-4',
    'bytes=4-2',
    'bytes=-',
    'bytes=',
    'bytes=a-b',
    'bytes=0x1-2',
    'bytes=1-2-3',
    'items=0-1',
    `bytes=${'9'.repeat(16)}-`,
    '',
  ])('is the whole for another header: %s', (range) => {
    expect(partOf({ range }, whole)).toBe(whole);
  });

  it('is the whole of an answer that has changed, or is no image of known length', () => {
    const range = 'bytes=0-1';
    const statusOf = (condition: string) =>
      partOf({ range, 'if-range': condition }, whole).statusCode;
    expect(statusOf('"a"')).toBe(206);
    expect(statusOf(HEADERS['last-modified'])).toBe(206);
    for (const other of ['"b"', 'W/"a"', 'a', 'Fri, 27 Nov 2026 12:00:01 GMT', '']) {
      expect([other, statusOf(other)]).toEqual([other, 200]);
    }
    const unknown = { ...whole, headers: { etag: '"a"' } };
    expect(partOf({ range }, unknown)).toBe(unknown);
    const problem = { ...whole, statusCode: 404 };
    expect(partOf({ range }, problem)).toBe(problem);
  });
});
