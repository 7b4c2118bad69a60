import type { PeerName } from '../peers/peer.ts';
import type { Setting } from '../setting/setting.ts';

/** Units of figures; a ratio has none. */
export type Unit = '' | 'ms' | 'µs' | 'bytes' | 'MiB' | 'MB' | '/s' | 's';

/** A figure of a row, and its bound. */
export interface Goal {
  readonly what: string;
  readonly unit: Unit;
  /** A figure without a bound stands beside the others, to be compared. */
  readonly must?: { readonly atMost: number } | { readonly atLeast: number };
  /**
   * Set for a ratio of CPU times or a count, which holds on a busy machine too. CI measures it, and
   * fails where it is worse than its bound by 15 %.
   */
  readonly isStable?: true;
}

/** A figure, and the costs that it was computed from. */
export interface Measured {
  readonly seen: number;
  /** The least and the most of the rounds. */
  readonly spread?: readonly [number, number];
  /** The unit of the costs beside it. */
  readonly unit?: Unit;
  /** The floor is sharp in process with the same settings, or the one that the title names. */
  readonly beside?: Readonly<Partial<Record<'ours' | 'floor' | PeerName, number>>>;
}

/** A figure, or the reason why it can't be measured here, or has failed. */
export type Seen = Measured | { readonly reason: string; readonly isFailure?: true };

/** Characters; the answer of a service can be long. */
const MAX_REASON = 120;

/** The reason of a figure that has failed. */
export function failed(error: unknown): Seen {
  const message = String(error instanceof Error ? error.message : error);
  return { reason: `it failed: ${message.slice(0, MAX_REASON)}`, isFailure: true };
}

/** A row of the table of performance. */
export interface Row {
  readonly title: string;
  readonly goals: Readonly<Record<string, Goal>>;
  measure(setting: Setting): Promise<Readonly<Record<string, Seen>>>;
}

/** A row whose figures are complete: one for each goal. */
export function row<Key extends string>(definition: {
  readonly title: string;
  readonly goals: Readonly<Record<Key, Goal>>;
  readonly measure: (setting: Setting) => Promise<Readonly<Record<Key, Seen>>>;
}): Row {
  return definition;
}

/** The reason of a figure over a peer that isn't here, with the last figure and its date. */
export function notInstalled(name: PeerName, last?: string): Seen {
  const seen = last === undefined ? '' : `; the last figure was ${last}`;
  return { reason: `${name} is not installed${seen}` };
}
