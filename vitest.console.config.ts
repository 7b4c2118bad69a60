import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/needs/record-tests.ts';

/** The console in a real browser, built as it is served. */
export default defineConfig({
  resolve: { alias: { 'imagewell-client': resolve('client/src/imagewell-client.ts') } },
  test: {
    ...reporters(),
    name: 'console',
    include: ['test/console/**/*.test.ts'],
    setupFiles: ['test/console/support/report-failures.ts'],
    globalSetup: ['test/console/support/build.ts'],
    // each file has a browser and its own service; one of them idles while the other draws
    maxWorkers: 2,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    // bounds against a hang alone: a machine may be busy
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
