/**
 * A counter of an account, with the part of it that each of its projects has under the project's
 * id.
 */
export interface SharedCount {
  readonly counter: string;
  readonly projectId: string;
}
