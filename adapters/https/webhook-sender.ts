import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { WebhookSender } from '../../core/ports/webhooks/webhook-sender.ts';
import type { SendFault, SendOutcome, WebhookMessage } from '../../core/webhooks/send-outcome.ts';
import { findWebhookUrlFault } from '../../core/webhooks/webhook-url.ts';
import { type ResolveName, resolveGlobal, resolveName } from './resolve-global.ts';

/** The replacements of the network in tests. */
export interface HttpsSenderParts {
  readonly resolve: ResolveName;
  connect(options: ConnectionOptions): TLSSocket;
  readonly timeoutMs: number;
}

const HTTPS_PORT = 443;
/**
 * The part of a response that is read, so that a short response isn't cut off; the rest is dropped.
 */
const MAX_READ_BYTES = 16_384;

class SendError extends Error {
  readonly fault: SendFault;
  constructor(fault: SendFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Reads a little, and never waits beyond the deadline. */
async function drop(response: IncomingMessage): Promise<void> {
  let read = 0;
  try {
    for await (const chunk of response) {
      read += (chunk as Buffer).length;
      if (read > MAX_READ_BYTES) break;
    }
  } catch {
    // its status is known already
  }
  response.destroy();
}

/** A request in progress. */
interface Sending {
  readonly message: WebhookMessage;
  /** Ends it in any state. */
  readonly signal: AbortSignal;
  /** Of a response, though the rest of it may never arrive. */
  status: number | null;
}

function post(parts: HttpsSenderParts, sending: Sending, address: string): Promise<void> {
  const { message, signal } = sending;
  const { url, headers, body } = message;
  const { hostname, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: hostname,
      port: HTTPS_PORT,
      path: pathname + search,
      method: 'POST',
      signal,
      headers: { ...headers, host: hostname, 'content-length': Buffer.byteLength(body) },
      // no agent, so no kept connection; an address, so no second look-up; the certificate is
      // checked against the name
      createConnection: () =>
        parts.connect({ host: address, port: HTTPS_PORT, servername: hostname }),
    });
    outgoing.on('response', (response) => {
      sending.status = response.statusCode ?? null;
      void drop(response).then(resolve);
    });
    outgoing.on('error', () => reject(new SendError('connection_failed')));
    outgoing.end(body);
  });
}

async function sendWithin(parts: HttpsSenderParts, sending: Sending): Promise<void> {
  const { message, signal } = sending;
  if (findWebhookUrlFault(message.url)) throw new SendError('address_not_allowed');
  const resolved = await resolveGlobal(parts.resolve, new URL(message.url).hostname);
  if ('fault' in resolved) throw new SendError(resolved.fault);
  signal.throwIfAborted();
  await post(parts, sending, resolved.address);
}

function faultOf(error: unknown, { signal }: Sending): SendFault {
  if (signal.aborted) return 'timed_out';
  return error instanceof SendError ? error.fault : 'connection_failed';
}

/** Posts over TLS to port 443 of the name's present address, resolved once. */
export function createHttpsWebhookSender(given: Partial<HttpsSenderParts> = {}): WebhookSender {
  const parts: HttpsSenderParts = {
    resolve: resolveName,
    connect,
    timeoutMs: LIMITS.webhookTimeoutMs,
    ...given,
  };
  return {
    send: async (message): Promise<SendOutcome> => {
      const signal = AbortSignal.timeout(parts.timeoutMs);
      const sending: Sending = { message, signal, status: null };
      const timedOut = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new SendError('timed_out')), { once: true });
      });
      try {
        await Promise.race([sendWithin(parts, sending), timedOut]);
      } catch (error) {
        if (sending.status === null) return { status: null, fault: faultOf(error, sending) };
      }
      return { status: sending.status, fault: null };
    },
  };
}
