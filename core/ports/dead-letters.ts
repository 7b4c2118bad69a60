/** What was given up on after its tries, or goes on failing. */
export interface DeadLetter {
  readonly id: string;
  readonly queue: string;
  /** Since when; milliseconds of the Unix epoch. */
  readonly since: number;
  /** What it asks for, as its queue has it. */
  readonly body: string;
}

export interface DeadLetterQueue {
  readonly name: string;
  /** About how many wait in it. */
  readonly count: number;
  /** Whether there is something to send them to again. */
  readonly isResendable: boolean;
}

/** `kept`: it has nowhere to be sent to, or must not be dropped. */
export type LetterOutcome = 'done' | 'not_found' | 'kept';

/** What came of each that was named. */
export type LetterOutcomes = ReadonlyMap<string, LetterOutcome>;

/**
 * What nobody works on any more until somebody has looked at it; a port, with its adapters in
 * adapters/dead-letters.
 */
export interface DeadLetters {
  listQueues(): Promise<DeadLetterQueue[]>;
  /** Of one queue or of all, oldest first as far as a queue tells. Looking changes nothing. */
  list(queue: string | undefined, limit: number): Promise<DeadLetter[]>;
  find(id: string): Promise<DeadLetter | undefined>;
  /**
   * Hands them to those who gave up on them, and takes each out once it is there: where that is cut
   * off it may be in both.
   */
  resend(ids: readonly string[]): Promise<LetterOutcomes>;
  drop(ids: readonly string[]): Promise<LetterOutcomes>;
}
