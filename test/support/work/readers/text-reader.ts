/** A reader of a text that another program or user wrote. */
export interface TextReader {
  /** Of the longest text, in characters; for a file without a maximum a length to count with. */
  readonly most: number;
  /** Where that maximum is enforced, or why a file needs none. */
  readonly bound: string;
  /** The numbers whose product bounds the work. */
  readonly product: string;
  /** The maximum of work for each character; a reader never needs its square. */
  readonly workPerCharacter: number;
  /** The parts of hostile texts; a `#` is another number in each repetition. */
  readonly pieces: readonly string[];
  /** The whole text around the hostile part; left out: nothing. */
  readonly around?: (hostile: string) => string;
  /** Reads the text, whatever is wrong with it. */
  readonly read: (text: string) => unknown;
}

/** Makes a text of at most so many characters. */
type Make = (length: number) => string;

function repeat(piece: string, length: number): string {
  if (!piece.includes('#')) return piece.repeat(Math.floor(length / piece.length));
  const parts: string[] = [];
  for (let [at, size] = [0, 0]; ; at += 1) {
    const part = piece.replaceAll('#', at.toString(36));
    size += part.length;
    if (size > length) return parts.join('');
    parts.push(part);
  }
}

/** The hostile texts of a reader by their names: each piece alone, and then
 * as much of the next one. */
export function hostileTexts({ pieces, around = (text) => text }: TextReader): Map<string, Make> {
  const made = new Map<string, Make>();
  for (const [at, piece] of pieces.entries()) {
    const next = pieces[(at + 1) % pieces.length] ?? '';
    made.set(piece, (length) => around(repeat(piece, length)));
    made.set(`${piece}…${next}`, (length) =>
      around(repeat(piece, length / 2) + repeat(next, length / 2)),
    );
  }
  return made;
}
