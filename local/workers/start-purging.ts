import { randomUUID } from 'node:crypto';
import type { FunctionPool } from '../lambda/function-pool.ts';
import { readBatchResponse } from './batch-response.ts';
import { type PurgeLoop, startPurgeLoop } from './purge-loop.ts';

/** The due work, by ID. */
export interface DueLists {
  listDue(): Promise<readonly string[]>;
  /** Projects whose purge is due; without it none is. */
  listProjectsDue?(): Promise<readonly string[]>;
}

/** Maximum delay of an erasure after the restore period of a project, or of kept images. */
const POLLED_EVERY_MS = 60_000;

/**
 * Images and projects each in their own loop: a delete doesn't wait until thousands of another
 * project are gone.
 */
export function startPurging(
  pool: FunctionPool,
  { listDue, listProjectsDue = async () => [] }: DueLists,
): PurgeLoop {
  const invoke = async (event: object) => {
    const outcome = await pool.invoke(event, { requestId: randomUUID() });
    if (outcome.outcome !== 'returned') throw new Error(`the purge failed: ${outcome.outcome}`);
    return readBatchResponse(outcome.result);
  };
  const projects = { listDue: listProjectsDue, idName: 'projectId' } as const;
  const loops = [
    startPurgeLoop({ listDue, invoke, idleMs: POLLED_EVERY_MS }),
    startPurgeLoop({ ...projects, invoke, idleMs: POLLED_EVERY_MS }),
  ];
  return {
    wake: () => loops.forEach((loop) => void loop.wake()),
    stop: () => loops.forEach((loop) => void loop.stop()),
  };
}
