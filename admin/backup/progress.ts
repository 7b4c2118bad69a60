const INTERVAL_MS = 1_000;

/** Tells the number of done items, at most once a second. */
export function createProgress(
  tell: (line: string) => void,
  words: string,
): (more: number) => void {
  let done = 0;
  let toldAt = performance.now();
  return (more) => {
    done += more;
    if (performance.now() - toldAt < INTERVAL_MS) return;
    toldAt = performance.now();
    tell(`${done} ${words}`);
  };
}
