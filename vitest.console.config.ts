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
    fileParallelism: false,
    expect: { poll: { timeout: 15_000, interval: 50 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
