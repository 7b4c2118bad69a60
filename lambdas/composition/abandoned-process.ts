const FLUSH_MS = 100;

let isAbandoned = false;

/** Says that this process runs on something that can't be stopped; see endIfAbandoned. */
export function abandonProcess(): void {
  isAbandoned = true;
}

/**
 * Ends this process, once its answer is out, if it was abandoned (security.deadline-kills): a
 * signal, since `process.exit` waits for the encoder. For streaming functions, which know when
 * their answer is out; of a buffered one the sandbox is frozen first, and what runs on (a decode
 * within the bounds of an upload) ends by itself.
 */
export async function endIfAbandoned(): Promise<void> {
  if (!isAbandoned) return;
  await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
  process.kill(process.pid, 'SIGKILL');
}
