import { hasTextAt } from '../read-bytes.ts';
import { textBytes } from '../write-bytes.ts';
import { listIccTags } from './list-icc-tags.ts';

const INTENT_AT = 67;
const RELATIVE = 1;
const SPACE_AT = 16;
const PERCEPTUAL = 'A2B0';
/** Of three colours, the first wins; browsers ignore the third table. */
const SHOWN_TABLES = [PERCEPTUAL, 'A2B1'];
const TABLES = [...SHOWN_TABLES, 'A2B2'];
const LEFT_OUT = ['rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'];

/** The place of the first of these names that a profile has. */
function placeOf(profile: Uint8Array, places: readonly number[], names: readonly string[]) {
  return names.flatMap((name) => places.filter((at) => hasTextAt(profile, at, name)))[0];
}

function hasInks(profile: Uint8Array): boolean {
  return hasTextAt(profile, SPACE_AT, 'CMYK');
}

/** Whether a decoder would show colours otherwise than browsers, by a profile's tables. */
export function isShownOtherwise(profile: Uint8Array): boolean {
  const places = listIccTags(profile);
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
  const names = listIccTags(profile);
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

/**
 * A file whose profile is shown as in browsers, by a view on it or on its first part. The very same
 * bytes where a decoder shows it so.
 */
export function withProfileOfBrowsers(file: Uint8Array, profile: Uint8Array): Uint8Array {
  if (!isShownOtherwise(profile)) return file;
  const copy = Uint8Array.from(file);
  const start = profile.byteOffset - file.byteOffset;
  showAsBrowsers(copy.subarray(start, start + profile.length));
  return copy;
}
