import type { FileHandle } from 'node:fs/promises';

const NEW_LINE = 10;
const CHUNK_BYTES = 65_536;
/** Most lines are shorter. */
const LINE_BYTES = 1_024;
/** No journal has a longer line: the file is something else. */
const MAX_LINE_BYTES = 1_000_000;

/** A line without its end, and the byte where it begins. */
export interface ScannedLine {
  readonly offset: number;
  readonly text: string;
}

/**
 * The whole lines of a file from a byte on, with one chunk in memory at a time. Returns the end of
 * the last whole line. Throws for a line of more than a megabyte.
 */
export async function* scanLines(
  file: FileHandle,
  from = 0,
  chunkBytes = CHUNK_BYTES,
): AsyncGenerator<ScannedLine, number, undefined> {
  const chunk = Buffer.alloc(chunkBytes);
  /** The begin of a line; joined at its end, so that a long one is copied once. */
  let held: Buffer[] = [];
  let [offset, position] = [from, from];
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return offset;
    let rest = Buffer.from(chunk.subarray(0, bytesRead));
    position += bytesRead;
    for (let end = rest.indexOf(NEW_LINE); end >= 0; end = rest.indexOf(NEW_LINE)) {
      const line = Buffer.concat([...held, rest.subarray(0, end)]);
      yield { offset, text: line.toString('utf8') };
      offset += line.length + 1;
      [held, rest] = [[], rest.subarray(end + 1)];
    }
    held.push(rest);
    if (position - offset > MAX_LINE_BYTES) {
      throw new Error(`a line is longer than ${MAX_LINE_BYTES}`);
    }
  }
}

/** The line that begins at a byte. */
export async function readLineAt(file: FileHandle, offset: number): Promise<string> {
  for await (const { text } of scanLines(file, offset, LINE_BYTES)) return text;
  return '';
}

/** Appends a line and resolves when it is written, with the byte where it begins. */
export type AppendLine = (text: string) => Promise<number>;

/**
 * Lines that wait together are written together, and synced before they resolve where `isSynced`. A
 * batch that is not written whole is removed, and each later line is refused with the same error.
 */
export function createAppender(
  file: FileHandle,
  size: number,
  { isSynced }: { readonly isSynced: boolean },
): AppendLine {
  let end = size;
  let failure: { readonly error: unknown } | undefined;
  let waiting: Buffer[] = [];
  let next: Promise<number> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function writeWaiting(): Promise<number> {
    const batch = Buffer.concat(waiting);
    [waiting, next] = [[], undefined];
    if (failure) throw failure.error;
    const begin = end;
    try {
      await file.appendFile(batch);
      if (isSynced) await file.datasync();
    } catch (error) {
      failure = { error };
      await file.truncate(begin).catch(() => undefined);
      throw error;
    }
    end = begin + batch.length;
    return begin;
  }

  return async (text) => {
    const before = waiting.reduce((sum, { length }) => sum + length, 0);
    waiting.push(Buffer.from(`${text}\n`));
    next ??= last.then(writeWaiting);
    last = next.catch(() => undefined);
    return (await next) + before;
  };
}
