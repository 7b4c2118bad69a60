import { imageIdIn } from '../../core/images/image-url.ts';
import {
  ACCESS_LOG_FIELDS,
  ACCESS_LOG_HEAD,
  type AccessLogField,
} from '../../core/metering/access-log-format.ts';
import { createUtcText } from '../observability/utc-text.ts';

/** A response of the edge, after it is sent. */
export interface SentAnswer {
  readonly method: string;
  /** As the client wrote it. */
  readonly url: string;
  readonly status: number;
  /** How the edge came to it, CloudFront's word: Hit, Miss, FunctionGeneratedResponse. */
  readonly resultType: string;
  readonly requestId: string;
  /** Headers too. */
  readonly bytes: number;
  readonly now: number;
}

export interface AccessLog {
  write(answer: SentAnswer): void;
  /**
   * Writes what has come since the last time into its own file, durably; nothing where nothing
   * has.
   */
  close(): Promise<void>;
}

const NONE = '-';

/**
 * An address of an image without its query; empty for any other address, which could contain a key.
 */
function loggedPath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return imageIdIn(path) === undefined ? NONE : path;
}

const utc = createUtcText();

/** The values of a line of CloudFront's standard log, without the viewer's address. */
const VALUES: Partial<Record<AccessLogField, (answer: SentAnswer) => string | number>> = {
  date: ({ now }) => utc.date(now),
  time: ({ now }) => utc.time(now),
  'x-edge-location': () => 'LOCAL',
  'sc-bytes': ({ bytes }) => bytes,
  'cs-method': ({ method }) => method,
  'cs-uri-stem': ({ url }) => loggedPath(url),
  'sc-status': ({ status }) => status,
  'x-edge-result-type': ({ resultType }) => resultType,
  'x-edge-request-id': ({ requestId }) => requestId,
};
const COLUMNS = ACCESS_LOG_FIELDS.map((field) => VALUES[field] ?? (() => NONE));

function lineOf(answer: SentAnswer): string {
  return COLUMNS.map((column) => column(answer)).join('\t');
}

/** Maximum of buffered lines on a full disk, some ten megabytes; more is not metered. */
const MAX_HELD_LINES = 50_000;

/**
 * The edge's access log: lines are held for a moment and then added as a file, so that no file is
 * still being written.
 */
export function createAccessLog(add: (text: string) => Promise<void>): AccessLog {
  let lines: string[] = [];
  return {
    write: (answer) => void lines.push(lineOf(answer)),
    close: async () => {
      if (lines.length === 0) return;
      const closed = lines;
      lines = [];
      try {
        await add(`${ACCESS_LOG_HEAD}${closed.join('\n')}\n`);
      } catch (error) {
        // they wait for space, up to the maximum
        lines = [...closed, ...lines].slice(0, MAX_HELD_LINES);
        throw error;
      }
    },
  };
}
