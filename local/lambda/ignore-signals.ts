function endAtOnce(): void {
  // process.exit would wait for an encoder that runs on (SECURITY promise 4)
  process.kill(process.pid, 'SIGKILL');
}

/** Leaves signals to the parent, which ends its function processes itself, and ends this process with it (CONTRACT C1.6). */
export function guardProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', endAtOnce);
  if (!process.connected) endAtOnce();
}
