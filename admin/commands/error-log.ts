import type { Log } from '../../core/ports/log.ts';

const write = (message: string, fields = {}) =>
  console.error(JSON.stringify({ message, ...fields }));

/** What a command's use cases log: faults alone are for the operator's eyes. */
export const ERROR_LOG: Log = { info: () => undefined, warn: write, error: write };
