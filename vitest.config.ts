import { globSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { reporters } from './test/support/needs/record-tests.ts';
import { bundleCommandLine } from './test/support/service/bundle-command-line.ts';

/**
 * Bounds against a hang, for a machine at any load. A poll ends as soon as its condition holds, so
 * no test should have a shorter bound.
 */
const timeouts = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
};

/** A variable asks for the CPU of each file of tests: docs/contributing/tests.md. */
const setupFiles =
  process.env.IMAGEWELL_TESTS_COST === undefined ? [] : ['test/support/needs/record-cost.ts'];

const MEMORY_FOLDER = '/dev/shm';
/** All data folders of one run, with room to spare. */
const MIN_FREE_BYTES = 4_000_000_000;

/**
 * Where Linux has a file system in memory, data folders of tests stand there: an fsync costs
 * nothing then.
 */
function useMemoryFolder(): void {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize >= MIN_FREE_BYTES) process.env.TMPDIR ??= MEMORY_FOLDER;
  } catch {
    // no such folder: the system's temporary folder serves
  }
}
useMemoryFolder();

/** Tests start hundreds of processes: V8's code and the stripped types of each file are kept. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile');

// some start the sources themselves, which a clone runs
process.env.TESTED_COMMAND ??= bundleCommandLine();

/** Files in these folders share processes: a process for each file costs more than its tests. */
const SHARED = [
  'architecture',
  'contract',
  'docs',
  'infrastructure/compose',
  'infrastructure/quotas',
  'infrastructure/synth',
  'release',
  'security',
  'unit/adapters',
  'unit/admin',
  'unit/cli',
  'unit/client',
  'unit/console',
  'unit/core',
  'unit/lambdas',
  'unit/local',
].map((one) => `test/${one}/**/*.test.ts`);

/**
 * But these alter their process: by mocks, settings of sharp, environment variables, or by counting
 * work, after which V8 stays slow. Or they need clients of AWS that no other file has mocked.
 */
const ALTERS_ITS_PROCESS = [
  'adapters/sharp/**',
  'adapters/aws-clients/**',
  'admin/{open-stack,write-site}.test.ts',
  'admin/backup/counted-calls.test.ts',
  'cli/files/sources.test.ts',
  'cli/translate/translate-address.test.ts',
  'adapters/{client-retries,message-chains,record-calls,sqs-client}.test.ts',
  'console/state/**',
  'core/codecs/gain-map/{beside-credit,numbers}.test.ts',
  'core/codecs/{linear-work,read-avif-header,svg-work}.test.ts',
  'core/codecs/svg/{documents,structure}.test.ts',
  'core/races/**',
  'lambdas/access/{access-tokens,bounded-faults,generated-bodies}.test.ts',
  'lambdas/delivery/delivery.test.ts',
  'lambdas/images/disk-{faults,read-faults}.test.ts',
  'local/data-folder/data-folder-modes.test.ts',
].map((one) => `test/unit/${one}`);

/**
 * Compiling the repository eight times takes a minute of both cores, and the tours start services.
 * `npm run test:docs` runs them.
 */
const WITH_THE_DOCS = ['recipes', 'tasks', 'tours'].map((name) => `test/docs/${name}.test.ts`);

/** All products and bundles of the stack, which `npm test` leaves to the suite of that name. */
const STACK = ['bundles', 'partitions', 'products'].map(
  (one) => `test/infrastructure/${one}/**/*.test.ts`,
);

/** The console has the client by its package's name; its tests need no build of it. */
const CLIENT = join(import.meta.dirname, 'client/src/imagewell-client.ts');

/** Records the expressions that modules make: they must not be loaded before. */
const LOADS_FIRST = 'test/architecture/regular-expressions.test.ts';

/** Mocks of a client's class stay in its process, where another file may need the client. */
const mocksClients = (file: string) => readFileSync(file, 'utf8').includes('aws-sdk-client-mock');

const shared = globSync(SHARED, {
  exclude: [...ALTERS_ITS_PROCESS, LOADS_FIRST, ...WITH_THE_DOCS],
}).filter((file) => !mocksClients(file));

export default defineConfig({
  test: {
    ...reporters(),
    // many tests wait, for a process or for an end: with as many workers as cores, cores idle
    maxWorkers: Math.max(6, availableParallelism() - 1),
    projects: [
      {
        resolve: { alias: { 'imagewell-client': CLIENT } },
        test: {
          name: 'rules',
          include: ['test/**/*.test.ts'],
          exclude: ['e2e', 'cloud', 'browser', 'console', 'docs-site', 'generators', 'packages']
            .map((one) => `test/${one}/**`)
            .concat(shared, WITH_THE_DOCS, STACK),
          setupFiles,
          ...timeouts,
        },
      },
      {
        resolve: { alias: { 'imagewell-client': CLIENT } },
        test: {
          name: 'stack',
          include: STACK,
          setupFiles,
          ...timeouts,
        },
      },
      {
        resolve: { alias: { 'imagewell-client': CLIENT } },
        test: {
          name: 'shared',
          include: shared,
          isolate: false,
          globalSetup: ['test/infrastructure/synth/support/templates-of-run.ts'],
          setupFiles,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          isolate: false,
          globalSetup: ['test/support/e2e/start.ts'],
          setupFiles,
          ...timeouts,
        },
      },
    ],
  },
});
