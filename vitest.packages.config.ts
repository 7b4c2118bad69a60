import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/needs/record-tests.ts';

/** Each package packed, installed from its tarball into an empty folder, and used there. */
export default defineConfig({
  test: {
    ...reporters(),
    name: 'packages',
    // the generator for Go runs by vitest.generators.config.ts alone
    include: ['test/packages/**/*.test.ts', 'test/generators/{typescript,python}.test.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    // bounds against a hang alone: a machine may be busy
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
