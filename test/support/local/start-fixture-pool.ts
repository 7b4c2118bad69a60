import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { buildFunctions } from '../../../local/lambda/build-functions.ts';
import {
  createFunctionPool,
  type FunctionPool,
  type PoolOptions,
} from '../../../local/lambda/function-pool.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const built = buildFunctions({
  root: ROOT,
  processEntry: 'test/support/local/fixture-process.ts',
});

/** A folder for one test. */
export function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'imagewell-local-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

/** A pool of a fixture function, ended with the test. */
export async function startFixturePool(
  name: 'buffered' | 'streaming' | 'broken',
  options: Partial<PoolOptions> = {},
): Promise<FunctionPool> {
  const { processPath } = await built;
  const pool = createFunctionPool({
    name,
    entryPath: processPath,
    settings: { dataDir: makeFolder() },
    timeoutMs: 30_000, // a busy machine takes seconds to start a process
    maxProcesses: 2,
    onPurge: () => undefined,
    onQueueRender: () => undefined,
    onRendition: () => undefined,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...options,
  });
  onTestFinished(() => pool.stop());
  return pool;
}
