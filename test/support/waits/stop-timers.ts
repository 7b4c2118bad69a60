import { onTestFinished, vi } from 'vitest';

/**
 * Timers of this process, and `performance`, stand still until the test moves them on, or ends. A
 * timer that was set before can't be cleared meanwhile.
 */
export function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}
