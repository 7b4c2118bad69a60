import type { SignInStore } from '../../adapters/sqlite/sign-in/sign-in-store.ts';

/** A user who came in, at a second of the Unix epoch. */
export interface Login {
  readonly accountId: string;
  readonly ts: number;
}

/** A sign-in of a subject, never before the moment from which its sign-ins count. */
export function loginOf(store: SignInStore, subject: string, now: number): Login {
  const ts = Math.floor(Math.max(now, store.readEnded(subject)) / 1000);
  return { accountId: subject, ts };
}
