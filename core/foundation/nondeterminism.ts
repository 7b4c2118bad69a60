/** `count` bytes of a cryptographic source. */
export type RandomBytes = (count: number) => Uint8Array;

/** Milliseconds of the Unix epoch. */
export type Clock = () => number;
