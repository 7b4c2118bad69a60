import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { buildFunctions } from '../../../local/lambda/build-functions.ts';
import type { FunctionBounds } from '../../../local/lambda/function-bounds.ts';
import {
  createFunctionPools,
  type FunctionPool,
  type FunctionPools,
  type PoolOptions,
} from '../../../local/lambda/function-pool.ts';
import { LET_GO } from './service-functions.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
let built: ReturnType<typeof buildFunctions> | undefined;

/** Built by the first pool: a test that only makes folders may strike every write. */
function buildOnce(): ReturnType<typeof buildFunctions> {
  built ??= buildFunctions({ root: ROOT, hostEntry: 'test/support/local/fixture-host.ts' });
  return built;
}

/** A folder for one test. */
export function makeFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'imagewell-local-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

/** A function over hosts of its own. */
export interface FixturePool
  extends FunctionPool,
    Pick<FunctionPools, 'describe' | 'warm' | 'stop'> {
  /** Lets the requests go that are held. */
  letGo(): void;
}

type Bounds = Partial<Pick<FunctionBounds, 'timeoutMs' | 'wireMs' | 'threads' | 'maxProcesses'>>;

/** Hosts of a fixture function, of which there may be so many, ended with the test. */
export async function startFixturePool(
  name: 'buffered' | 'streaming' | 'broken',
  { timeoutMs = 30_000, ...bounds }: Bounds, // a busy machine takes seconds to start a process
  options: Partial<PoolOptions> = {},
): Promise<FixturePool> {
  const { hostPath } = await buildOnce();
  const isStreaming = name === 'streaming';
  const dataDir = makeFolder();
  const pools = createFunctionPools({
    functions: { [name]: { ...bounds, timeoutMs, isStreaming } },
    entryPath: hostPath,
    settings: { dataDir },
    onPurge: () => undefined,
    onQueueRender: () => undefined,
    onRendition: () => undefined,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...options,
  });
  onTestFinished(() => pools.stop());
  const letGo = () => writeFileSync(join(dataDir, LET_GO), '');
  const { describe, warm, stop } = pools;
  return { ...pools.of(name), describe, warm, stop, letGo };
}
