import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

export interface PurgeLoop {
  /** There may be something to do now. */
  wake(): void;
  stop(): void;
}

interface PurgeLoopOptions {
  listDue(): Promise<readonly string[]>;
  invoke(event: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse>;
  /** The subject of a message. */
  readonly idName?: 'imageId' | 'projectId';
  /** How often it polls where nothing wakes it; without it, never. */
  readonly idleMs?: number;
}

const PERIOD_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

function eventOf(ids: readonly string[], idName: string): Pick<SQSEvent, 'Records'> {
  const Records = ids.map((id) => ({ messageId: id, body: JSON.stringify({ [idName]: id }) }));
  return { Records: Records as SQSEvent['Records'] };
}

/**
 * Brings deletions to the purge function until they are finished: at start, on a wake, and every
 * second while there are any.
 */
export function startPurgeLoop(options: PurgeLoopOptions): PurgeLoop {
  const { listDue, invoke, idName = 'imageId', idleMs } = options;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isWoken = false;
  let isStopped = false;
  let failures = 0;

  const plan = (pauseMs: number) => {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void run(), pauseMs);
    timer.unref();
  };
  const runOnce = async (): Promise<boolean> => {
    const due = await listDue();
    if (due.length > 0) await invoke(eventOf(due, idName));
    return due.length > 0;
  };
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    isWoken = false;
    try {
      const hasMore = await runOnce();
      failures = 0;
      if (hasMore) plan(PERIOD_MS);
      else if (idleMs !== undefined) plan(idleMs);
    } catch {
      failures += 1;
      plan(Math.min(MAX_PAUSE_MS, PERIOD_MS * 2 ** failures));
    }
    isRunning = false;
    if (isWoken) plan(0);
  };

  plan(0);
  return {
    wake: () => {
      isWoken = true;
      if (!isRunning) plan(0);
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
