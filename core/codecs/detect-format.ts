import type { SentFormat } from '../transform/formats.ts';
import { detectBinaryFormat } from './detect-binary-format.ts';

/** Editors write comments and a document type before the element. */
const SVG_START_BYTES = 4_096;
const XML_START = /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE svg|(?:[\w-]{1,40}:)?svg[\s>/])/;
const SVG_ELEMENT = /<(?:[\w-]{1,40}:)?svg[\s>/]/;

/**
 * The format by the first bytes, even if it doesn't come in here, so that an error can name it;
 * undefined for others.
 */
export function detectFormat(bytes: Uint8Array): SentFormat | undefined {
  return detectBinaryFormat(bytes) ?? (isSvg(bytes) ? 'svg' : undefined);
}

/** XML with an `svg` element near its start. */
function isSvg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x3c && bytes[0] !== 0xef && (bytes[0] ?? 0x3c) > 0x20) return false;
  const start = Buffer.from(bytes.subarray(0, SVG_START_BYTES)).toString('latin1');
  return XML_START.test(start) && SVG_ELEMENT.test(start);
}
