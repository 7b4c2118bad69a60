import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The host to connect to; without it the one of the address. */
  readonly host?: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  readonly json: any;
  readonly text: string;
}

/** Sends a request as it is: fetch would set Host and Sec-Fetch-Site automatically. */
export function sendRaw(
  baseUrl: string,
  path: string,
  { method = 'GET', headers = {}, host }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const options = { host: host ?? hostname, port, path, method, headers, agent: false };
  return new Promise((done, fail) => {
    const request = httpRequest(options, async (response) => {
      const body = await text(response);
      const isJson = response.headers['content-type']?.includes('json');
      const json = isJson && body ? JSON.parse(body) : undefined;
      done({ status: response.statusCode ?? 0, headers: response.headers, json, text: body });
    });
    request.once('error', fail);
    request.end(method === 'POST' ? '{}' : undefined);
  });
}
