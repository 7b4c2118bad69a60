import type { HttpAnswer } from './http-answer.ts';

/** How the edge came to an answer: of its cache, of the origin, or of its own function. */
export type EdgeResult = 'hit' | 'miss' | 'function';

/** An answer with the facts that the service logs and counts. */
export interface RoutedAnswer extends HttpAnswer {
  /** A template, never the path: a key may be part of that (security.no-key-in-clear). */
  readonly route: string;
  /** An image's ID and extension, where one was asked for. */
  readonly image?: string;
  /** How the edge came to it, where it did. */
  readonly cache?: EdgeResult;
  /** Called with the number of sent bytes, headers too, after they are sent. */
  onSent?(bytes: number): void;
}
