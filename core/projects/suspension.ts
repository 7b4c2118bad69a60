/** Why, and since when, the operator keeps a project closed. */
export interface Suspension {
  /** Told to who belongs to the project, and to who has one of its API keys. */
  readonly reason: string;
  /** Milliseconds of the Unix epoch. */
  readonly suspendedAt: number;
}
