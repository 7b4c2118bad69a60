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

/** The middle of values, such as those of rounds, with the least and the most of them. */
export function spreadOf(values: readonly number[], middleOf = median) {
  return { seen: middleOf(values), spread: [Math.min(...values), Math.max(...values)] as const };
}

/** The quotients of two costs that were measured round by round. */
export function quotients(costs: readonly number[], others: readonly number[]): number[] {
  return costs.map((cost, round) => cost / (others[round] ?? Number.NaN));
}

/** The differences of two costs that were measured round by round. */
export function differences(costs: readonly number[], others: readonly number[]): number[] {
  return costs.map((cost, round) => cost - (others[round] ?? Number.NaN));
}

/** The middle quotient of two costs, with the least and the most. */
export function ratioOf(costs: readonly number[], others: readonly number[]) {
  return spreadOf(quotients(costs, others));
}

/** The geometric mean of several works in each round. */
export function meanOfWorks(works: readonly (readonly number[])[]): number[] {
  const [first = []] = works;
  return first.map((_, round) => geometricMean(works.map((work) => work[round] ?? Number.NaN)));
}
