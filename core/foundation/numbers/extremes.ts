/** The largest of the numbers, however many: a spread of many overflows the stack. */
export function largest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}

/** The smallest of the numbers, however many. */
export function smallest(numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let found = most;
  for (const number of numbers) found = Math.min(found, number);
  return found;
}
