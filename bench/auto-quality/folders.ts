/** The references of bench/encoders, and all that the programs of this folder write. */
export { REFERENCES } from '../encoders/folders.ts';
export const LADDER = '.build/encoders/auto-quality.tsv';
/** Encodes at predicted qualities, in the columns of the ladder. */
export const TESTED = '.build/encoders/auto-quality-tested.tsv';
