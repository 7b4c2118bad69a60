import type { Problem } from './generated/problem.ts';
import { ImagewellError } from './imagewell-error.ts';

/** The parts of a response that the client reads. */
export interface Reply {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: string;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'title' in value;
}

/** The message of a storage service or a proxy. */
function foreignWords({ status, text }: Reply): string {
  const [, message] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
  return `The response status was ${status}${message === undefined ? '' : `: ${message}`}.`;
}

/** The error for a response without success. */
export function problemOf(reply: Reply): ImagewellError {
  const body = parse(reply.text);
  const seconds = Number.parseInt(reply.header('Retry-After') ?? '', 10);
  const retryAfterSeconds = Number.isNaN(seconds) ? undefined : seconds;
  const { status } = reply;
  if (isProblem(body)) {
    const { code, title, detail } = body;
    const known = { code, status, detail: detail ?? title };
    return new ImagewellError({ ...known, problem: body, retryAfterSeconds });
  }
  const detail = foreignWords(reply);
  return new ImagewellError({ code: 'unexpected_answer', status, detail, retryAfterSeconds });
}

/** Returns a 2xx response, and throws an ImagewellError for any other. */
export function successful(reply: Reply): Reply {
  if (reply.status < 200 || reply.status > 299) throw problemOf(reply);
  return reply;
}

/** The body of a 2xx as JSON. */
export function answerOf<T>(reply: Reply): T {
  const body = parse(successful(reply).text);
  if (typeof body !== 'object' || body === null) throw problemOf(reply);
  return body as T;
}
