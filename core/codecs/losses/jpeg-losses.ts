import { ISO_GAIN_MAP, MPF_TEXT } from '../gain-map/gain-map.ts';
import { listMpfImages } from '../gain-map/mpf-images.ts';
import { isXmpList } from '../gain-map/xmp-numbers.ts';
import { XMP_TEXT } from '../jpeg/jpeg-application-data.ts';
import { JPEG_MARKER, type JpegSegment } from '../jpeg/jpeg-segment.ts';
import { payloadOf, visitSegments } from '../jpeg/visit-segments.ts';
import { hasTextAt, readUint16Be, readUint32Be } from '../read-bytes.ts';
import { collectExif, collectXmp, hasGainMapName, type Losses } from './metadata-losses.ts';

const COMMENT = 0xfe;
const APP13 = 0xed;
const EXIF = 'Exif\0\0';
const MORE_XMP = 'http://ns.adobe.com/xmp/extension/\0';
const PHOTOSHOP = 'Photoshop 3.0\0';
const IPTC_RESOURCE = 0x0404;
const NO_BYTES = new Uint8Array(0);

/** Whether one of the images behind the first is a gain map. */
function hasGainMapBehind(bytes: Uint8Array, segment: JpegSegment): boolean {
  return listMpfImages(bytes, segment.start + MPF_TEXT.length, segment.end).some((start) => {
    let isGainMap = false;
    visitSegments(bytes, start, (one) => {
      const packet = payloadOf(bytes, one, XMP_TEXT);
      const isMarked = payloadOf(bytes, one, ISO_GAIN_MAP) !== undefined;
      isGainMap ||= isMarked || (packet !== undefined && hasGainMapName(packet));
    });
    return isGainMap;
  });
}

/** The IPTC among Photoshop's resources, each a block with its number, name and size. */
function findIptc(resources: Uint8Array): Uint8Array | undefined {
  let at = 0;
  while (at + 12 <= resources.length && hasTextAt(resources, at, '8BIM')) {
    const isIptc = readUint16Be(resources, at + 4) === IPTC_RESOURCE;
    const nameBytes = (resources[at + 6] ?? 0) + 1;
    const sizeAt = at + 6 + nameBytes + (nameBytes % 2);
    if (sizeAt + 4 > resources.length) return isIptc ? NO_BYTES : undefined;
    const size = readUint32Be(resources, sizeAt);
    if (isIptc) return resources.subarray(sizeAt + 4, sizeAt + 4 + size);
    at = sizeAt + 4 + size + (size % 2);
  }
  return undefined;
}

function collectSegment(bytes: Uint8Array, segment: JpegSegment, losses: Losses): void {
  const payload = (text: string) => payloadOf(bytes, segment, text);
  if (segment.marker === COMMENT) losses.add('comments');
  if (segment.marker === JPEG_MARKER.APP1) {
    const [exif, xmp] = [payload(EXIF), payload(XMP_TEXT)];
    if (exif) collectExif(exif, losses);
    const isOurs = xmp !== undefined && isXmpList(bytes.subarray(segment.start, segment.end));
    if (!isOurs && (xmp ?? payload(MORE_XMP))) collectXmp(xmp ?? NO_BYTES, losses);
  }
  if (segment.marker === JPEG_MARKER.APP2) {
    const isMarked = payload(ISO_GAIN_MAP) !== undefined;
    if (isMarked || (payload(MPF_TEXT) && hasGainMapBehind(bytes, segment))) losses.add('gainMap');
  }
  const resources = segment.marker === APP13 ? payload(PHOTOSHOP) : undefined;
  const iptc = resources && findIptc(resources);
  if (iptc) {
    losses.add('iptc');
    losses.keepBlock('iptc', iptc);
  }
}

/** The parts of a JPEG before its first scan, and a gain map behind its end. */
export function collectJpegLosses(bytes: Uint8Array, losses: Losses): void {
  visitSegments(bytes, 0, (segment) => collectSegment(bytes, segment, losses));
}
