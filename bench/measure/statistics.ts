/** The middle value, the upper of two; NaN of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The arithmetic mean; NaN of none. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean of ratios: the nth root of their product; NaN of none. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(mean(values.map(Math.log)));
}

/** The median of the quotients of two costs that were measured round by round. */
export function medianRatio(costs: readonly number[], others: readonly number[]): number {
  return median(costs.map((cost, round) => cost / (others[round] ?? Number.NaN)));
}
