import { hasTextAt } from '../read-bytes.ts';
import { buildColourProfile } from './build-colour-profile.ts';
import { buildIccProfile, HEADER_BYTES, type IccTag } from './build-icc-profile.ts';
import { SRGB_CURVE, SRGB_PRIMARIES } from './colour-codes.ts';
import { listIccTags, readIccTag } from './list-icc-tags.ts';
import { rebuildIccProfile } from './rebuild-icc-profile.ts';

const PRIMARIES = ['wtpt', 'rXYZ', 'gXYZ', 'bXYZ'];
const CURVES = ['rTRC', 'gTRC', 'bTRC'];

function tagOf(profile: Uint8Array, name: string): IccTag[] {
  const at = listIccTags(profile).find((place) => hasTextAt(profile, place, name));
  return at === undefined ? [] : [{ name, data: readIccTag(profile, at) }];
}

/**
 * The profile of a grey image whose pixels have three channels: the curve of a profile of grey for
 * each. The same profile where it isn't one of grey with a curve.
 */
export function widenGreyProfile(profile: Uint8Array): Uint8Array {
  const grey = hasTextAt(profile, 16, 'GRAY') ? rebuildIccProfile(profile, 'GRAY') : undefined;
  const [curve] = grey ? tagOf(grey, 'kTRC') : [];
  const screen = buildColourProfile(SRGB_PRIMARIES, SRGB_CURVE);
  if (!curve || !screen) return profile;
  return buildIccProfile(screen.subarray(0, HEADER_BYTES), [
    ...PRIMARIES.flatMap((name) => tagOf(screen, name)),
    ...CURVES.map((name) => ({ name, data: curve.data })),
  ]);
}
