/** The references of bench/encoders, and all that the programs of this folder write. */
export { REFERENCES } from '../encoders/folders.ts';
export const LADDER = '.build/encoders/auto-quality.tsv';
