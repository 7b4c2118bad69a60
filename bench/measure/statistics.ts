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

function quotients(costs: readonly number[], others: readonly number[]): number[] {
  return costs.map((cost, round) => cost / (others[round] ?? Number.NaN));
}

/** The median of the quotients of two costs that were measured round by round. */
export function medianRatio(costs: readonly number[], others: readonly number[]): number {
  return median(quotients(costs, others));
}

/** The same, with the least and the most of the quotients. */
export function ratioOf(costs: readonly number[], others: readonly number[]) {
  const all = quotients(costs, others);
  return { seen: median(all), spread: [Math.min(...all), Math.max(...all)] as const };
}
