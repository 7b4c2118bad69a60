import { ImageFileFault } from '../image-file.ts';
import type { JpegComponent, JpegFrame, JpegScan } from './read-jpeg-frame.ts';

const COEFFICIENTS = 64;
const NOTHING_SENT = -1;
const COMPLETE = 0;

/**
 * The progress of a JPEG's scans: the lowest bit that was sent of each coefficient of each
 * component.
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

/** Whether every bit of every coefficient was sent: no later scan could add to the image. */
export function isAllSent(progress: ScanProgress): boolean {
  return [...progress.values()].every((sent) => sent.every((bit) => bit === COMPLETE));
}

/** The components without an earlier scan. */
export function listNewComponents(progress: ScanProgress, scan: JpegScan): JpegComponent[] {
  return scan.components
    .map(({ component }) => component)
    .filter((component) => !progress.get(component)?.some((bit) => bit !== NOTHING_SENT));
}

/**
 * Records a scan. An ImageFileFault if it repeats bits of an earlier one (ITU-T T.81, G.1.1.1: each
 * bit of a coefficient comes once). Decoders show the last, and the others could carry arbitrary
 * data.
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
