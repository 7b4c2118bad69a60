import type { SentFormat } from '../transform/formats.ts';
import { detectBinaryFormat } from './detect-binary-format.ts';
import { isSvg } from './svg/decode-svg.ts';

/**
 * The format by the first bytes, even if it doesn't come in here, so that an error can name it;
 * undefined for others.
 */
export function detectFormat(bytes: Uint8Array): SentFormat | undefined {
  return detectBinaryFormat(bytes) ?? (isSvg(bytes) ? 'svg' : undefined);
}
