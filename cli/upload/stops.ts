import { CommandError } from '../command-error.ts';
import type { Outcome as ExitOutcome } from '../exit-codes.ts';
import type { Stops } from './upload-files.ts';

/** A save in progress is worth this wait: its answer is the only place of the address. */
const PATIENCE_MS = 5_000;
const SIGNALS = { SIGINT: 'interrupted', SIGTERM: 'terminated' } as const satisfies Readonly<
  Record<string, ExitOutcome>
>;

/** The cause of an end before the last file. */
export type StopReason =
  | { readonly kind: 'signal'; readonly outcome: ExitOutcome }
  | { readonly kind: 'failure'; readonly thrown: unknown };

export interface Stopper {
  readonly stops: Stops;
  /** Begins no further file; the files in progress end as they may. */
  stopFor(thrown: unknown): void;
  reason(): StopReason | undefined;
  /** The error of a command that a signal ended; undefined if none did. */
  interruption(): CommandError | undefined;
  /** Leaves the signals to others again. */
  release(): void;
}

/**
 * Stops for SIGINT and SIGTERM: the bytes in progress are dropped, the saves in progress end. A
 * second signal drops them too.
 */
export function createStopper(): Stopper {
  const [beginning, sending, saving] = [
    new AbortController(),
    new AbortController(),
    new AbortController(),
  ];
  let why: StopReason | undefined;
  const cutOff = new CommandError('interrupted', 'Interrupted.');

  function onSignal(name: keyof typeof SIGNALS): void {
    if (sending.signal.aborted) saving.abort(cutOff);
    why = { kind: 'signal', outcome: SIGNALS[name] };
    beginning.abort(cutOff);
    sending.abort(cutOff);
    setTimeout(() => saving.abort(cutOff), PATIENCE_MS).unref();
  }
  const names = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  for (const name of names) process.on(name, onSignal);
  return {
    stops: { beginning: beginning.signal, sending: sending.signal, saving: saving.signal },
    stopFor: (thrown) => {
      why ??= { kind: 'failure', thrown };
      beginning.abort(cutOff);
    },
    reason: () => why,
    interruption: () =>
      why?.kind === 'signal' ? new CommandError(why.outcome, 'Interrupted.') : undefined,
    release: () => {
      for (const name of names) process.off(name, onSignal);
    },
  };
}
