import { CommandError } from '../../cli/command-error.ts';
import { startStandaloneEdge } from '../../local/cloudfront/standalone-edge.ts';
import { describeStartFault } from '../../local/data-folder/start-fault.ts';
import type { ProgramCall } from '../session/program-action.ts';

export interface EdgeOptions {
  readonly origin: string;
  readonly connectTo?: string;
  readonly port: number;
  readonly host: string;
  readonly cdnUrl?: string;
}

/** A URL without the slash at its end; throws a CommandError where it is none. */
function readUrl(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/$/, '');
  throw new CommandError('usage', `--${name} must be an http or https URL, not ${text}`);
}

/** A port or address that can't be listened on, in a sentence; any other error as it is. */
function explainListening(error: unknown, { port, host }: EdgeOptions): unknown {
  const { syscall } = error as NodeJS.ErrnoException;
  const fault = syscall && describeStartFault(error, { dataDir: '', port, host });
  return fault ? new CommandError('failed', fault) : error;
}

/**
 * `admin edge`: the part of CloudFront before a deployed delivery function, for hosts of AWS
 * services that have no CloudFront. It has the very viewer-request function and no cache, and runs
 * until a signal ends it.
 */
export async function runEdge(
  root: string,
  { session, options }: ProgramCall<EdgeOptions>,
): Promise<void> {
  const url = readUrl('origin', options.origin);
  const connectTo = options.connectTo && readUrl('connect-to', options.connectTo);
  const { port, host } = options;
  const ownUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const cdnUrl = options.cdnUrl ? readUrl('cdn-url', options.cdnUrl) : ownUrl;
  const say = (line: string) => void session.machine.stdout.write(`${line}\n`);
  const server = await startStandaloneEdge({
    root,
    port,
    host,
    cdnUrl,
    origin: { url, ...(connectTo ? { connectTo } : {}) },
    onRequest: ({ method, status, ms }) => say(`${status} ${method} ${ms.toFixed(1)} ms`),
    log: session.tell,
  }).catch((error: unknown) => {
    throw explainListening(error, options);
  });
  say(`The edge of imagewell is ready at http://${host}:${server.port}`);
  await new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
  });
  await server.stop();
}
