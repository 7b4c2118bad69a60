const INTERVAL_MS = 1_000;

/** Tells the number of done items, at most once a second. */
export function createProgress(
  tell: (line: string) => void,
  words: string,
): (more: number) => void {
  let done = 0;
  let reportedAt = performance.now();
  return (more) => {
    done += more;
    if (performance.now() - reportedAt < INTERVAL_MS) return;
    reportedAt = performance.now();
    tell(`${done} ${words}`);
  };
}
