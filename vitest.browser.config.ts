import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/needs/record-tests.ts';

/**
 * The example pages in a real browser, against a service started here or the one that
 * IMAGEWELL_CREDENTIALS names.
 */
export default defineConfig({
  resolve: { alias: { 'imagewell-client': resolve('client/src/imagewell-client.ts') } },
  test: {
    ...reporters(),
    name: 'browser',
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/support/e2e/start.ts'],
    maxWorkers: 2,
    expect: { poll: { timeout: 120_000, interval: 100 } },
    // bounds against a hang alone: a machine may be busy
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
