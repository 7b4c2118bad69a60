import { FULL_BOX_BYTES, listMediaBoxes, type MediaBox, theBox } from '../boxes/read-box.ts';
import { type MediaItem, readMediaItems } from '../boxes/read-items.ts';
import { type MediaProperty, readProperties } from '../boxes/read-properties.ts';
import { readUint32Be } from '../read-bytes.ts';
import { joinBytes } from '../write-bytes.ts';
import { collectExif, collectXmp, includesText, type Losses } from './metadata-losses.ts';

const SAMPLE_COUNT_AT = FULL_BOX_BYTES + 4;
/** The offset of the TIFF block, behind itself (ISO/IEC 23008-12, A.2.1). */
const EXIF_OFFSET_BYTES = 4;
/** Apple's name of an auxiliary image, and the item of ISO 21496-1. */
const APPLE_GAIN_MAP = 'hdrgainmap';
const ISO_GAIN_MAP = 'tmap';

const childrenOf = (bytes: Uint8Array, { start, end }: MediaBox) =>
  listMediaBoxes(bytes, start, end);

function hasManyFrames(bytes: Uint8Array, movie: MediaBox): boolean {
  return childrenOf(bytes, movie).some((track) => {
    if (track.type !== 'trak') return false;
    let inner = childrenOf(bytes, track);
    for (const type of ['mdia', 'minf', 'stbl']) inner = childrenOf(bytes, theBox(inner, type));
    return readUint32Be(bytes, theBox(inner, 'stsz').start + SAMPLE_COUNT_AT) > 1;
  });
}

function collectItem({ type, data }: MediaItem, losses: Losses): void {
  if (type === ISO_GAIN_MAP) losses.add('gainMap');
  if (type === 'Exif') {
    const block = joinBytes(data);
    if (block.length <= EXIF_OFFSET_BYTES) return;
    collectExif(block.subarray(EXIF_OFFSET_BYTES + readUint32Be(block, 0)), losses);
  }
  if (type !== 'mime') return;
  const packet = joinBytes(data);
  if (includesText(packet, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#')) {
    collectXmp(packet, losses);
  }
}

const isGainMap = ({ type, content }: MediaProperty) =>
  type === 'auxC' && includesText(content, APPLE_GAIN_MAP);

/** The parts of a HEIC or AVIF: its items, their properties, and a sequence. */
export function collectBoxLosses(bytes: Uint8Array, losses: Losses): void {
  const boxes = listMediaBoxes(bytes, 0, bytes.length);
  if (boxes.some((box) => box.type === 'moov' && hasManyFrames(bytes, box))) {
    losses.add('animation');
  }
  const { start, end } = theBox(boxes, 'meta');
  const meta = listMediaBoxes(bytes, start + FULL_BOX_BYTES, end);
  for (const item of readMediaItems(bytes, meta)) collectItem(item, losses);
  if ([...readProperties(bytes, meta).values()].flat().some(isGainMap)) losses.add('gainMap');
}
