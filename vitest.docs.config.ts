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
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
