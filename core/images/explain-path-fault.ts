/** The cure of a misspelt extension. Edge-safe: no syntax beyond the CloudFront runtime's. */
import { FORMAT_NAMES, FORMATS } from '../transform/formats.ts';
import type { ImagePathFault } from './image-url.ts';

/** Other formats, of which one letter differs from ours: no slip of the finger. */
const OTHER_FORMATS = /^(tif|jp2)$/;

/** Whether one letter is wrong, missing or too many, or two neighbours are swapped. */
function isSlip(sent: string, meant: string): boolean {
  let left = sent;
  let right = meant;
  while (left && left[0] === right[0]) {
    left = left.slice(1);
    right = right.slice(1);
  }
  while (left && left.slice(-1) === right.slice(-1)) {
    left = left.slice(0, -1);
    right = right.slice(0, -1);
  }
  const isSwapped = left.length === 2 && left === `${right[1]}${right[0]}`;
  return isSwapped || (left.length <= 1 && right.length <= 1);
}

/**
 * Names the extension that a misspelt one of a refused image path was likely meant to be; undefined
 * if none is near (delivery.extension).
 */
export function explainPathFault(path: string, fault: ImagePathFault): string | undefined {
  const parts = /\.([a-z0-9]{2,6})$/i.exec(path);
  if (fault !== 'unsupported_output_format' || !parts) return undefined;
  const sent = (parts[1] as string).toLowerCase();
  if (OTHER_FORMATS.test(sent)) return undefined;
  const extensions = FORMAT_NAMES.map((name) => FORMATS[name].extensions).join();
  const meant = `${extensions},auto`.split(',').filter((one) => isSlip(sent, one))[0];
  return meant && `No format has the extension .${sent}. Did you mean .${meant}?`;
}
