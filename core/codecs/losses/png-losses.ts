import { FIRST_CHUNK, isCutChunk, readPngChunk } from '../png/read-png-chunk.ts';
import { checkPartCount, hasTextAt, readUint32Be } from '../read-bytes.ts';
import { collectExif, collectXmp, type Losses } from './metadata-losses.ts';

export const XMP = 'XML:com.adobe.xmp\0';
/** How ImageMagick writes what PNG had no chunk for. */
const RAW_PROFILE = 'Raw profile type ';
const NO_BYTES = new Uint8Array(0);
const RAW_PROFILES = { exif: 'exif', APP1: 'exif', iptc: 'iptc', xmp: 'xmp' } as const;

/** The packet behind two flags, a language and a translated keyword; none if it is compressed. */
function packetOf(data: Uint8Array): Uint8Array {
  const isCompressed = data[XMP.length] !== 0;
  const languageEnd = data.indexOf(0, XMP.length + 2);
  const start = data.indexOf(0, languageEnd + 1) + 1;
  return isCompressed || languageEnd < 0 || start === 0 ? NO_BYTES : data.subarray(start);
}

function collectText(data: Uint8Array, losses: Losses): void {
  if (hasTextAt(data, 0, XMP)) {
    collectXmp(packetOf(data), losses);
    return;
  }
  const raw = Object.entries(RAW_PROFILES).find(([name]) =>
    hasTextAt(data, 0, `${RAW_PROFILE}${name}\0`),
  );
  losses.add(raw ? raw[1] : 'comments');
}

/** The parts of a PNG, chunk by chunk, behind its pixels too. */
export function collectPngLosses(bytes: Uint8Array, losses: Losses): void {
  let at = FIRST_CHUNK;
  for (let parts = 1; !isCutChunk(bytes, at); parts += 1) {
    checkPartCount(parts);
    const { type, dataStart, dataEnd, end } = readPngChunk(bytes, at);
    if (type === 'IEND') return;
    const data = bytes.subarray(dataStart, dataEnd);
    if (type === 'acTL' && data.length >= 4 && readUint32Be(data, 0) > 1) losses.add('animation');
    if (type === 'eXIf') collectExif(data, losses);
    if (type === 'tEXt' || type === 'zTXt' || type === 'iTXt') collectText(data, losses);
    at = end;
  }
}
