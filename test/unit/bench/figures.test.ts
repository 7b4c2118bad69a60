import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { interleave } from '../../../bench/measure/interleave.ts';
import { meanOfWorks, ratioOf } from '../../../bench/measure/statistics.ts';
import { fullPixels } from '../../../bench/originals/full-pixels.ts';
import { cutOf } from '../../../bench/peers/photographs.ts';
import { requestsIn } from '../../../bench/peers/wrk.ts';
import { bytesAtScore, meanOfKinds, searchBytes } from '../../../bench/rows/bytes-at-score.ts';
import { atEqualSettings } from '../../../bench/rows/contenders.ts';
import { type Goal, notInstalled } from '../../../bench/rows/row.ts';
import { ROWS } from '../../../bench/rows/rows.ts';
import { cellsOf, figuresOf, isMet } from '../../../bench/table/figures.ts';

const atMost: Goal = { what: 'CPU', unit: '', must: { atMost: 1.05 } };
const measure = async () => ({});
const atLeast: Goal = { what: 'rate', unit: '/s', must: { atLeast: 1_500 } };

describe('a figure of the table of performance', () => {
  it('is compared with its bound as it is printed', () => {
    expect([1.05, 1.054, 1.056].map((seen) => isMet(atMost, seen))).toEqual([true, true, false]);
    expect([1_500, 1_499.6, 1_499].map((seen) => isMet(atLeast, seen))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is 15 % worse than its bound in the direction of the bound', () => {
    expect([1.2, 1.22].map((seen) => isMet(atMost, seen, 0.15))).toEqual([true, false]);
    expect([1_310, 1_300].map((seen) => isMet(atLeast, seen, 0.15))).toEqual([true, false]);
  });

  it('that is not a number misses its bound', () => {
    expect([atMost, atLeast].map((goal) => isMet(goal, Number.NaN))).toEqual([false, false]);
  });

  it('has a verdict, or the reason why it is not measured', () => {
    const row = {
      title: 'a row',
      goals: { cpu: atMost, rate: atLeast },
      measure: async () => ({}),
    };
    const seen = {
      cpu: { seen: 1, unit: 'ms', beside: { ours: 28, floor: 28.04 } },
      rate: { reason: 'ipx is not installed' },
    } as const;
    expect(figuresOf(3, row, seen).map(cellsOf)).toEqual([
      ['at most 1.05', '1', '28 ms', '28 ms', '', '', 'met'],
      ['at least 1,500 /s', '', '', '', '', '', 'not measured: ipx is not installed'],
    ]);
  });

  it('over a peer that is missing has the last figure with its date', () => {
    expect(notInstalled('imgproxy', '1.3 on 2026-11-24')).toEqual({
      reason: 'imgproxy is not installed; the last figure was 1.3 on 2026-11-24',
    });
  });

  it('without a bound stands beside the others, and is neither met nor missed', () => {
    const rate: Goal = { what: 'rate', unit: '/s' };
    const row = { title: 'a row', goals: { rate }, measure };
    expect(figuresOf(3, row, { rate: { seen: 9 } }).map(cellsOf)).toEqual([
      ['', '9 /s', '', '', '', '', 'no bound'],
    ]);
  });

  it('has the least and the most of its rounds beside it', () => {
    const row = { title: 'a row', goals: { cpu: atMost }, measure: async () => ({}) };
    const seen = { cpu: ratioOf([10, 11, 14], [10, 10, 10]) };
    expect(figuresOf(3, row, seen).map(cellsOf)).toEqual([
      ['at most 1.05', '1.1 [1..1.4]', '', '', '', '', 'missed'],
    ]);
    const added: Goal = { what: 'CPU added', unit: 'ms', must: { atMost: 6.5 } };
    const inMs = { cpu: { seen: 6, spread: [5.5, 7.25] } } as const;
    expect(figuresOf(16, { ...row, goals: { cpu: added } }, inMs).map(cellsOf)).toEqual([
      ['at most 6.5 ms', '6 ms [5.5..7.25]', '', '', '', '', 'met'],
    ]);
  });

  it('stands in one of the rows 1 to 23, but for the bytes of bundles, which have no bound, and the time of the tests', () => {
    const numbers = Array.from({ length: 23 }, (_, at) => String(at + 1));
    expect(Object.keys(ROWS)).toEqual(numbers.filter((number) => !['8', '22'].includes(number)));
  });
});

describe('a report of wrk', () => {
  const report = (lines: string) => `Running 1s test @ http://127.0.0.1:1/
  1 threads and 32 connections
${lines}
Requests/sec:  78662.10
`;

  it('has the number of requests', () => {
    expect(requestsIn(report('  79012 requests in 1.00s, 421.00MB read'))).toBe(79_012);
  });

  it.each([
    ['', 'none'],
    ['  79012 requests in 1.00s, 1MB read\n  Non-2xx or 3xx responses: 3', 'a refusal'],
    [
      '  79012 requests in 1.00s, 1MB read\n  Socket errors: connect 0, read 2, write 0, timeout 0',
      'a cut',
    ],
  ])('is refused where a request failed: %#', (lines) => {
    expect(() => requestsIn(report(lines))).toThrow('wrk: Running');
  });
});

describe('an interleaved comparison', () => {
  it('runs each second round in the opposite order, and drops the first', async () => {
    const ran: string[] = [];
    const work = (name: string) => ({
      work: async (round: number) => {
        ran.push(`${name}${round}`);
        return round;
      },
    });
    const costs = await interleave({ a: work('a'), b: work('b') }, 2);
    expect(ran).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2']);
    expect(costs.a.map(({ bytes }) => bytes)).toEqual([1, 2]);
  });

  it('divides round by round, and takes the middle quotient', () => {
    expect(ratioOf([2, 30, 9], [1, 10, 1])).toEqual({ seen: 3, spread: [2, 9] });
  });

  it('takes the mean of its works round by round', () => {
    const [first, second] = meanOfWorks([
      [1, 2],
      [4, 8],
    ]);
    expect([first, second]).toEqual([expect.closeTo(2), expect.closeTo(4)]);
  });

  it('puts the floor of a peer in the place of ours', () => {
    expect(atEqualSettings([50, 60], [40, 45], [28, 30])).toEqual([38, 45]);
  });
});

describe('the bytes at a score', () => {
  const ladder = [
    { score: 80, bytes: 4_000 },
    { score: 60, bytes: 1_000 },
    { score: 90, bytes: 16_000 },
  ];

  it('grow by equal factors between two steps', () => {
    expect([70, 60.0001, 90].map((score) => Math.round(bytesAtScore(ladder, score)))).toEqual([
      2_000, 1_000, 16_000,
    ]);
  });

  it('are unknown outside the ladder', () => {
    expect([59, 91].map((score) => bytesAtScore(ladder, score))).toEqual([Number.NaN, Number.NaN]);
  });

  it('are found between two qualities of a ladder by few encodes', async () => {
    const qualities = [10, 20, 30, 40, 50, 60, 70, 80];
    const asked: number[] = [];
    const bytes = await searchBytes(qualities, 55, async (quality) => {
      asked.push(quality);
      return { score: quality, bytes: 2 ** (quality / 10) };
    });
    expect(bytes).toBeCloseTo(2 ** 5.5);
    expect(asked).toEqual([40, 60, 50]);
  });

  it('count each kind of images equally, and spread over the kinds', () => {
    const ratios = [1, 1, 1, Number.NaN].map((ratio) => ({ kind: 'photographs' as const, ratio }));
    const all = [...ratios, { kind: 'screens' as const, ratio: 0.25 }];
    expect(meanOfKinds(all)).toEqual({ seen: 0.5, spread: [0.25, 1] });
  });
});

describe('an image that is compared', () => {
  it('has four to three in its own pixels, also where a decoder makes one of eight', () => {
    const cuts = [cutOf(3_265, 2_451), cutOf(2_055, 2_740)];
    expect(cuts).toEqual([
      { width: 3_264, height: 2_448, left: 0, top: 1 },
      { width: 2_048, height: 1_536, left: 3, top: 602 },
    ]);
  });
});

describe('the reference of scores', () => {
  it('counts every pixel of the original, in its upright size', async () => {
    const lines = Buffer.alloc(64 * 32 * 3);
    for (let at = 0; at < lines.length; at += 1) lines[at] = Math.floor(at / 3) % 64 < 32 ? 0 : 240;
    const original = await sharp(lines, { raw: { width: 64, height: 32, channels: 3 } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const reference = sharp(await fullPixels(original, { width: 4, height: 8 }));
    const { data, info } = await reference.raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([4, 8]);
    const rows = Array.from({ length: 8 }, (_, row) => (data[row * 4 * info.channels] ?? 0) > 120);
    expect(rows).toEqual([false, false, false, false, true, true, true, true]);
  });
});
