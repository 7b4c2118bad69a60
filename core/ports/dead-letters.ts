/** Work that was given up after its attempts, or that keeps failing. */
export interface DeadLetter {
  readonly id: string;
  readonly queue: string;
  /** Since when; milliseconds of the Unix epoch. */
  readonly since: number;
  /** The message, as its queue holds it. */
  readonly body: string;
}

export interface DeadLetterQueue {
  readonly name: string;
  /** The approximate number of waiting messages. */
  readonly count: number;
  /** Whether the messages can be resent to an original queue. */
  readonly isResendable: boolean;
}

/** `kept`: it has no original queue, or must not be dropped. */
export type LetterOutcome = 'done' | 'not_found' | 'kept';

/** The outcome for each named letter. */
export type LetterOutcomes = ReadonlyMap<string, LetterOutcome>;

/** A port for work that is stopped until an operator has examined it. */
export interface DeadLetters {
  listQueues(): Promise<DeadLetterQueue[]>;
  /**
   * The letters of one queue or of all, oldest first as far as a queue knows. Listing changes
   * nothing.
   */
  list(queue: string | undefined, limit: number): Promise<DeadLetter[]>;
  find(id: string): Promise<DeadLetter | undefined>;
  /**
   * Sends them to their original queues, and deletes each one afterwards; an interrupted call may
   * leave a letter in both.
   */
  resend(ids: readonly string[]): Promise<LetterOutcomes>;
  drop(ids: readonly string[]): Promise<LetterOutcomes>;
}
