/** Milliseconds of the Unix epoch. */
export type Clock = () => number;
