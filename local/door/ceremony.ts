import type { SignInStore } from '../../adapters/sqlite/sign-in/sign-in-store.ts';

/** Milliseconds in which a device may answer. */
const CEREMONY_MS = 5 * 60_000;

/** The challenges of one ceremony of passkeys, a sign-in or a set-up. */
export interface Ceremony {
  /** Keeps a challenge that the browser is about to get. */
  offer(challenge: string): void;
  /** Takes the challenge that an answer names; false where the service didn't ask it. */
  take(challenge: string): boolean;
}

/** Opens a ceremony by its name; every challenge of it is for one answer. */
export function openCeremony(
  { challenges }: Pick<SignInStore, 'challenges'>,
  name: string,
  clock: () => number,
): Ceremony {
  return {
    offer(challenge) {
      const now = clock();
      challenges.put(name, challenge, now + CEREMONY_MS, now);
    },
    take: (challenge) => challenges.take(name, challenge, clock()),
  };
}
