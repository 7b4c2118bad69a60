import { ORIENTATION_TAG } from '../exif-orientation.ts';
import type { LostPart } from '../lost-part.ts';
import { openTiff, TIFF_VERSION } from '../tiff.ts';

/** More than one segment of a JPEG holds. A larger block is of no photographer. */
const MAX_BLOCK_BYTES = 65_536;

/** The first block of each kind of metadata that has texts of a credit. */
export type MetadataBlocks = { -readonly [Kind in 'exif' | 'iptc' | 'xmp']?: Uint8Array };

/** The parts of one file, as its walk finds them, and its blocks of metadata of at most 64 KB. */
export class Losses extends Set<LostPart> {
  readonly blocks: MetadataBlocks = {};

  keepBlock(kind: keyof MetadataBlocks, bytes: Uint8Array): void {
    if (bytes.length > 0 && bytes.length <= MAX_BLOCK_BYTES) this.blocks[kind] ??= bytes;
  }
}

const GPS_DIRECTORY = 0x8825;
/** Latitude and longitude (EXIF 2.32, 4.6.6); a version alone is no place. */
const PLACE_TAGS = [2, 4];
/** More than any camera writes. */
const MAX_ENTRIES = 1_000;

/** Whether a text is anywhere in the bytes, as Latin-1. */
export function includesText(bytes: Uint8Array, text: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(text, 0, 'latin1');
}

/** The parts of a TIFF block with EXIF. The orientation stays, so it alone is no loss. */
export function collectExif(bytes: Uint8Array, losses: Losses): void {
  if (bytes.length < 8) return;
  losses.keepBlock('exif', bytes);
  const tiff = openTiff(bytes);
  if (tiff?.version !== TIFF_VERSION) {
    losses.add('exif');
    return;
  }
  const entries = [...tiff.listEntries(tiff.first, MAX_ENTRIES)];
  if (entries.some((at) => tiff.read16(at) !== ORIENTATION_TAG)) losses.add('exif');
  const place = entries.find((at) => tiff.read16(at) === GPS_DIRECTORY);
  if (place === undefined) return;
  const found = [...tiff.listEntries(tiff.read32(place + 8), MAX_ENTRIES)];
  if (found.some((at) => PLACE_TAGS.includes(tiff.read16(at)))) losses.add('gps');
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
  losses.keepBlock('xmp', packet);
  if (includesText(packet, 'GPSLatitude')) losses.add('gps');
  if (hasGainMapName(packet)) losses.add('gainMap');
}
