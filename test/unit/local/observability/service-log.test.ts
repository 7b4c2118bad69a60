import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createPrettyLines } from '../../../../local/observability/pretty-lines.ts';
import { createServiceLog } from '../../../../local/observability/service-log.ts';
import { PROVOKED, unprovokedOf } from '../../../support/e2e/provoked-warnings.ts';
import { logLinesOf } from '../../../support/service/log-lines.ts';

const REQUEST = {
  method: 'GET',
  route: '/res/{imageId}.{extension}',
  image: `img_${'a'.repeat(26)}.webp`,
  status: 404,
  code: 'image_not_found',
  cache: 'miss',
  bytes: 12_345,
  ms: 4.26,
  requestId: 'b0a7e0de',
} as const;

function written(isPretty: boolean): { log: ReturnType<typeof createServiceLog>; lines: string[] } {
  const lines: string[] = [];
  const sink = { write: (line: string) => lines.push(line) };
  return { log: createServiceLog(isPretty ? createPrettyLines(sink) : sink), lines };
}

describe('a line of the log', () => {
  it('is JSON with the fields that function logs have in AWS (local.log)', () => {
    const { log, lines } = written(false);
    log.request(REQUEST);
    log.warn('origin not allowed', { origin: 'https://a.example' });
    log.error('function failed', { error: new Error('on purpose') });
    const [request, warning, fault] = logLinesOf(lines.join(''));
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(request).toEqual({ level: 'INFO', timestamp, message: 'request', ...REQUEST, ms: 4.3 });
    expect(warning).toEqual({
      level: 'WARN',
      timestamp,
      message: 'origin not allowed',
      origin: 'https://a.example',
    });
    expect(fault).toMatchObject({ level: 'ERROR', error: { message: 'on purpose' } });
    expect(lines.every((line) => line.endsWith('}\n'))).toBe(true);
  });

  it('is text on a terminal: status, method, image, code, cache, bytes and duration (local.log)', () => {
    const { log, lines } = written(true);
    log.request(REQUEST);
    log.warn('origin not allowed', { origin: 'https://a.example' });
    log.error('function failed', { error: new Error('on purpose') });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
    const [request, warning, fault] = lines.map((line) => line.replaceAll(/\x1b\[\d+m/g, ''));
    expect(request).toMatch(
      /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: 404 GET img_a{26}\.webp image_not_found miss 12\.3 kB 4\.3 ms\n$/,
    );
    expect(warning).toMatch(/WARN: origin not allowed origin=https:\/\/a\.example\n$/);
    expect(fault).toMatch(/ERROR: function failed\nError: on purpose\n/);
  });
});

describe('the end of an end-to-end run', () => {
  const line = (fields: object) => ({ timestamp: '', level: 'WARN', message: 'm', ...fields });

  it('is reported for each warning that no test provokes', () => {
    const provoked = PROVOKED.map((one) => line(one.line));
    const others = [
      line({ message: 'rendition timed out' }),
      line({ level: 'ERROR', message: 'unexpected fault' }),
      line({ message: 'origin not allowed', origin: 'https://other.example' }),
    ];
    expect(unprovokedOf([...provoked, line({ level: 'INFO' }), ...others])).toEqual(others);
  });

  it.each(PROVOKED)('allows the lines that $by provokes', ({ by, line: { origin } }) => {
    expect(readFileSync(by, 'utf8')).toContain(String(origin));
  });
});
