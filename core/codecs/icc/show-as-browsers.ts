import { hasTextAt, readUint32Be } from '../read-bytes.ts';
import { textBytes } from '../write-bytes.ts';

const COUNT_AT = 128;
const TABLE_START = 132;
const ENTRY_BYTES = 12;
const MAX_TAGS = 100;
const INTENT_AT = 67;
const RELATIVE = 1;
const TABLES = ['A2B0', 'A2B1', 'A2B2'];
const LEFT_OUT = ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'];

/** The places of the tags' names in a profile, or in its first part. */
function namesOf(profile: Uint8Array): number[] {
  if (profile.length < TABLE_START || !hasTextAt(profile, 36, 'acsp')) return [];
  const count = Math.min(MAX_TAGS, readUint32Be(profile, COUNT_AT));
  const places = Array.from({ length: count }, (_, at) => TABLE_START + at * ENTRY_BYTES);
  return places.filter((at) => at + ENTRY_BYTES <= profile.length);
}

/** Whether a profile has a table from device colour, whose black a decoder would darken. */
export function hasTable(profile: Uint8Array): boolean {
  return namesOf(profile).some((at) => TABLES.some((name) => hasTextAt(profile, at, name)));
}

/**
 * Changes names in a profile with a table so that a decoder converts without black point
 * compensation, as browsers do. lcms compensates for the perceptual intent, which sharp requests;
 * libvips takes the profile's own where it has no table for that.
 */
export function keepBlack(profile: Uint8Array): void {
  const names = namesOf(profile);
  const table = TABLES.flatMap((name) => names.filter((at) => hasTextAt(profile, at, name)))[0];
  if (table === undefined) return;
  for (const at of names) {
    const isTable = TABLES.some((name) => hasTextAt(profile, at, name));
    if (at === table) profile.set(textBytes('A2B1'), at);
    else if (isTable || LEFT_OUT.some((name) => hasTextAt(profile, at, name))) {
      profile.set(textBytes('x'), at + 1); // no name that a decoder knows
    }
  }
  profile[INTENT_AT] = RELATIVE;
}
