import { pino } from 'pino';
import type { Log } from '../../core/ports/log.ts';
import type { RequestLine } from '../http/http-server.ts';
import { createUtcText } from './utc-text.ts';

/** The destination of log lines; a line is written whole. */
export interface LogSink {
  write(line: string): unknown;
  /** Writes what waits, before the call returns; left out: nothing ever waits. */
  flush?(): void;
}

/** The message of a request's line. */
export const REQUEST_MESSAGE = 'request';

/** The log of the local service: structured lines, and one of each request. */
export interface ServiceLog extends Log {
  request(line: RequestLine): void;
}

/**
 * Lines of JSON with the fields that the functions' lines have in AWS (`level`, `timestamp`,
 * `message`). Requests are lines of level INFO. A warning or an error is written before the call
 * returns, and with it every line before it.
 */
export function createServiceLog(sink: LogSink): ServiceLog {
  const utc = createUtcText();
  const logger = pino(
    {
      base: null,
      messageKey: 'message',
      errorKey: 'error',
      timestamp: () => `,"timestamp":"${utc.iso(Date.now())}"`,
      formatters: { level: (label) => ({ level: label.toUpperCase() }) },
    },
    sink,
  );
  return {
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => {
      logger.warn(fields, message);
      sink.flush?.();
    },
    error: (message, fields = {}) => {
      logger.error(fields, message);
      sink.flush?.();
    },
    request: (line) => logger.info({ ...line, ms: Math.round(line.ms * 10) / 10 }, REQUEST_MESSAGE),
  };
}
