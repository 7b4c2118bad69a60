/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** A whole number from 0 up to, but not including, this one. */
  below(end: number): number;
  bytes(length: number): Buffer;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

/** A generator after mulberry32 (Tommy Ettinger, public domain). */
export function createRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (end: number) => next() % end;
  return {
    below,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
  };
}
