import { hasTextAt, readSlice, readUint32Be } from '../read-bytes.ts';

const COUNT_AT = 128;
const TABLE_START = 132;
const ENTRY_BYTES = 12;
const MAX_TAGS = 100; // as in lcms

/**
 * The places of the entries of a profile's tag table: a name, a place and a size, of four bytes
 * each. Those that are whole, in a first part of a profile too; none of any other bytes.
 */
export function listIccTags(profile: Uint8Array): number[] {
  if (profile.length < TABLE_START || !hasTextAt(profile, 36, 'acsp')) return [];
  const count = Math.min(MAX_TAGS, readUint32Be(profile, COUNT_AT));
  const places = Array.from({ length: count }, (_, at) => TABLE_START + at * ENTRY_BYTES);
  return places.filter((at) => at + ENTRY_BYTES <= profile.length);
}

/** The data of the tag whose entry is at this place; an ImageFileFault beyond the profile. */
export function readIccTag(profile: Uint8Array, entry: number): Uint8Array {
  const start = readUint32Be(profile, entry + 4);
  return readSlice(profile, start, start + readUint32Be(profile, entry + 8));
}
