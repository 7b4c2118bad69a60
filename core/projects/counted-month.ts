/** The facts of a rendition that was claimed before. */
export interface EarlierClaim {
  readonly version: number;
  /** Null if no unit is counted for it. */
  readonly countedMonth: string | null;
}

/**
 * The month that counts a renewed claim without a new unit; undefined if it costs one. Making all
 * again after an upgrade of the service costs nothing (quotas.transformations), nor does a retry in
 * the month of the first attempt.
 */
export function freeMonth(
  earlier: EarlierClaim,
  claim: { readonly version: number; readonly month: string },
): string | null | undefined {
  if (earlier.version !== claim.version) return earlier.countedMonth;
  return earlier.countedMonth === claim.month ? claim.month : undefined;
}
