import { ImageFileFault } from '../image-file.ts';
import { hasTextAt, readByte, readFourCharacters, readUint32Be } from '../read-bytes.ts';
import { textBytes } from '../write-bytes.ts';
import { buildIccProfile, type IccTag } from './build-icc-profile.ts';
import { type IccColourSpace, rebuildIccTag } from './rebuild-icc-tag.ts';

/** A colour profile stays up to 1 MB (uploads.colour-profile). */
export const MAX_ICC_BYTES = 1_048_576;

const HEADER_BYTES = 128;
const TABLE_START = HEADER_BYTES + 4;
const ENTRY_BYTES = 12;
const MAX_TAGS = 100; // as in lcms, which sharp reads profiles with
/** Browsers take each older version, too. */
const MAX_VERSION = 4;
const DEVICE_CLASSES = ['scnr', 'mntr', 'prtr', 'spac'];
const CONNECTION_SPACES = ['XYZ ', 'Lab '];
const MATRIX_TAGS = ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'];
/**
 * From device colour to the eye, by intent; decoders take the first, unless another intent is
 * requested.
 */
const TABLE_TAGS = ['A2B0', 'A2B1', 'A2B2'];
const FURTHER_TAGS = ['wtpt', 'chad', 'cicp'];

interface TagPlace {
  readonly start: number;
  readonly end: number;
}

/**
 * The profile with only the data that a decoder needs to show the colours, under a fixed
 * description. These are the tags from device colour to the eye, each written again. The reverse
 * direction, measurements, names, serial numbers and private tags are left out. Undefined unless it
 * is a whole profile of at most 1 MB for this colour space, with the tag forms of ICC.1:2022. Grey
 * takes the curve of a profile of three colours, as browsers do.
 */
export function rebuildIccProfile(
  bytes: Uint8Array,
  colourSpace: IccColourSpace,
): Uint8Array | undefined {
  try {
    const profile = readProfile(bytes, colourSpace);
    if (!profile) return colourSpace === 'GRAY' ? rebuildAsGrey(bytes) : undefined;
    const rebuilt = rebuild(profile, colourSpace);
    return rebuilt && rebuilt.length <= MAX_ICC_BYTES ? rebuilt : undefined;
  } catch (fault) {
    if (fault instanceof ImageFileFault) return undefined;
    throw fault;
  }
}

function readProfile(bytes: Uint8Array, colourSpace: IccColourSpace): Uint8Array | undefined {
  if (bytes.length < TABLE_START) return undefined;
  const size = readUint32Be(bytes, 0);
  if (size < TABLE_START || size > bytes.length || size > MAX_ICC_BYTES) return undefined;
  const isProfile = hasTextAt(bytes, 36, 'acsp') && hasTextAt(bytes, 16, colourSpace);
  const isKnown =
    readByte(bytes, 8) <= MAX_VERSION &&
    DEVICE_CLASSES.includes(readFourCharacters(bytes, 12)) &&
    CONNECTION_SPACES.includes(readFourCharacters(bytes, 20));
  return isProfile && isKnown ? bytes.subarray(0, size) : undefined;
}

function rebuild(profile: Uint8Array, colourSpace: IccColourSpace): Uint8Array | undefined {
  const places = readTagTable(profile);
  const table = TABLE_TAGS.find((name) => places?.has(name));
  const hasMatrix = MATRIX_TAGS.every((name) => places?.has(name));
  if (!places || !(table || hasEnough(colourSpace, places, hasMatrix))) return undefined;
  // browsers show grey without such a profile
  if (colourSpace === 'GRAY' && !table && hasTextAt(profile, 20, 'Lab ')) return undefined;
  const names = [
    ...FURTHER_TAGS,
    ...(colourSpace === 'RGB ' && hasMatrix ? MATRIX_TAGS : []),
    ...(colourSpace === 'GRAY' ? ['kTRC'] : []),
    ...(table ? [table] : []),
  ];
  const tags: IccTag[] = [];
  for (const name of names) {
    const place = places.get(name);
    if (!place) continue;
    const data = profile.subarray(place.start, place.end);
    // within it parts begin at multiples of four of the profile, as lcms reads them
    if (hasTextAt(data, 0, 'mAB ') && place.start % 4 !== 0) return undefined;
    tags.push({ name, data: rebuildIccTag(name, data, colourSpace) });
  }
  return buildIccProfile(headOf(profile, colourSpace), tags);
}

/** The header of a profile of this space, with a version that every decoder takes. */
function headOf(profile: Uint8Array, colourSpace: IccColourSpace): Uint8Array {
  const head = profile.slice(0, HEADER_BYTES);
  if (readByte(head, 8) !== MAX_VERSION) head[8] = 2;
  head.set(textBytes(colourSpace), 16);
  return head;
}

/** The grey of a profile of three colours: their one curve; undefined if they have several. */
function rebuildAsGrey(bytes: Uint8Array): Uint8Array | undefined {
  const profile = readProfile(bytes, 'RGB ');
  const coloured = profile && rebuild(profile, 'RGB ');
  const places = coloured && readTagTable(coloured);
  if (!places || TABLE_TAGS.some((name) => places.has(name))) return undefined;
  const [red, green, blue] = ['rTRC', 'gTRC', 'bTRC'].map((name) => places.get(name));
  // equal curves are written once
  if (!red || red.start !== green?.start || red.start !== blue?.start) return undefined;
  const kept = (name: string, place: TagPlace | undefined): IccTag[] =>
    place ? [{ name, data: coloured.subarray(place.start, place.end) }] : [];
  const tags = [...kept('wtpt', places.get('wtpt')), ...kept('kTRC', red)];
  return buildIccProfile(headOf(coloured, 'GRAY'), tags);
}

function hasEnough(
  colourSpace: IccColourSpace,
  places: ReadonlyMap<string, TagPlace>,
  hasMatrix: boolean,
): boolean {
  if (colourSpace === 'RGB ') return hasMatrix;
  return colourSpace === 'GRAY' && places.has('kTRC');
}

/** Undefined if a tag exceeds the profile, or occurs twice, which lcms refuses. */
function readTagTable(profile: Uint8Array): Map<string, TagPlace> | undefined {
  const count = readUint32Be(profile, HEADER_BYTES);
  if (count === 0 || count > MAX_TAGS) return undefined;
  const places = new Map<string, TagPlace>();
  const tableEnd = TABLE_START + count * ENTRY_BYTES;
  for (let at = TABLE_START; at < tableEnd; at += ENTRY_BYTES) {
    const start = readUint32Be(profile, at + 4);
    const end = start + readUint32Be(profile, at + 8);
    const name = readFourCharacters(profile, at);
    if (start < tableEnd || end > profile.length || places.has(name)) return undefined;
    places.set(name, { start, end });
  }
  return places;
}
