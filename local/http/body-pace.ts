import { LIMITS } from '../../core/foundation/limits.ts';

/** The clock of a pace. */
export interface PaceClock {
  /** Milliseconds that never go back. */
  now(): number;
  /** Calls once after so many milliseconds, unless the answer is called before. */
  after(ms: number, call: () => void): () => void;
}

/** The machine's own. */
export const MACHINE_CLOCK: PaceClock = {
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

/** Whether the bytes of one body keep up with the floor. */
export interface BodyPace {
  /** So many bytes are here. */
  note(bytes: number): void;
  /** From here on the time counts. */
  run(): void;
  /** Until `run` it doesn't: the body has no reader. */
  rest(): void;
}

/**
 * Calls `onTooSlow` if less than minBodyBytesPerSecond arrive. A body begins with a credit of
 * bodyPatienceMs, and each byte adds its time at the minimum rate. The credit never exceeds its
 * start, so a fast body can't be followed by silence.
 */
export function createBodyPace(clock: PaceClock, onTooSlow: () => void): BodyPace {
  let leftMs: number = LIMITS.bodyPatienceMs;
  let ranFrom: number | undefined;
  let cancel: (() => void) | undefined;
  const spend = (): void => {
    if (ranFrom === undefined) return;
    leftMs -= clock.now() - ranFrom;
    ranFrom = clock.now();
  };
  const check = (): void => {
    spend();
    if (leftMs <= 0) onTooSlow();
    else cancel = clock.after(Math.ceil(leftMs), check);
  };
  return {
    note(bytes) {
      spend();
      const worthMs = (bytes / LIMITS.minBodyBytesPerSecond) * 1000;
      leftMs = Math.min(LIMITS.bodyPatienceMs, leftMs + worthMs);
    },
    run() {
      ranFrom = clock.now();
      check();
    },
    rest() {
      spend();
      ranFrom = undefined;
      cancel?.();
      cancel = undefined;
    },
  };
}
