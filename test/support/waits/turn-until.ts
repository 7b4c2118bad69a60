/**
 * Lets the event loop turn, under timers that stand still too, until something holds; a test's own
 * timeout is the bound.
 */
export async function turnUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setImmediate(done));
}
