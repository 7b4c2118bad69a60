import { request } from 'node:https';

export interface Got {
  readonly status: number;
  readonly type: string;
  readonly location: string;
  readonly body: Buffer;
}

/** Asks by https, where the certificate must be of `ca`; `host` is the name that a user typed. */
export function askByTls(
  { url, ca, host }: { readonly url: string; readonly ca: string; readonly host?: string },
  headers: Record<string, string> = {},
  body?: string | Uint8Array,
): Promise<Got> {
  return new Promise((done, fail) => {
    const method = body === undefined ? 'GET' : 'POST';
    const named = { ...(host === undefined ? {} : { Host: host }), ...headers };
    const asked = request(url, { ca, method, headers: named }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          location: response.headers.location ?? '',
          body: Buffer.concat(chunks),
        }),
      );
    });
    asked.on('error', fail);
    asked.end(body);
  });
}
