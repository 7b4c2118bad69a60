import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/needs/record-tests.ts';

// never against the account that a developer happens to be signed in to
const hasEndpoint = process.env.AWS_ENDPOINT_URL !== undefined;
if (!hasEndpoint) {
  console.warn('skipped: AWS_ENDPOINT_URL is not set; `npm run test:cloud` starts an endpoint');
}

/** The AWS adapters against an endpoint: `npm run test:cloud` starts one. */
export default defineConfig({
  test: {
    ...reporters(),
    include: hasEndpoint ? ['test/cloud/**/*.test.ts'] : [],
    passWithNoTests: true,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
