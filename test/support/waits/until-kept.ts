import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../http/client.ts';

const TRIES = 100;
const PAUSE_MS = 100;

/**
 * Asks until the edge answers from its cache, and gives that answer; after 10 s the last one. The
 * local edge keeps no answer during whose making any project was purged, so the first answer may
 * not be kept while other tests run.
 */
export async function untilKept(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tried = 1; ; tried += 1) {
    const answer = await ask();
    const isHit = answer.headers.get('x-cache')?.startsWith('Hit') === true;
    if (isHit || tried === TRIES) return answer;
    await delay(PAUSE_MS);
  }
}
