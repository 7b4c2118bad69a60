import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/needs/record-tests.ts';

/**
 * The documents: every example executed, every link followed, the OpenAPI document linted, and the
 * Bruno collection run against a service started here. Needs `npm run build:docs`.
 */
export default defineConfig({
  test: {
    ...reporters(),
    name: 'docs',
    include: ['test/docs/**/*.test.ts', 'test/docs-site/**/*.test.ts'],
    maxWorkers: 2,
    expect: { poll: { timeout: 120_000 } },
    // bounds against a hang alone: a machine may be busy
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
