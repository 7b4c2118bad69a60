function endAtOnce(): void {
  // process.exit would wait for an encoder that runs on (security.deadline-kills)
  process.kill(process.pid, 'SIGKILL');
}

/**
 * Leaves signals to the parent, which ends its function processes itself, and ends this process
 * with it (local.single-owner).
 */
export function ignoreSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', endAtOnce);
  if (!process.connected) endAtOnce();
}
