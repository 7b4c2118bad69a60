import type { AnyImageId } from '../images/ids.ts';
import { createReadLine, readFieldsLine } from './access-log-format.ts';
import { splitLines } from './split-lines.ts';

/** The usage of one image in one month, from a part of a log. */
export interface PictureTraffic {
  readonly id: AnyImageId;
  readonly month: string;
  bytes: number;
  requests: number;
}

/** The usage in a part of a log. */
export interface Tally {
  readonly pictures: Iterable<PictureTraffic>;
  readonly lines: number;
  readonly malformed: number;
  /** Of responses to other addresses than images'. */
  readonly otherBytes: number;
}

/** So that a file of any size needs the same memory. */
const MAX_PART_LINES = 100_000;

function newTally() {
  return {
    byPicture: new Map<string, PictureTraffic>(),
    lines: 0,
    malformed: 0,
    otherBytes: 0,
  };
}

function partOf({ byPicture, ...counts }: ReturnType<typeof newTally>): Tally {
  return { ...counts, pictures: byPicture.values() };
}

function addTraffic(
  byPicture: Map<string, PictureTraffic>,
  { id, month, bytes }: Omit<PictureTraffic, 'requests'>,
): void {
  const key = `${id} ${month}`;
  const known = byPicture.get(key) ?? { id, month, bytes: 0, requests: 0 };
  known.bytes += bytes;
  known.requests += 1;
  byPicture.set(key, known);
}

/**
 * Adds up a log in parts, which are the same whenever the same file is read. A malformed line is
 * counted and skipped.
 */
export async function* tallyAccessLog(
  bytes: AsyncIterable<Uint8Array>,
  maxLines = MAX_PART_LINES,
): AsyncGenerator<Tally> {
  let readLine = createReadLine();
  let tally = newTally();
  for await (const line of splitLines(bytes)) {
    readLine = readFieldsLine(line) ?? readLine;
    if (line.startsWith('#')) continue;
    tally.lines += 1;
    const answer = readLine(line);
    if (!answer) tally.malformed += 1;
    else if (answer.id === undefined) tally.otherBytes += answer.bytes;
    else addTraffic(tally.byPicture, { ...answer, id: answer.id });
    if (tally.lines < maxLines) continue;
    yield partOf(tally);
    tally = newTally();
  }
  if (tally.lines > 0) yield partOf(tally);
}
