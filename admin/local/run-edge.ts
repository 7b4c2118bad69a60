/**
 * `npm run edge -- --origin URL [--connect-to URL] [--port N] [--host ADDRESS]`: CloudFront's part
 * before a deployed delivery function, for hosts of AWS services that have no CloudFront: the very
 * viewer-request function, no cache.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../../cli/command-error.ts';
import { startStandaloneEdge } from '../../local/cloudfront/standalone-edge.ts';
import { describeStartFault } from '../../local/data-folder/start-fault.ts';
import { runProgram, usageOf } from '../run-program.ts';

const OPTIONS = {
  origin: { type: 'string', value: 'URL', meaning: 'The URL of the delivery function.' },
  'connect-to': {
    type: 'string',
    value: 'URL',
    meaning: 'The address to connect to, where the name of the origin leads elsewhere.',
  },
  port: { type: 'string', default: '8081', value: 'N', meaning: 'The port to listen on.' },
  host: {
    type: 'string',
    default: '127.0.0.1',
    value: 'ADDRESS',
    meaning: 'Network interface to listen on, for containers.',
  },
} as const;
const HELP = {
  usage: 'npm run edge -- --origin URL [--connect-to URL] [--port N] [--host ADDRESS]',
  summary:
    'Runs the edge of the CDN without a cache, before a deployed delivery function that is elsewhere.',
  options: OPTIONS,
  examples: ['npm run edge -- --origin https://abc.lambda-url.eu-west-1.on.aws'],
} as const;

/** A URL without the slash at its end; throws a CommandError where it is none. */
function readUrl(name: string, text: string | undefined): string {
  if (text === undefined || text === '')
    throw new CommandError('usage', `--${name} is required`, usageOf(HELP));
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/$/, '');
  throw new CommandError('usage', `--${name} must be an http or https URL, not ${text}`);
}

function readPort(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new CommandError('usage', `--port must be from 1 to 65535, not ${text}`, usageOf(HELP));
}

/** A port or address that can't be listened on, in a sentence; any other error as it is. */
function explainListening(error: unknown, port: number, host: string): unknown {
  const { syscall } = error as NodeJS.ErrnoException;
  const fault = syscall && describeStartFault(error, { dataDir: '', port, host });
  return fault ? new CommandError('failed', fault) : error;
}

await runProgram(HELP, async () => {
  const { values } = parseArgs({ options: OPTIONS });
  const url = readUrl('origin', values.origin);
  const connectTo = values['connect-to'] && readUrl('connect-to', values['connect-to']);
  const port = readPort(values.port);
  const server = await startStandaloneEdge({
    root: resolve(import.meta.dirname, '../..'),
    port,
    host: values.host,
    origin: { url, ...(connectTo ? { connectTo } : {}) },
    onRequest: ({ method, status, ms }) => console.log(`${status} ${method} ${ms.toFixed(1)} ms`),
    log: (line) => console.error(line),
  }).catch((error: unknown) => {
    throw explainListening(error, port, values.host);
  });
  console.log(`The edge of imagewell is ready at http://${values.host}:${server.port}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)));
  }
});
