import type { Phase } from '../../foundation/timings.ts';
import type { KnownDelivery } from './delivery.ts';

/** A delivery as far as the process that began it came. It is data, and may cross to another. */
export interface BegunDelivery {
  readonly known: KnownDelivery;
  /** The time of each phase so far, in milliseconds. */
  readonly phases: ReadonlyMap<Phase, number>;
}

/**
 * Where a request may move to another process, which then continues its delivery and doesn't begin
 * it again (docs/decisions/0122).
 */
export interface DeliveryRelay {
  /** The delivery as another process left it; undefined where this one begins it. */
  begun(): BegunDelivery | undefined;
  /** Takes what another process needs, before anything is opened, claimed or made. */
  note(begun: BegunDelivery): void;
}
