/** What is known of a rendition that was claimed before. */
export interface EarlierClaim {
  readonly version: number;
  /** Null where no unit is counted for it. */
  readonly countedMonth: string | null;
}

/**
 * The month that a renewed claim is counted to without a new unit; undefined where it costs one.
 * Making all anew after an upgrade of the service costs nothing (quotas.transformations), nor does
 * a retry in the month of the first try.
 */
export function freeMonth(
  earlier: EarlierClaim,
  claim: { readonly version: number; readonly month: string },
): string | null | undefined {
  if (earlier.version !== claim.version) return earlier.countedMonth;
  return earlier.countedMonth === claim.month ? claim.month : undefined;
}
