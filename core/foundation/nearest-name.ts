/** Edge-safe: no syntax beyond the CloudFront runtime's. */

// a longer name than any of ours isn't a slip of the finger, and would cost its square in time
const MAX_NAME_LENGTH = 40;

function distance(a: string, b: string): number {
  let previous: number[] = [];
  for (let j = 0; j <= b.length; j += 1) previous.push(j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] as number) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] as number) + 1, (row[j - 1] as number) + 1));
    }
    previous = row;
  }
  return previous[b.length] as number;
}

/** The nearest known name by Levenshtein distance, ignoring case; undefined if none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const sent = name.toLowerCase();
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  known.forEach((one) => {
    const bound = Math.max(2, one.length / 3);
    // the difference of the lengths is the least that the distance can be
    if (Math.abs(sent.length - one.length) > Math.min(bound, least)) return;
    const far = distance(sent, one.toLowerCase());
    // a distance of its whole length leaves no letter of it
    if (far > bound || far >= least || far >= sent.length) return;
    nearest = one;
    least = far;
  });
  return nearest;
}
