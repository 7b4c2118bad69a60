import type { LogSink } from './service-log.ts';

/** The longest wait of a line; a process that is killed outright loses no more. */
const PERIOD_MS = 100;
/** The bytes that wait at most: the capacity of a pipe on Linux. */
const MAX_HELD_BYTES = 65_536;
/** Of UTF-8, for each unit of a string. */
const MAX_BYTES_OF_UNIT = 3;

/**
 * Joins the lines of 100 milliseconds into one write. The caller flushes it before the process
 * ends: its timer holds no process up.
 */
export function createBufferedSink(write: (bytes: Uint8Array) => unknown): Required<LogSink> {
  // bytes and not strings, which the garbage collector would walk through
  let held = Buffer.allocUnsafe(MAX_HELD_BYTES);
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (bytes === 0) return;
    const full = held.subarray(0, bytes);
    // the write may hold on to them
    held = Buffer.allocUnsafe(MAX_HELD_BYTES);
    bytes = 0;
    write(full);
  };
  return {
    flush,
    write: (line) => {
      const maxBytes = line.length * MAX_BYTES_OF_UNIT;
      if (bytes + maxBytes > held.length) flush();
      if (maxBytes > held.length) return void write(Buffer.from(line));
      bytes += held.write(line, bytes);
      timer ??= setTimeout(flush, PERIOD_MS).unref();
    },
  };
}

/** The part of a process that a buffered output needs. */
export interface EndingProcess {
  readonly stdout: { write(bytes: Uint8Array): unknown };
  on(event: 'exit', listener: () => void): unknown;
}

/**
 * A buffered sink of a process's standard output. It is flushed at every end but a kill: at a stop
 * by a signal, and at an uncaught exception.
 */
export function bufferOutput(process: EndingProcess): LogSink {
  const lines = createBufferedSink((bytes) => process.stdout.write(bytes));
  process.on('exit', lines.flush);
  return lines;
}
