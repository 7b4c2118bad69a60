/** Debian's packages, unpacked by collect.sh, and all that the programs of this folder write. */
export const PACKAGES = '.build/encoders/packages';
export const REFERENCES = '.build/encoders/references';
export const LADDER = '.build/encoders/ladder.tsv';
export const METRIC = '.build/encoders/metric/release/metric';
