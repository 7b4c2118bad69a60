import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bufferOutput, createBufferedSink } from '../../../../local/observability/buffered-sink.ts';
import { createServiceLog } from '../../../../local/observability/service-log.ts';
import { createUtcText } from '../../../../local/observability/utc-text.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function bufferedSink() {
  const written: string[] = [];
  const sink = createBufferedSink((bytes) => written.push(Buffer.from(bytes).toString()));
  return { sink, written };
}

describe('the lines of a service without a terminal', () => {
  it('are one write in 100 milliseconds, in their order (local.log)', () => {
    const { sink, written } = bufferedSink();
    for (const line of ['a\n', 'ü\n', 'c\n']) sink.write(line);
    vi.advanceTimersByTime(99);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(written).toEqual(['a\nü\nc\n']);
    sink.write('d\n');
    vi.advanceTimersByTime(100);
    expect(written).toEqual(['a\nü\nc\n', 'd\n']);
  });

  it('are written when the process ends, and not again (local.log)', () => {
    const written: string[] = [];
    const stdout = { write: (bytes: Uint8Array) => written.push(Buffer.from(bytes).toString()) };
    const process = Object.assign(new EventEmitter(), { stdout });
    bufferOutput(process).write('a\n');
    process.emit('exit');
    expect(written).toEqual(['a\n']);
    vi.advanceTimersByTime(1_000);
    process.emit('exit');
    expect(written).toEqual(['a\n']);
  });

  it('wait for no more than 64 kB, whatever their letters, and none is lost (local.log)', () => {
    const { sink, written } = bufferedSink();
    const lines = Array.from({ length: 500 }, (_, at) => `${at} ${'€'.repeat(at)}\n`);
    const long = `${'x'.repeat(70_000)}\n`;
    for (const line of [...lines, long, 'last\n']) sink.write(line);
    expect(written.length).toBeGreaterThan(2);
    sink.flush();
    expect(written.join('')).toBe([...lines, long, 'last\n'].join(''));
    expect(
      Math.max(...written.filter((one) => one !== long).map((one) => Buffer.byteLength(one))),
    ).toBeLessThanOrEqual(65_536);
  });

  it('are written with a warning or an error, before its call returns (local.log)', () => {
    const { sink, written } = bufferedSink();
    const log = createServiceLog(sink);
    log.info('first');
    expect(written).toEqual([]);
    log.warn('second');
    expect(written.join('')).toMatch(/"first"\}\n.*"second"\}\n$/);
    log.info('third');
    log.error('fourth');
    expect(written.join('')).toMatch(/"third"\}\n.*"fourth"\}\n$/);
  });
});

describe('the time of a line', () => {
  it('is the moment’s, whichever second was written before', () => {
    const utc = createUtcText();
    const start = Date.UTC(2026, 11, 31, 23, 59, 58, 999);
    for (const step of [0, 1, 2, 1000, 1001, 0, -1000, 5, 86_400_000]) {
      const text = new Date(start + step).toISOString();
      expect(utc.iso(start + step)).toBe(text);
      expect(`${utc.date(start + step)}T${utc.time(start + step)}`).toBe(text.slice(0, 19));
    }
  });
});
