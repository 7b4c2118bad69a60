import { defineConfig } from 'vitest/config';

/** The AWS adapters against an endpoint: `npm run test:cloud` starts one. */
export default defineConfig({
  test: { include: ['test/cloud/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
