import { defineConfig } from 'vitest/config';

const timeouts = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['test/**/*.test.ts'],
          exclude: ['test/journeys/**', 'test/cloud/**', 'test/browser/**'],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: ['test/journeys/start.ts'],
          ...timeouts,
        },
      },
    ],
  },
});
