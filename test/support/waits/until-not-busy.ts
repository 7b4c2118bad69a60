import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../../core/foundation/service-error.ts';

/** More than a machine with other work on both cores was seen to need, by far. */
const TRIES = 100;
const PAUSE_MS = 300;
/** An image whose renditions timed out is tried again after 15 s, then 30 s. */
const MAX_PAUSE_MS = 31_000;

interface AnyAnswer {
  readonly status: number;
  readonly json?: { readonly code?: unknown } | undefined;
  readonly body?: unknown;
  readonly headers?: unknown;
}

function pauseAfter({ headers }: AnyAnswer): number {
  const seconds = headers instanceof Headers ? Number(headers.get('Retry-After')) : 0;
  // the usual one second is for clients; a test needn't wait for it
  return seconds > 1 ? Math.min(seconds * 1000, MAX_PAUSE_MS) : PAUSE_MS;
}

function isBusyAnswer({ status, json, body }: AnyAnswer): boolean {
  if (status !== 503) return false;
  return json?.code === 'busy' || (body instanceof Buffer && body.includes('"code":"busy"'));
}

/**
 * Asks again while the answer is `503 busy`, as the contract lets a caller do; gives the last
 * answer after 100 tries.
 */
export async function untilNotBusy<Answer extends AnyAnswer>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    const answer = await ask();
    if (!isBusyAnswer(answer) || tried === TRIES) return answer;
    await delay(pauseAfter(answer));
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'busy';
}

/**
 * A store whose methods are called again while they throw `busy`, as their callers would be; other
 * errors pass.
 */
export function withPatience<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        for (let tried = 1; ; tried += 1) {
          try {
            return await method.apply(target, args);
          } catch (error) {
            if (!isBusy(error) || tried === TRIES) throw error;
            await delay(PAUSE_MS);
          }
        }
      };
    },
  });
}
