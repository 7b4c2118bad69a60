import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Connections are kept, as a CDN keeps them. */
const AGENT = new Agent({ keepAlive: true, maxSockets: 64 });

export interface Response {
  readonly status: number;
  readonly cache: string;
  readonly body: Buffer;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** A request by a connection that is kept. */
export async function ask(url: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { agent: AGENT, method, headers }, resolve);
    sent.once('error', reject);
    sent.end(body);
  });
  const result: Response = {
    status: answer.statusCode ?? 0,
    cache: String(answer.headers['x-cache'] ?? ''),
    body: await buffer(answer),
  };
  return result;
}

/** The body of a GET; throws unless it is answered 200. */
export async function get(url: string): Promise<Response> {
  const answer = await ask(url, { headers: { accept: 'image/avif,image/webp,image/*,*/*' } });
  if (answer.status === 200) return answer;
  throw new Error(`${url} was answered ${answer.status}: ${answer.body.subarray(0, 200)}`);
}
