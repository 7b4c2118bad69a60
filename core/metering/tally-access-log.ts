import type { AnyImageId } from '../images/ids.ts';
import { createReadLine, type LoggedAnswer, readFieldsLine } from './access-log-format.ts';
import { type DayTraffic, monthOfDay } from './usage-days.ts';

/** Logs are kept for a week, and a message of one at most two weeks among the dead letters. */
export const COUNTED_PART_LIFE_MS = 30 * 24 * 3_600_000;

/** Addresses have 8,192 bytes at CloudFront, three of them may be in a line, each byte as three. */
const MAX_LINE_LENGTH = 100_000;

/**
 * The lines of a text, without their ends. One that is longer than any line of a log comes as the
 * empty one: nothing is held for it.
 */
export async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  for await (const chunk of bytes) {
    // only the new text is split, so that a long line is read once
    const lines = decoder.decode(chunk, { stream: true }).split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      yield isTooLong ? '' : rest + line;
      [rest, isTooLong] = ['', false];
    }
    rest += last;
    if (rest.length > MAX_LINE_LENGTH) isTooLong = true;
    if (isTooLong) rest = '';
  }
  rest += decoder.decode();
  if (isTooLong) yield '';
  else if (rest !== '') yield rest;
}

/** The usage of one image in one month, from a part of a log. */
export interface ImageMonthTraffic {
  readonly id: AnyImageId;
  readonly month: string;
  bytes: number;
  requests: number;
  /** The same by UTC day. */
  readonly days: Map<string, DayTraffic>;
}

/** The usage in a part of a log. */
export interface Tally {
  readonly images: readonly ImageMonthTraffic[];
  readonly lines: number;
  readonly malformed: number;
  /** Of responses to other addresses than images'. */
  readonly otherBytes: number;
}

/** So that a file of any size needs the same memory. */
const MAX_PART_LINES = 100_000;

function newTally() {
  return {
    byImage: new Map<string, ImageMonthTraffic>(),
    lines: 0,
    malformed: 0,
    otherBytes: 0,
  };
}

function partOf({ byImage, ...counts }: ReturnType<typeof newTally>): Tally {
  return { ...counts, images: [...byImage.values()] };
}

function addTraffic(
  byImage: Map<string, ImageMonthTraffic>,
  id: AnyImageId,
  { day, bytes }: LoggedAnswer,
): void {
  const month = monthOfDay(day);
  const key = `${id} ${month}`;
  const known = byImage.get(key) ?? { id, month, bytes: 0, requests: 0, days: new Map() };
  known.bytes += bytes;
  known.requests += 1;
  const ofDay = known.days.get(day) ?? { bytes: 0, requests: 0 };
  known.days.set(day, { bytes: ofDay.bytes + bytes, requests: ofDay.requests + 1 });
  byImage.set(key, known);
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
    else addTraffic(tally.byImage, answer.id, answer);
    if (tally.lines < maxLines) continue;
    yield partOf(tally);
    tally = newTally();
  }
  if (tally.lines > 0) yield partOf(tally);
}
