import { vi } from 'vitest';

export interface Asked {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A service with a given answer for each call; it records the requests and the waits. */
export function stubService(...answers: (Response | Error | (() => Response))[]) {
  const requested: Asked[] = [];
  const waits: number[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    const { method = 'GET', headers, body } = init;
    requested.push({ url, method, headers: new Headers(headers), body });
    const answer = answers[requested.length - 1];
    if (answer === undefined) throw new Error(`call ${requested.length} was not expected: ${url}`);
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer() : answer;
  });
  // Vitest keeps the kind of timers that it finds at its first question, for all files of a process
  vi.isFakeTimers();
  vi.stubGlobal('setTimeout', (then: () => void, milliseconds: number) => {
    waits.push(milliseconds);
    queueMicrotask(then);
  });
  return { requested, waits };
}

/** An answer of 200 with a JSON body. */
export const ok = (body: object) => Response.json(body);

/** A problem as the service writes it. */
export function problem(
  status: number,
  code: string,
  members: object = {},
  headers: Record<string, string> = {},
): Response {
  const body = { type: `urn:${code}`, title: code, status, code, requestId: 'r-1', ...members };
  return Response.json(body, {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
}

/** The error that fetch throws without a response. */
export const noAnswer = () => new TypeError('fetch failed');
