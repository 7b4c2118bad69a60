import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/needs/record-tests.ts';

/** Clients that generators make of the OpenAPI document, each with a program that uses it. */
export default defineConfig({
  test: {
    ...reporters(),
    name: 'generators',
    include: ['test/generators/*.test.ts'],
    fileParallelism: false,
    // bounds against a hang alone: a machine may be busy
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
