import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { LIMITS } from '../../core/foundation/limits.ts';
import { findSourceUrlFault } from '../../core/images/source-url.ts';
import type {
  RemoteFault,
  RemoteFile,
  RemoteFiles,
} from '../../core/ports/uploads/remote-files.ts';
import { type ResolveName, resolveGlobal, resolveName } from './resolve-global.ts';

/** The replacements of the network in tests. */
export interface RemoteFilesParts {
  readonly resolve: ResolveName;
  connect(options: ConnectionOptions): TLSSocket;
  readonly timeoutMs: number;
}

const HTTPS_PORT = 443;
const REDIRECTS = [301, 302, 303, 307, 308];
/** No compressed response: its size would be known only after it is inflated. */
const HEADERS = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'imagewell' };

type Unread = Exclude<RemoteFile, { outcome: 'read' }>;

class UnreadError extends Error {
  readonly unread: Unread;
  constructor(unread: Unread) {
    super(unread.outcome);
    this.unread = unread;
  }
}

function failure(fault: RemoteFault, status: number | null = null): UnreadError {
  return new UnreadError({ outcome: 'failed', fault, status });
}

function notAllowed(detail: string): UnreadError {
  return new UnreadError({ outcome: 'not_allowed', detail });
}

/** The request for a URL, to the one address that its name has now. */
async function open(
  parts: RemoteFilesParts,
  url: string,
  signal: AbortSignal,
): Promise<ClientRequest> {
  const urlFault = findSourceUrlFault(url);
  if (urlFault !== undefined) throw notAllowed(urlFault);
  const { hostname, pathname, search } = new URL(url);
  const resolved = await resolveGlobal(parts.resolve, hostname);
  signal.throwIfAborted();
  if ('fault' in resolved) {
    if (resolved.fault === 'name_not_found') throw failure('name_not_found');
    throw notAllowed('The host name of the URL has an address that is not public.');
  }
  return request({
    host: hostname,
    port: HTTPS_PORT,
    path: pathname + search,
    signal,
    headers: { ...HEADERS, host: hostname },
    // no agent, so no kept connection; an address, so no second look-up; the certificate is
    // checked against the name
    createConnection: () =>
      parts.connect({ host: resolved.address, port: HTTPS_PORT, servername: hostname }),
  });
}

function headOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.on('response', resolve);
    outgoing.on('error', () => reject(failure('connection_failed')));
    outgoing.end();
  });
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    throw new UnreadError({ outcome: 'too_large' });
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += (chunk as Uint8Array).length;
    if (length > maxBytes) throw new UnreadError({ outcome: 'too_large' });
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks, length);
}

/** Reads the file of a successful response. */
async function readFile(response: IncomingMessage, maxBytes: number): Promise<RemoteFile> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) throw failure('unexpected_status', statusCode);
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding !== 'identity') throw failure('content_encoded');
  const bytes = await readBody(response, maxBytes);
  return { outcome: 'read', bytes, disposition: headers['content-disposition'] };
}

function targetOf({ statusCode = 0, headers }: IncomingMessage, url: string): string | undefined {
  const { location } = headers;
  if (location === undefined || !REDIRECTS.includes(statusCode)) return undefined;
  if (!URL.canParse(location, url)) throw failure('unexpected_status', statusCode);
  const target = new URL(location, url);
  target.hash = ''; // it is the reader's alone (RFC 9110, 10.2.2)
  return target.href;
}

async function follow(
  parts: RemoteFilesParts,
  source: { readonly url: string; readonly maxBytes: number },
  signal: AbortSignal,
): Promise<RemoteFile> {
  let { url } = source;
  for (let redirects = 0; redirects <= LIMITS.maxSourceRedirects; redirects += 1) {
    const response = await headOf(await open(parts, url, signal));
    try {
      const target = targetOf(response, url);
      if (target === undefined) return await readFile(response, source.maxBytes);
      url = target;
    } finally {
      response.destroy();
    }
  }
  throw failure('too_many_redirects');
}

function unreadOf(error: unknown, signal: AbortSignal): Unread {
  if (error instanceof UnreadError && error.unread.outcome !== 'failed') return error.unread;
  if (signal.aborted) return failure('timed_out').unread;
  return (error instanceof UnreadError ? error : failure('connection_failed')).unread;
}

/**
 * Reads over TLS from port 443 of the name's present address, resolved once for each redirect.
 */
export function createHttpsRemoteFiles(given: Partial<RemoteFilesParts> = {}): RemoteFiles {
  const parts: RemoteFilesParts = {
    resolve: resolveName,
    connect,
    timeoutMs: LIMITS.sourceTimeoutMs,
    ...given,
  };
  return {
    read: async (url, maxBytes) => {
      const signal = AbortSignal.timeout(parts.timeoutMs);
      const timedOut = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(failure('timed_out')), { once: true });
      });
      const reading = follow(parts, { url, maxBytes }, signal);
      reading.catch(() => undefined); // late, after the deadline
      try {
        return await Promise.race([reading, timedOut]);
      } catch (error) {
        return unreadOf(error, signal);
      }
    },
  };
}
