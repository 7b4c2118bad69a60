function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}

// a longer name than any of ours isn't a slip of the finger, and would cost its square in time
const MAX_NAME_LENGTH = 40;

/** The nearest known name by Levenshtein distance, ignoring case; undefined if none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const ranked = known
    .map((candidate) => ({
      candidate,
      far: distance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best && best.far <= Math.max(2, best.candidate.length / 3) ? best.candidate : undefined;
}
