export interface SweepTimer {
  stop(): void;
}

interface SweepTimerOptions {
  hasEnded(): Promise<boolean>;
  sweep(): Promise<void>;
  readonly periodMs?: number;
}

const PERIOD_MS = 60_000;

/**
 * Has ended temporary images swept, at start and every minute while there are any; the function
 * starts for nothing less.
 */
export function startSweepTimer(options: SweepTimerOptions): SweepTimer {
  const { hasEnded, sweep, periodMs = PERIOD_MS } = options;
  let isSweeping = false;
  const run = async () => {
    if (isSweeping) return;
    isSweeping = true;
    try {
      if (await hasEnded()) await sweep();
    } catch {
      // the next one tries again
    }
    isSweeping = false;
  };
  const timer = setInterval(() => void run(), periodMs);
  timer.unref();
  void run();
  return { stop: () => clearInterval(timer) };
}
