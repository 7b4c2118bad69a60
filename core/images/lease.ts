/** Of whoever asks whether a lease holds: the time, and how long such leases are. */
interface LeaseView {
  readonly now: number;
  readonly leaseMs: number;
}

/**
 * The latest end that a lease can have, milliseconds of the Unix epoch. A later one is of a clock
 * that has stepped back since, and would hold as long as the step. Twice the length allows for
 * machines whose clocks differ.
 */
export function latestLeaseEnd({ now, leaseMs }: LeaseView): number {
  return now + 2 * leaseMs;
}

/** Whether a lease holds: its end is ahead, and no further than a lease can be. */
export function isLeaseHeld(leaseUntil: number, view: LeaseView): boolean {
  return view.now < leaseUntil && leaseUntil <= latestLeaseEnd(view);
}
