import { prettyFactory } from 'pino-pretty';
import type { RequestLine } from '../http/http-server.ts';
import { type LogSink, REQUEST_MESSAGE } from './service-log.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Pino's own fields of a line, which stand before its text. */
const HEAD: readonly string[] = ['level', 'timestamp', 'message'];
const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

function describeBytes(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} B`;
  if (bytes < MEGABYTE) return `${(bytes / KILOBYTE).toFixed(1)} kB`;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function colourOf(status: number): 'green' | 'yellow' | 'red' {
  if (status < 400) return 'green';
  return status < 500 ? 'yellow' : 'red';
}

function describeFields(fields: Fields): string {
  return Object.entries(fields)
    .filter(([name]) => !HEAD.includes(name))
    .map(([name, value]) => {
      const stack = (value as { stack?: unknown } | null)?.stack;
      if (typeof stack === 'string') return `\n${stack}`;
      return ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
    })
    .join('');
}

/** Lines for readers, in colour: `12:30:01.250 INFO 200 GET img_….webp hit 12.3 kB 4 ms`. */
export function createPrettyLines(sink: LogSink): LogSink {
  const format = prettyFactory({
    colorize: true,
    levelKey: 'level',
    messageKey: 'message',
    timestampKey: 'timestamp',
    translateTime: 'SYS:HH:MM:ss.l',
    hideObject: true,
    customPrettifiers: { level: (_value, _key, _log, { labelColorized }) => labelColorized },
    messageFormat: (line, _key, _label, { colors }) => {
      if (line.message !== REQUEST_MESSAGE) return `${line.message}${describeFields(line)}`;
      const { method, route, image, status, code, cache, bytes, ms } = line as Fields & RequestLine;
      const parts = [
        colors[colourOf(status)](String(status)),
        method,
        image ?? route,
        code,
        cache,
        describeBytes(bytes),
        `${ms} ms`,
      ];
      return parts.filter((part) => part !== undefined).join(' ');
    },
  });
  return { write: (line) => sink.write(format(line)) };
}
