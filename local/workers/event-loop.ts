import type { ChangeLog } from '../../adapters/sqlite/change-log.ts';

export interface EventLoop {
  stop(): void;
}

interface EventLoopOptions {
  readonly changeLog: ChangeLog;
  /** Tells of changes, all or, where it rejects, all of them once more later. */
  publish(changes: readonly ReturnType<ChangeLog['read']>[number]['change'][]): Promise<unknown>;
  readonly onFault: (message: string) => void;
}

const PERIOD_MS = 250;
const MAX_BATCH = 100;
const MAX_PAUSE_MS = 30_000;
// pauses by performance.now(): a clock that steps back would make them as long as its step

/**
 * Publishes the entries of the change log, in its order, and then removes them; after a kill in
 * between an entry is published again.
 */
export function startEventLoop({ changeLog, publish, onFault }: EventLoopOptions): EventLoop {
  let isRunning = false;
  let failures = 0;
  let notBefore = 0;
  const tell = async (): Promise<void> => {
    for (let logged = changeLog.read(MAX_BATCH); ; logged = changeLog.read(MAX_BATCH)) {
      const last = logged.at(-1);
      if (!last) return;
      await publish(logged.map(({ change }) => change));
      changeLog.removeUpTo(last.number);
    }
  };
  const run = async (): Promise<void> => {
    if (isRunning || performance.now() < notBefore) return;
    isRunning = true;
    try {
      await tell();
      failures = 0;
    } catch (error) {
      failures += 1;
      notBefore = performance.now() + Math.min(MAX_PAUSE_MS, PERIOD_MS * 2 ** failures);
      if (!isStopped) onFault(`publishing of events will be retried: ${(error as Error).message}`);
    }
    isRunning = false;
  };
  let isStopped = false;
  const timer = setInterval(() => void run(), PERIOD_MS);
  timer.unref();
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
