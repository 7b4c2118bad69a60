/** Counts what held and prints what did not. */
export interface Tally {
  /** A check without faults has passed; the faults of one that failed are printed. */
  record(name: string, faults: readonly string[]): void;
  /** Adds counts of another tool. */
  add(passed: number, failed: number): void;
  passed(): number;
  failed(): number;
}

/** A tally that begins at nothing. */
export function createTally(print: (line: string) => void): Tally {
  let [passed, failed] = [0, 0];
  return {
    record(name, faults) {
      if (faults.length === 0) passed += 1;
      else failed += 1;
      for (const fault of faults) print(`FAILED ${name}: ${fault}`);
    },
    add(morePassed, moreFailed) {
      passed += morePassed;
      failed += moreFailed;
    },
    passed: () => passed,
    failed: () => failed,
  };
}
