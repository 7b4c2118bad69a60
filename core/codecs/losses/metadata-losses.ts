import type { LostPart } from '../lost-part.ts';
import {
  hasTextAt,
  readUint16Be,
  readUint16Le,
  readUint32Be,
  readUint32Le,
} from '../read-bytes.ts';

/** The parts of one file, as its walk finds them. */
export type Losses = Set<LostPart>;

const ORIENTATION = 0x0112;
const GPS_DIRECTORY = 0x8825;
/** Latitude and longitude (EXIF 2.32, 4.6.6); a version alone is no place. */
const PLACE_TAGS = [2, 4];
const ENTRY_BYTES = 12;
/** More than any camera writes. */
const MAX_ENTRIES = 1_000;

/** Whether a text is anywhere in the bytes, as Latin-1. */
export function includesText(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(text, 0, 'latin1');
}

type ReadTags = (at: number) => { readonly tag: number; readonly value: number }[];

/** Reads a directory of a TIFF block: its tags, as far as they are there. */
function tagsReader(tiff: Uint8Array): ReadTags {
  const isLittle = hasTextAt(tiff, 0, 'II');
  const [read16, read32] = isLittle ? [readUint16Le, readUint32Le] : [readUint16Be, readUint32Be];
  return (at) => {
    if (at + 2 > tiff.length) return [];
    const whole = Math.floor((tiff.length - at - 2) / ENTRY_BYTES);
    const count = Math.min(read16(tiff, at), whole, MAX_ENTRIES);
    return Array.from({ length: count }, (_, i) => {
      const entry = at + 2 + i * ENTRY_BYTES;
      return { tag: read16(tiff, entry), value: read32(tiff, entry + 8) };
    });
  };
}

/** The parts of a TIFF block with EXIF. The orientation stays, so it alone is no loss. */
export function collectExif(tiff: Uint8Array, losses: Losses): void {
  if (tiff.length < 8) return;
  const isTiff = hasTextAt(tiff, 0, 'II*\0') || hasTextAt(tiff, 0, 'MM\0*');
  const readTags = tagsReader(tiff);
  const first = hasTextAt(tiff, 0, 'II') ? readUint32Le(tiff, 4) : readUint32Be(tiff, 4);
  const tags = isTiff ? readTags(first) : [];
  if (!isTiff || tags.some(({ tag }) => tag !== ORIENTATION)) losses.add('exif');
  const place = tags.find(({ tag }) => tag === GPS_DIRECTORY);
  const found = place ? readTags(place.value) : [];
  if (found.some(({ tag }) => PLACE_TAGS.includes(tag))) losses.add('gps');
}

/** The names by which an XMP packet says that its image has a gain map: Adobe's and Apple's. */
const GAIN_MAP_NAMES = ['http://ns.adobe.com/hdr-gain-map/1.0/', 'HDRGainMap'];

/** Whether an XMP packet is about a gain map. */
export function hasGainMapName(packet: Uint8Array): boolean {
  return GAIN_MAP_NAMES.some((name) => includesText(packet, name));
}

/** The parts of an XMP packet. */
export function collectXmp(packet: Uint8Array, losses: Losses): void {
  losses.add('xmp');
  if (includesText(packet, 'GPSLatitude')) losses.add('gps');
  if (hasGainMapName(packet)) losses.add('gainMap');
}
