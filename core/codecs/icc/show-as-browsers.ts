import { hasTextAt, readUint32Be } from '../read-bytes.ts';
import { textBytes } from '../write-bytes.ts';

const COUNT_AT = 128;
const TABLE_START = 132;
const ENTRY_BYTES = 12;
const MAX_TAGS = 100;
const INTENT_AT = 67;
const RELATIVE = 1;
const SPACE_AT = 16;
const PERCEPTUAL = 'A2B0';
/** Of three colours, the first wins; browsers ignore the third table. */
const SHOWN_TABLES = [PERCEPTUAL, 'A2B1'];
const TABLES = [...SHOWN_TABLES, 'A2B2'];
const LEFT_OUT = ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'];

/** The places of the tags' names in a profile, or in its first part. */
function namesOf(profile: Uint8Array): number[] {
  if (profile.length < TABLE_START || !hasTextAt(profile, 36, 'acsp')) return [];
  const count = Math.min(MAX_TAGS, readUint32Be(profile, COUNT_AT));
  const places = Array.from({ length: count }, (_, at) => TABLE_START + at * ENTRY_BYTES);
  return places.filter((at) => at + ENTRY_BYTES <= profile.length);
}

/** The place of the first of these names that a profile has. */
function placeOf(profile: Uint8Array, places: readonly number[], names: readonly string[]) {
  return names.flatMap((name) => places.filter((at) => hasTextAt(profile, at, name)))[0];
}

function hasInks(profile: Uint8Array): boolean {
  return hasTextAt(profile, SPACE_AT, 'CMYK');
}

/** Whether a decoder would show colours otherwise than browsers, by a profile's tables. */
export function isShownOtherwise(profile: Uint8Array): boolean {
  const places = namesOf(profile);
  if (hasInks(profile)) return placeOf(profile, places, TABLES) !== undefined;
  return placeOf(profile, places, SHOWN_TABLES) !== placeOf(profile, places, [PERCEPTUAL]);
}

/**
 * Changes names in a profile so that a decoder takes the table of browsers. For the perceptual
 * intent, which sharp requests, lcms compensates the black of inks. libvips takes the profile's own
 * intent where inks have no table for that one. Three colours would then be shown without their
 * profile, so the table of browsers becomes the perceptual one.
 */
export function showAsBrowsers(profile: Uint8Array): void {
  const names = namesOf(profile);
  if (!hasInks(profile)) {
    const shown = placeOf(profile, names, SHOWN_TABLES);
    if (shown !== undefined) profile.set(textBytes(PERCEPTUAL), shown);
    return;
  }
  const table = placeOf(profile, names, TABLES);
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
