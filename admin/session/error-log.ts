import type { Log } from '../../core/ports/log.ts';

const write = (message: string, fields = {}) =>
  console.error(JSON.stringify({ message, ...fields }));

/** The log of a command's use cases: the operator only sees errors. */
export const ERROR_LOG: Log = { info: () => undefined, warn: write, error: write };
