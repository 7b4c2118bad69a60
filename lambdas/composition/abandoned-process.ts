const FLUSH_MS = 100;

let isAbandoned = false;

/** Marks this process as running work that can't be stopped; see endIfAbandoned. */
export function abandonProcess(): void {
  isAbandoned = true;
}

/**
 * Ends this process after its response if it was abandoned (security.deadline-kills): by a signal,
 * since `process.exit` waits for the encoder. For streaming functions, which know the end of their
 * response. The sandbox of a buffered one is frozen first, and its remaining work (a decode within
 * the bounds of an upload) ends soon.
 */
export async function endIfAbandoned(): Promise<void> {
  if (!isAbandoned) return;
  await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
  process.kill(process.pid, 'SIGKILL');
}
