import { ImageFileFault } from '../image-file.ts';
import type { JpegComponent, JpegFrame, JpegScan } from './read-jpeg-frame.ts';

const COEFFICIENTS = 64;
const NOTHING_SENT = -1;
const COMPLETE = 0;

/**
 * How far the scans of a JPEG have come: for each component, down to which bit each coefficient was
 * sent.
 */
export type ScanProgress = Map<JpegComponent, Int8Array>;

/** Before the first scan. */
export function noScanProgress({ components }: JpegFrame): ScanProgress {
  return new Map(
    components.map(
      (component) => [component, new Int8Array(COEFFICIENTS).fill(NOTHING_SENT)] as const,
    ),
  );
}

/** The components of which no scan came before. */
export function listNewComponents(progress: ScanProgress, scan: JpegScan): JpegComponent[] {
  return scan.components
    .map(({ component }) => component)
    .filter((component) => !progress.get(component)?.some((bit) => bit !== NOTHING_SENT));
}

/**
 * Takes note of a scan. A PictureFault where it sends again what an earlier one has sent (ITU-T
 * T.81, G.1.1.1: each bit of a coefficient comes once): decoders show the last, and the others
 * would carry whatever their author likes.
 */
export function noteScan(progress: ScanProgress, scan: JpegScan): void {
  const { firstCoefficient, lastCoefficient, highBit, lowBit } = scan.band;
  for (const { component } of scan.components) {
    const sent = progress.get(component);
    for (let at = firstCoefficient; sent && at <= lastCoefficient; at += 1) {
      const before = sent[at] ?? NOTHING_SENT;
      if (before !== NOTHING_SENT && (before === COMPLETE || before !== highBit)) {
        throw new ImageFileFault('A JPEG scan repeats data of an earlier scan.');
      }
      sent[at] = lowBit;
    }
  }
}
