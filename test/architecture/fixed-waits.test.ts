import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixedWaitsOf } from '../support/sources/fixed-waits.ts';
import { parseSource } from '../support/sources/syntax-tree.ts';

/** Files of kills and attacks, whose moments are drawn, or fill the time of a run. */
const MOMENTS = /(^|\/)kill[^/]*\.test\.ts$|^test\/support\/(kills|hostile)\//;
const FILES = globSync('{test,scripts/ci}/**/*.{ts,tsx,mjs}')
  .filter((file) => !/node_modules|\.d\.ts$/.test(file) && !MOMENTS.test(file))
  .sort();

const BOUND = 'a bound against a hang, whose end is an error or a kill';
const ASKED = 'as long as the test that asks for it says';
const LONGER = 'a slow answer: a busy machine only makes it slower';
const ABSENT = 'something that must not come; a busy machine makes the test weaker and never red';

/** Fixed waits that stay, each with why no load makes its test fail. */
const ALLOWED: Readonly<Record<string, string>> = {
  'test/cloud/race-orders.test.ts: delay ms': ASKED,
  'test/console/support/fake-service.ts: setTimeout delayMs': ASKED,
  'test/support/cloud/ministack.ts: delay 5_000': BOUND,
  'test/support/local/fixture-functions.ts: sleep 150':
    'a handler that goes on after it forwarded its request: its line comes later, and is awaited',
  'test/support/local/fixture-functions.ts: sleep requested.ms': ASKED,
  'test/support/local/service-functions.ts: sleep SLOW_MS': LONGER,
  'test/support/localstack/start-localstack.ts: delay GIVE_UP_MS': BOUND,
  'test/support/service/start-service.ts: setTimeout READY_MS': BOUND,
  'test/truth/firefox/open-firefox.ts: setTimeout answerMs': BOUND,
  'test/truth/oracle/within.ts: setTimeout ANSWER_MS': BOUND,
  'test/support/upgrade/checked-out-service.ts: setTimeout READY_MS': BOUND,
  'test/unit/adapters/https/remote-files.test.ts: setTimeout 120': LONGER,
  'test/unit/admin/backup/backup-drill.test.ts: sleep ms': 'the moment of a kill',
  'test/unit/cli/files/import-faults.test.ts: sleep 500': LONGER,
  'test/unit/cli/files/sources.test.ts: sleep ms':
    'a wait of the command line, which the test aborts',
  'test/unit/local/start/ends-with-npm.test.ts: sleep LONG_MS': ABSENT,
};

const waitsOf = (source: string, file = 'a.ts') =>
  fixedWaitsOf(source, parseSource(source, file.endsWith('x') ? 'tsx' : 'ts'));

describe('a test waits for a condition, not for a time', () => {
  it('in every test and its support, but for waits whose length no result depends on', () => {
    const found = FILES.flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      // most files have none, and to parse them all takes seconds
      if (!/\b(sleep|delay|setTimeout|waitForTimeout)\(/.test(source)) return [];
      return waitsOf(source, file).map((wait) => `${file}: ${wait}`);
    });
    expect([...new Set(found)].sort()).toEqual(Object.keys(ALLOWED).sort());
  });

  it.each([
    'await sleep(300);',
    'await delay(PAUSE_MS);',
    'await page.waitForTimeout(60);',
    'await new Promise((done) => setTimeout(done, 200));',
    'setTimeout(() => response.end(), 3_000);',
    'for (const part of parts) await sleep(50);',
    'for (let at = 0; at < 9; at += 1) await sleep(50);',
    'while (true) await sleep(50);',
    'if (isSlow) await sleep(400);',
  ])('a fixed wait is found: %s', (source) => {
    expect(waitsOf(source)).toHaveLength(1);
  });

  it.each([
    'while (!isReady()) await sleep(50);',
    'for (;;) { if (isReady()) return; await sleep(50); }',
    'for (let tried = 0; tried < 9; tried += 1) { if (isReady()) break; await sleep(50); }',
    'await sleep(0);',
    'setTimeout(done);',
    'vi.advanceTimersByTime(300);',
  ])('none is found in %s', (source) => {
    expect(waitsOf(`async () => { ${source} }`)).toEqual([]);
  });
});
