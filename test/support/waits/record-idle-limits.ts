import { Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/**
 * The time limits of idle sockets to a port, in milliseconds, from now to the end of the test. None
 * of them is set: Node's timers of sockets can't be replaced by a test's.
 */
export function recordIdleLimits(port: number): readonly number[] {
  const limits: number[] = [];
  const spy = vi.spyOn(Socket.prototype, 'setTimeout');
  spy.mockImplementation(function (this: Socket, limitMs: number) {
    if (this.remotePort === port && limitMs > 0) limits.push(limitMs);
    return this;
  });
  onTestFinished(() => void spy.mockRestore());
  return limits;
}
