/** The reason and time of a project's suspension by the operator. */
export interface Suspension {
  /** Shown to the project's members, and to callers with one of its API keys. */
  readonly reason: string;
  /** Milliseconds of the Unix epoch. */
  readonly suspendedAt: number;
}
