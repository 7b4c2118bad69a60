import { describe, expect, it } from 'vitest';
import { ACCESS_LOG_FIELDS, ACCESS_LOG_HEAD } from '../../../../core/metering/access-log-format.ts';
import {
  splitLines,
  type Tally,
  tallyAccessLog,
} from '../../../../core/metering/tally-access-log.ts';
import { heldBytes } from '../../../support/work/held-bytes.ts';

const IMAGE = `img_${'a'.repeat(26)}`;
const TEMPORARY = `tmp_${'b'.repeat(26)}`;

async function* inChunks(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const lineOf = (values: Readonly<Record<string, string>>, fields: readonly string[]) =>
  `${fields.map((name) => values[name] ?? '-').join('\t')}\n`;

/** A line of CloudFront's. */
function line(path: string, bytes: number | string, date = '2026-11-21', time = '12:00:00') {
  const values = { date, time, 'sc-bytes': String(bytes), 'cs-uri-stem': path };
  return lineOf(values, ACCESS_LOG_FIELDS);
}

async function tallied(text: string, maxLines?: number): Promise<Tally[]> {
  const all: Tally[] = [];
  for await (const entry of tallyAccessLog(inChunks(text), maxLines)) {
    all.push(entry);
  }
  return all;
}

const byDay = (...days: readonly (readonly [string, number, number])[]) =>
  new Map(days.map(([day, requests, bytes]) => [day, { requests, bytes }]));
const answer = (path: string, bytes: number) => line(`/res/${path}`, bytes);

describe('a log of the CDN', () => {
  it('adds up bytes and requests of each image by the UTC month and day of its lines (quotas.bandwidth, calls.get-usage-by-day, calls.get-image-usage)', async () => {
    const lines = [
      line(`/res/${IMAGE}.jpg`, 3, '2026-11-29', '23:59:59'),
      line(`/res/${IMAGE}/red%20bridge.v2.jpg`, 10, '2026-11-30', '23:59:59'),
      line(`/res/${IMAGE}.webp`, 20, '2026-11-30', '23:59:59'),
      line(`/res/${IMAGE}.jpg`, 40, '2026-12-01', '00:00:00'),
      line(`/res/${TEMPORARY}.jpg`, 5, '2026-12-01', '00:00:00'),
    ];
    const [tally, ...more] = await tallied(ACCESS_LOG_HEAD + lines.join(''));
    expect(more).toEqual([]);
    expect(tally).toEqual({
      images: [
        {
          id: IMAGE,
          month: '2026-11',
          bytes: 33,
          requests: 3,
          days: byDay(['2026-11-29', 1, 3], ['2026-11-30', 2, 30]),
        },
        {
          id: IMAGE,
          month: '2026-12',
          bytes: 40,
          requests: 1,
          days: byDay(['2026-12-01', 1, 40]),
        },
        {
          id: TEMPORARY,
          month: '2026-12',
          bytes: 5,
          requests: 1,
          days: byDay(['2026-12-01', 1, 5]),
        },
      ],
      lines: 5,
      malformed: 0,
      otherBytes: 0,
    });
  });

  it('passes over malformed lines, and counts them (quotas.bandwidth)', async () => {
    const broken = [
      '\n',
      'no line of a log\n',
      '\t\t\t\n',
      '\u0000\ufffd\n',
      line(`/res/${IMAGE}.jpg`, '-1'),
      line(`/res/${IMAGE}.jpg`, '1e9'),
      line(`/res/${IMAGE}.jpg`, '9'.repeat(13)),
      line(`/res/${IMAGE}.jpg`, 1, '2026-13-01'),
      line(`/res/${IMAGE}.jpg`, 1, '2026-11-32'),
      line(`/res/${IMAGE}.jpg`, 1, '21/11/2026'),
      `${'x'.repeat(300_000)}\n`,
      line(`/res/${IMAGE}.jpg`, 1).slice(0, 25), // the last, cut
    ];
    const text = ACCESS_LOG_HEAD + answer(`${IMAGE}.jpg`, 3) + broken.join('');
    const [tally] = await tallied(text);
    expect(tally).toMatchObject({ lines: broken.length + 1, malformed: broken.length });
    expect(tally?.images).toMatchObject([{ id: IMAGE, month: '2026-11', bytes: 3, requests: 1 }]);
  });

  it('distinguishes addresses of images from others, whatever the status (quotas.bandwidth)', async () => {
    const own = [`${IMAGE}.jpg`, `${IMAGE}.nonsense`, IMAGE, `${IMAGE}.jpg/more`];
    const other = ['', 'favicon.ico', `${IMAGE.slice(0, -1)}.jpg`, `${IMAGE.toUpperCase()}.jpg`];
    const lines = [...own.slice(0, 3), ...other].map((path) => answer(path, 1));
    const [tally] = await tallied(lines.join('') + line('/', 1) + line('/resimg', 1));
    expect(tally).toMatchObject({ otherBytes: other.length + 2, malformed: 0 });
    expect(tally?.images).toMatchObject([{ id: IMAGE, bytes: 3, requests: 3 }]);
  });

  it('is read by the fields that it says it has, in any order', async () => {
    const fields = ['sc-bytes', 'cs-uri-stem', 'time', 'date'];
    const values = { date: '2026-11-01', 'sc-bytes': '7', 'cs-uri-stem': `/res/${IMAGE}.gif` };
    const text = `#Version: 1.0\n#Fields: ${fields.join(' ')}\n${lineOf(values, fields)}`;
    expect((await tallied(text))[0]?.images).toMatchObject([{ bytes: 7 }]);
    const without = `#Fields: date time\n2026-11-01\t12:00:00\n`;
    expect((await tallied(without))[0]).toMatchObject({ lines: 1, malformed: 1 });
  });

  it('is added up in the same parts however its bytes come', async () => {
    const lines = Array.from({ length: 25 }, (_, at) => answer(`${IMAGE}.jpg?${at}`, at));
    const text = ACCESS_LOG_HEAD + lines.join('');
    const parts = await tallied(text, 10);
    expect(parts.map((part) => part.lines)).toEqual([10, 10, 5]);
    const again: Tally[] = [];
    for await (const entry of tallyAccessLog(inChunks(text, 1000), 10)) {
      again.push(entry);
    }
    expect(again).toEqual(parts);
    expect(await tallied('')).toEqual([]);
    expect(await tallied(ACCESS_LOG_HEAD)).toEqual([]);
  });

  it('is held in memory by the line, and a line without an end not at all', async () => {
    let held = Number.POSITIVE_INFINITY;
    async function* endless(): AsyncGenerator<Uint8Array> {
      const chunk = Buffer.alloc(1_000_000, 'x');
      for (let at = 0; at < 300; at += 1) yield chunk;
      held = heldBytes() - before;
      yield Buffer.from('\nlast');
    }
    const before = heldBytes();
    const lines: string[] = [];
    for await (const entry of splitLines(endless())) lines.push(entry);
    expect(lines).toEqual(['', 'last']);
    expect(held).toBeLessThan(100_000_000);
  });
});
