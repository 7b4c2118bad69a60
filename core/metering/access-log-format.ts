import type { AnyImageId } from '../images/ids.ts';
import { imageIdIn } from '../images/image-url.ts';

/**
 * Amazon CloudFront Developer Guide, "Standard log file fields": in their order, separated by tabs.
 */
export const ACCESS_LOG_FIELDS = [
  'date',
  'time',
  'x-edge-location',
  'sc-bytes',
  'c-ip',
  'cs-method',
  'cs(Host)',
  'cs-uri-stem',
  'sc-status',
  'cs(Referer)',
  'cs(User-Agent)',
  'cs-uri-query',
  'cs(Cookie)',
  'x-edge-result-type',
  'x-edge-request-id',
  'x-host-header',
  'cs-protocol',
  'cs-bytes',
  'time-taken',
  'x-forwarded-for',
  'ssl-protocol',
  'ssl-cipher',
  'x-edge-response-result-type',
  'cs-protocol-version',
  'fle-status',
  'fle-encrypted-fields',
  'c-port',
  'time-to-first-byte',
  'x-edge-detailed-result-type',
  'sc-content-type',
  'sc-content-len',
  'sc-range-start',
  'sc-range-end',
] as const;

export type AccessLogField = (typeof ACCESS_LOG_FIELDS)[number];

/** The start of a file: the version, and the fields of its lines. */
export const ACCESS_LOG_HEAD = `#Version: 1.0\n#Fields: ${ACCESS_LOG_FIELDS.join(' ')}\n`;

/** The fields of a line that metering needs. */
export interface LoggedAnswer {
  /** The UTC day of the response, `2026-11-05`. */
  readonly day: string;
  /** Sent to the viewer, headers too. */
  readonly bytes: number;
  /** Undefined for any address except an image's. */
  readonly id: AnyImageId | undefined;
}

/** Reads one line; undefined where it is malformed. */
export type ReadLine = (line: string) => LoggedAnswer | undefined;

const FIELDS_LINE = '#Fields:';
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const BYTES = /^\d{1,12}$/;

/** A reader of lines with these fields. */
export function createReadLine(fields: readonly string[] = ACCESS_LOG_FIELDS): ReadLine {
  const [dateAt, bytesAt, pathAt] = ['date', 'sc-bytes', 'cs-uri-stem'].map((name) =>
    fields.indexOf(name),
  ) as [number, number, number];
  const wanted = Math.max(dateAt, bytesAt, pathAt) + 1;
  return (line) => {
    const values = line.split('\t', wanted);
    const day = values[dateAt] ?? '';
    const bytes = values[bytesAt] ?? '';
    const path = values[pathAt];
    if (!DATE.test(day) || !BYTES.test(bytes) || path === undefined) return undefined;
    return { day, bytes: Number(bytes), id: imageIdIn(path) };
  };
}

/** The reader of the lines after a `#Fields:` line; undefined for any other line. */
export function readFieldsLine(line: string): ReadLine | undefined {
  if (!line.startsWith(FIELDS_LINE)) return undefined;
  return createReadLine(line.slice(FIELDS_LINE.length).trim().split(/\s+/));
}
