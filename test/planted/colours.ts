import type { PlantedBug } from './planted-bug.ts';

const OPENED = 'test/unit/adapters/sharp/opened-colour.test.ts';
const LOSSES = 'test/unit/core/losses/list-losses.test.ts';
const PROFILES = 'test/unit/core/codecs/drop-bad-profiles.test.ts';
const PNGS = 'test/unit/core/codecs/refuse-broken-pngs.test.ts';
const GIFS = 'test/unit/core/codecs/gif/clear-pixels.test.ts';
const MAPS = 'test/unit/core/transform/gain-map.test.ts';
const MAP_PLANS = 'test/unit/core/delivery/plan-hdr.test.ts';
const EXPLAINED = 'test/unit/lambdas/delivery/explain.test.ts';
const PRICES = 'test/unit/core/transform/price.test.ts';

type Row = readonly [file: string, old: string, planted: string, test: string];

/** Bugs in the readers of colours and of losses. */
const ROWS: readonly Row[] = [
  ['core/codecs/png/png-colour.ts', 'readByte(data, 0) <= 3', 'readByte(data, 0) <= 4', OPENED],
  ['core/codecs/png/png-colour.ts', 'range === 1 && points', 'points', OPENED],
  ['core/codecs/png/png-ancillary-data.ts', "['cICP', 'sBIT']", "['sBIT']", OPENED],
  ['core/codecs/png/png-ancillary-data.ts', 'readByte(codes, 3) <= 1', 'true', PNGS],
  ['core/codecs/png/read-png-header.ts', 'if (!hasRightCrc(bytes, chunk)) return;', '', PNGS],
  ['core/codecs/jpeg/open-jpeg-colour.ts', 'components === INKS && !profile', 'false', OPENED],
  ['core/codecs/jpeg/jpeg-application-data.ts', 'componentCount === 4 ? 2 : 1', '1', OPENED],
  [
    'core/codecs/jpeg/jpeg-application-data.ts',
    'count === 1 && parts',
    'count === 0 && parts',
    OPENED,
  ],
  ['core/codecs/icc/show-as-browsers.ts', "[PERCEPTUAL, 'A2B1']", '[PERCEPTUAL]', OPENED],
  ['core/codecs/icc/rebuild-icc-profile.ts', "colourSpace === 'GRAY' && !table", 'false', OPENED],
  ['core/codecs/icc/rebuild-icc-profile.ts', 'red.start !== green?.start ||', '', PROFILES],
  ['core/codecs/icc/rebuild-icc-profile.ts', 'head[8] = 2', 'head[8] = 4', PROFILES],
  ['core/codecs/icc/widen-grey-profile.ts', "['rTRC', 'gTRC', 'bTRC']", "['rTRC']", PROFILES],
  ['core/codecs/losses/profile-of-file.ts', 'embedded(readBmpProfile(bytes))', 'undefined', LOSSES],
  ['core/codecs/losses/profile-of-file.ts', 'png: readPngProfile', 'png: NONE', LOSSES],
  ['core/codecs/losses/list-losses.ts', 'before?.isEmbedded &&', 'before &&', LOSSES],
  ['core/codecs/losses/list-losses.ts', ' && !isOfGrey(after)', '', LOSSES],
  ['core/codecs/losses/wide-gamut.ts', '< -TOLERANCE', '> TOLERANCE', LOSSES],
  [
    'core/codecs/losses/gif-losses.ts',
    "onComment: () => losses.add('comments')",
    'onComment: () => undefined',
    LOSSES,
  ],
  [
    'core/codecs/losses/box-losses.ts',
    "boxes.some((box) => box.type === 'moov' &&",
    "boxes.some((box) => box.type === 'mdat' &&",
    LOSSES,
  ],
  [
    'core/codecs/losses/png-losses.ts',
    'readUint32Be(data, 0) > 1',
    'readUint32Be(data, 0) > 2',
    LOSSES,
  ],
  ['core/codecs/losses/webp-losses.ts', 'data.subarray(skipped)', 'data', LOSSES],
  ['core/codecs/losses/jpeg-losses.ts', 'nameBytes + (nameBytes % 2)', 'nameBytes', LOSSES],
  ['core/transform/gain-map.ts', 'hasGainMap && HAS_GAIN_MAP[format]', 'hasGainMap', MAPS],
  ['core/transform/gain-map.ts', 'isStrategy(position) || ', '', MAPS],
  ['core/transform/gain-map.ts', '!EFFECTS[name].keepsGainMap && ', '', MAPS],
  ['core/transform/gain-map.ts', "['watermark', !!watermark],", '', MAPS],
  ['core/transform/gain-map.ts', 'isCut && mask !== undefined', 'false', MAPS],
  ['core/transform/transformation.ts', 'original.hasGainMap && !result.hasGainMap', 'false', MAPS],
  ['core/transform/transformation.ts', ', ...(hdr ? { hdr } : {})', '', MAPS],
  [
    'core/transform/transformation.ts',
    'if (hasGainMap || !result.trim)',
    'if (hasGainMap || result)',
    MAPS,
  ],
  ['core/use-cases/delivery/plan-delivery.ts', 'gamut: _, hdr: __,', 'gamut: _,', MAP_PLANS],
  ['core/use-cases/delivery/plan-delivery.ts', 'if (withMap.length > 0)', 'if (false)', MAP_PLANS],
  ['core/projects/apply-project-rules.ts', ', ...(hdr ? { hdr } : {})', '', EXPLAINED],
  ['core/transform/price/step-prices.ts', 'hasGainMap ? 2 : 1', '1', PRICES],
  [
    'core/transform/price/price-of.ts',
    'requested.hasGainMap ? once : 0',
    'false ? once : 0',
    PRICES,
  ],
  [
    'core/codecs/gif/decode-gif-frame.ts',
    'lasts[next] = firsts[code]',
    'lasts[next] = lasts[code]',
    GIFS,
  ],
];

/** The rows as planted bugs. */
export const COLOUR_BUGS: readonly PlantedBug[] = ROWS.map(([file, old, planted, test]) => ({
  kind: 'colours and losses',
  file,
  old,
  new: planted,
  test,
}));
