import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import type { HttpsSenderParts } from '../../../adapters/https/webhook-sender.ts';

/** The name in the certificate, and a global address that stands for where the name leads. */
export const RECEIVER_HOST = 'hooks.example.com';
export const RECEIVER_URL = `https://${RECEIVER_HOST}/in?a=1`;
export const RECEIVER_ADDRESS = '93.184.215.14';

/**
 * Key and certificate of a receiver that exists in tests alone; the certificate is its own
 * authority.
 */
export const SELF_SIGNED_PEM = readFileSync(new URL('./receiver.pem', import.meta.url), 'utf8');

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Receiver {
  readonly port: number;
  readonly received: ReceivedRequest[];
  /** The addresses that the sender connected to. */
  readonly connected: ConnectionOptions[];
  /** Names that were looked up, each time. */
  readonly resolved: string[];
  answer(how: (response: ServerResponse, nth: number) => void): void;
  /**
   * For createHttpsWebhookSender: every name leads to the addresses of `resolve`, and each of them
   * here.
   */
  parts(changes?: Partial<HttpsSenderParts>): Partial<HttpsSenderParts>;
  stop(): Promise<void>;
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  let body = '';
  for await (const chunk of request) body += chunk;
  const { method = '', url = '', headers } = request;
  return { method, path: url, headers: headers as Record<string, string>, body };
}

/** A receiver of webhooks over TLS on the loopback interface, which answers as a test says. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  const connected: ConnectionOptions[] = [];
  const resolved: string[] = [];
  let answer = (response: ServerResponse, _nth: number): void => void response.end();
  const server = createServer(
    { key: SELF_SIGNED_PEM, cert: SELF_SIGNED_PEM },
    (request, response) => {
      void read(request).then((entry) => answer(response, received.push(entry)));
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    received,
    connected,
    resolved,
    answer: (how) => {
      answer = how;
    },
    parts: (changes = {}) => ({
      resolve: async (hostname) => {
        resolved.push(hostname);
        return [RECEIVER_ADDRESS];
      },
      connect: (options) => {
        connected.push(options);
        return connect({ ...options, host: '127.0.0.1', port, ca: SELF_SIGNED_PEM });
      },
      ...changes,
    }),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
