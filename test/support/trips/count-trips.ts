import { setImmediate } from 'node:timers/promises';

/** Turns of the event loop after which all work without a request has ended. */
const IDLE_TURNS = 50;

/** Requests that were sent together, by their names. */
export type Round = readonly string[];

/** A peer whose answers all take the same time, without a clock. */
export interface CountedPeer {
  /** Sends a request in the next round; its name stands in the rounds. */
  send<T>(name: string, answer: () => Promise<T>): Promise<T>;
  /** The rounds of the counted work so far. */
  trips(): number;
  /** The rounds until the work has ended. */
  count<T>(
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly rounds: readonly Round[] }>;
}

/**
 * Makes a peer that answers in rounds. It waits until the caller can't go on without an answer, and
 * answers all requests of that moment together: this is one trip.
 */
export function createCountedPeer(): CountedPeer {
  const waiting: { readonly name: string; readonly release: () => void }[] = [];
  let rounds: Round[] | undefined;
  const idle = async (): Promise<void> => {
    for (let turn = 0; turn < IDLE_TURNS; turn += 1) await setImmediate();
  };
  return {
    send: async (name, answer) => {
      if (rounds) await new Promise<void>((resolve) => waiting.push({ name, release: resolve }));
      return answer();
    },
    trips: () => rounds?.length ?? 0,
    count: async (work) => {
      const counted: Round[] = [];
      rounds = counted;
      let hasEnded = false;
      const ended = work().finally(() => {
        hasEnded = true;
      });
      ended.catch(() => undefined);
      for (await idle(); !hasEnded || waiting.length > 0; await idle()) {
        const round = waiting.splice(0);
        if (round.length === 0 && !hasEnded) throw new Error('the work waits for no request');
        counted.push(round.map(({ name }) => name).sort());
        for (const { release } of round) release();
      }
      rounds = undefined;
      return { result: await ended, rounds: counted };
    },
  };
}
