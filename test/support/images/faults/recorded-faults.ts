import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Why a file that Chromium shows whole is refused here, or looks other than there. */
export const FAULT_REASONS = {
  arithmetic: 'Debian’s Chromium alone decodes arithmetic coding.',
  damaged: 'The pixels are damaged in Chromium.',
  'empty frame': 'A frame of a GIF has no pixels.',
  'full range': 'Chromium takes the range of a movie of AVIF for a limited one.',
  'header as pixels': 'Chromium shows bytes of the header as pixels.',
  'missing rows': 'The header states more rows than there are: Chromium adds grey ones.',
  repeated: 'A scan repeats the data of an earlier one, and could carry anything.',
  scaled: 'The stated size isn’t that of the pixels, and the decoder can’t scale.',
  'undefined BMP': 'Masks share bits, or a jump leaves the image: each decoder has other pixels.',
  'unfinished animation': 'The file is cut inside of a later frame, so frames are missing.',
} as const satisfies Readonly<Record<string, string>>;

/** The result of a file in Chromium, and here. */
export interface RecordedFault {
  readonly type: string;
  readonly name: string;
  readonly chromium: 'whole' | 'in part' | 'not';
  readonly here: 'in' | 'refused';
  /** A name of `FAULT_REASONS`, or nothing. */
  readonly reason: string;
}

const LINES = join(import.meta.dirname, 'recorded-faults.tsv');

/** The line of a file. */
export const faultLine = ({ type, name, chromium, here, reason }: RecordedFault) =>
  [type, name, chromium, here, reason].join('\t');

/** The recorded files, as their lines are. */
export function readRecordedFaults(): readonly RecordedFault[] {
  const lines = readFileSync(LINES, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [type = '', name = '', chromium = '', here = '', reason = ''] = line.split('\t');
    return { type, name, chromium, here, reason } as RecordedFault;
  });
}
