/** A file with a fault, or in a rare form. */
export interface FaultyFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Shares of a file's bytes, in percent. */
const CUTS = [25, 50, 75, 95, 99];

/** The file cut at each of these shares. */
export function cutFiles(name: string, type: string, bytes: Uint8Array): FaultyFile[] {
  return CUTS.map((percent) => {
    const end = Math.floor((bytes.length * percent) / 100);
    return { name: `${name}: ${percent} % of it`, type, bytes: bytes.subarray(0, end) };
  });
}

/** The files of one type by their names. */
export function faultyFiles(
  type: string,
  files: Readonly<Record<string, Uint8Array>>,
): FaultyFile[] {
  return Object.entries(files).map(([name, bytes]) => ({ name, type, bytes }));
}

/** The bytes with others from a place on. */
export function withBytesAt(bytes: Uint8Array, at: number, ...others: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(others, at);
  return copy;
}

/** The bytes with others between two places. */
export const spliced = (bytes: Uint8Array, from: number, to: number, ...others: Uint8Array[]) =>
  Buffer.concat([bytes.subarray(0, from), ...others, bytes.subarray(to)]);
