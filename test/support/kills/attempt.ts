import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../http/client.ts';
import { type Entry, note } from './journal.ts';

export type Act = Pick<Entry, 'client' | 'subject' | 'id' | 'step'>;

interface Way {
  readonly journal: string;
  readonly send: () => Promise<Pick<Answer, 'status' | 'json'>>;
  /** Only this status is an acknowledgement. */
  readonly expected?: number;
  /** Whether the request may be sent again after a lost answer. */
  readonly mayRepeat: boolean;
  /** The id of the thing that was made, where the answer has it. */
  readonly idOf?: (json: Answer['json']) => string;
}

const BUSY_PAUSE_MS = 50;
/** Sixteen clients that ask more often would take the time of a service that starts. */
const AWAY_PAUSE_MS = 100;

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return cause?.code ?? code ?? 'cut';
}

/**
 * Makes one request, noted before and after; while the service is away or busy it reconnects.
 * Undefined where the answer was lost or a refusal.
 */
export async function attempt(act: Act, way: Way): Promise<Answer['json'] | undefined> {
  const { journal, send, expected = 200, mayRepeat, idOf } = way;
  note(journal, { ...act, phase: 'intent' });
  for (;;) {
    try {
      const { status, json } = await send();
      if (status === expected) {
        note(journal, { ...act, id: idOf?.(json) ?? act.id, phase: 'done' });
        return json ?? {};
      }
      note(journal, { ...act, phase: 'refused', status, code: json?.code });
      if (status !== 503) return undefined;
      await sleep(BUSY_PAUSE_MS);
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'ECONNREFUSED') note(journal, { ...act, phase: 'cut', code });
      if (code !== 'ECONNREFUSED' && !mayRepeat) return undefined;
      await sleep(AWAY_PAUSE_MS);
    }
  }
}
