import type { IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { request as requestHttp } from '../../adapters/https/node-http.ts';

export interface ProbeAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The body ended where its framing says so; false where the connection broke before. */
  readonly isWhole: boolean;
}

export interface ProbeRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** Sends one request and reads the answer to its end; rejects where none comes. */
export type HttpProbe = (url: string, request?: ProbeRequest) => Promise<ProbeAnswer>;

/** No answer of the service takes longer: CloudFront gives up on an origin after 30 s. */
const TIMEOUT_MS = 60_000;

/**
 * Requests without a client's niceties: headers as they came, no redirect followed, no decoding.
 * `connectTo` is the endpoint of an emulator that stands for every host below amazonaws.com, on.aws
 * and cloudfront.net.
 */
export function createHttpProbe(connectTo?: string): HttpProbe {
  return (url, { method = 'GET', headers = {}, body } = {}) => {
    const requested = new URL(url);
    const isOfAws = /\.(amazonaws\.com|on\.aws|cloudfront\.net)$/.test(requested.hostname);
    const target =
      connectTo && isOfAws ? new URL(requested.pathname + requested.search, connectTo) : requested;
    const send = target.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const sent = { host: requested.host, ...headers };
      const options = { method, headers: sent, timeout: TIMEOUT_MS, agent: false } as const;
      const request = send(target, options, (answer) => {
        const chunks: Buffer[] = [];
        const end = (isWhole: boolean) =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            bytes: Buffer.concat(chunks),
            isWhole,
          });
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('end', () => end(true));
        answer.once('error', () => end(false));
      });
      request.once('timeout', () =>
        request.destroy(new Error(`no response from ${requested.host}`)),
      );
      request.once('error', reject);
      if (body !== undefined) request.setHeader('content-length', Buffer.byteLength(body));
      request.end(body);
    });
  };
}

/** The body as JSON; undefined where it is none. */
// biome-ignore lint/suspicious/noExplicitAny: a check reads whatever fields it expects
export function jsonOf({ bytes }: ProbeAnswer): any {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** The first value of a header; the empty text where it is absent. */
export function headerOf({ headers }: Pick<ProbeAnswer, 'headers'>, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
