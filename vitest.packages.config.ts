import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/needs/record-tests.ts';

/** Each package packed, installed from its tarball into an empty folder, and used there. */
export default defineConfig({
  test: {
    ...reporters(),
    name: 'packages',
    include: ['test/packages/**/*.test.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    testTimeout: 60_000,
    // a pack builds the console and the docs
    hookTimeout: 300_000,
  },
});
