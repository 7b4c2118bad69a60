import type { Outcome } from './oracle/check-image.ts';

/** Images from a line to the next. */
const STEP = 100;

/** Prints a line with counts after every hundred outcomes, and after the last. */
export function createProgress(
  total: number,
  print: (line: string) => void,
  now: () => number = Date.now,
): (outcome: Outcome) => void {
  const start = now();
  const counts = { same: 0, differ: 0, refused: 0, 'without an answer': 0 };
  let done = 0;
  return ({ findings, refused }) => {
    done += 1;
    if (findings.some(({ what }) => what === 'no answer')) counts['without an answer'] += 1;
    else if (refused) counts.refused += 1;
    else if (findings.length > 0) counts.differ += 1;
    else counts.same += 1;
    if (done % STEP !== 0 && done !== total) return;
    const all = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
    const seconds = (now() - start) / 1000;
    const left = Math.round(((total - done) * seconds) / done);
    print(`${done} of ${total}: ${all.join(', ')}; ${Math.round(seconds)} s, about ${left} s left`);
  };
}
