import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProgress } from '../progress.ts';
import type { Outcome } from './check-image.ts';
import { openRecord } from './outcome-record.ts';
import { stillOf } from './stills.ts';

const BYTES = Buffer.from('an image');
const outcome = (more: Partial<Outcome> = {}): Outcome => {
  const facts = { name: 'a/b.png', type: 'image/png', shown: 'whole' } as const;
  return { ...facts, findings: [], serverErrors: [], ...more };
};

describe('the record of outcomes', () => {
  let folder = '';
  const path = () => join(folder, 'record.jsonl');
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'imagewell-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('gives a stopped run its recorded outcomes, by the name and the bytes of an image', () => {
    openRecord(path()).add(outcome(), BYTES);
    const again = openRecord(path());
    expect(again.find('a/b.png', BYTES)).toEqual(outcome());
    expect(again.find('a/c.png', BYTES)).toBeUndefined();
    expect(again.find('a/b.png', Buffer.from('another'))).toBeUndefined();
  });

  it('leaves out a half line of a killed run, and continues after it', () => {
    openRecord(path()).add(outcome(), BYTES);
    appendFileSync(path(), '{"key":"a/c');
    openRecord(path()).add(outcome({ name: 'd.png' }), BYTES);
    const again = openRecord(path());
    expect(again.find('a/b.png', BYTES)).toBeDefined();
    expect(again.find('d.png', BYTES)).toBeDefined();
  });

  it.each([[{ serverErrors: ['.gif: 500'] }], [{ findings: [{ what: 'no answer', detail: '' }] }]])(
    'does not rely on an outcome that a busy machine may have made: %j',
    (more) => {
      openRecord(path()).add(outcome(more), BYTES);
      expect(openRecord(path()).find('a/b.png', BYTES)).toBeUndefined();
    },
  );
});

describe('the progress of a run', () => {
  it('counts each kind of outcome, after each hundred and at the end', () => {
    const lines: string[] = [];
    const report = createProgress(
      102,
      (line) => lines.push(line),
      () => 0,
    );
    for (let at = 0; at < 99; at += 1) report(outcome());
    report(outcome({ findings: [{ what: 'no answer', detail: '' }] }));
    report(outcome({ findings: [{ what: '.png colour', detail: '' }] }));
    report(outcome({ refused: { code: 'invalid_image', detail: '' } }));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('100 of 102: 99 same, 0 differ, 0 refused, 1 without an answer');
    expect(lines[1]).toContain('102 of 102: 99 same, 1 differ, 1 refused, 1 without an answer');
  });
});

describe('the still image of an animation', () => {
  const chunk = (type: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(2);
    return Buffer.concat([length, Buffer.from(type), Buffer.from('..sums', 'latin1')]);
  };
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const png = (...types: string[]) => Buffer.concat([start, ...types.map(chunk)]);

  it('is the default image of a PNG', () => {
    const moving = png('IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND');
    expect(stillOf(moving, 'image/png')).toEqual(png('IHDR', 'IDAT', 'IEND'));
    expect(stillOf(png('IHDR', 'IDAT', 'IEND'), 'image/png')).toBeUndefined();
  });

  it('is the primary image of an AVIF sequence', () => {
    const file = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0avifmif1`, 'latin1');
    expect(stillOf(file('avis'), 'image/avif')).toEqual(file('avif'));
    expect(stillOf(file('avif'), 'image/avif')).toBeUndefined();
  });
});
