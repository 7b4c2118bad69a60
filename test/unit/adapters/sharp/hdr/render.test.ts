import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { findGainMap } from '../../../../../core/codecs/gain-map/find-gain-map.ts';
import { joinGainMap } from '../../../../../core/codecs/gain-map/join-gain-map.ts';
import { rebuildJpegPixels } from '../../../../../core/codecs/jpeg/rebuild-jpeg.ts';
import { hasWideGamut } from '../../../../../core/codecs/losses/list-losses.ts';
import { FORMAT_NAMES } from '../../../../../core/transform/formats.ts';
import type { Parameters } from '../../../../../core/transform/parameters.ts';
import { makeHdr } from '../../../../support/images/make-hdr.ts';
import { ask } from '../support/ask.ts';
import { statedDisplayP3 } from '../support/display-p3.ts';

const engine = await createSharpEngine();
const SIZE = { width: 240, height: 160, format: 'jpg' } as const;
const { file, base } = await makeHdr();

const make = (
  original: Uint8Array,
  parameters: Parameters,
  format: (typeof FORMAT_NAMES)[number] = 'jpg',
) => {
  const facts = { ...SIZE, hasGainMap: true, hasWideGamut: hasWideGamut(original) };
  return engine.render(original, ask(facts, format, parameters));
};

describe('a rendition of an image with a gain map (transformations.hdr)', () => {
  it.each(FORMAT_NAMES.filter((name) => name !== 'avif'))(
    'in %s without `hdr` is byte for byte the one of the image alone',
    async (format) => {
      for (const parameters of [
        { width: 90 },
        { crop: '9,9,80,90', blur: 2 },
        { rotate: 90 },
      ] as const) {
        const [seen, due] = await Promise.all(
          [file, base].map((original) => make(original, parameters, format)),
        );
        expect(Buffer.compare(seen ?? file, due ?? base)).toBe(0);
      }
    },
  );

  it.each<[string, Parameters]>([
    ['a size', { width: 90 }],
    ['a quality that the pixels choose', { width: 90, quality: 'auto' }],
    ['a trim', { trim: 8, width: 60 }],
    [
      'a crop, a turn and a pad',
      { crop: '9,9,80,90', rotate: 270, pad: '3', background: 'ff0000' },
    ],
  ])('with `hdr` and %s has the map', async (_, parameters) => {
    const seen = await make(file, { ...parameters, hdr: true });
    expect(findGainMap(seen)).toBeDefined();
    expect(findGainMap(await make(file, parameters))).toBeUndefined();
  });

  it('with `hdr` and a step that no map can follow has the bytes without it', async () => {
    const parameters = { width: 90, grayscale: true } as const;
    const [seen, due] = await Promise.all([
      make(file, { ...parameters, hdr: true }),
      make(base, parameters),
    ]);
    expect(Buffer.compare(seen, due)).toBe(0);
  });

  it('with `hdr` and `gamut=keep` has the map beside the profile', async () => {
    const wide = await sharp(await statedDisplayP3(base))
      .keepIccProfile()
      .jpeg()
      .toBuffer();
    const map = findGainMap(file);
    if (!map) throw new Error('no map');
    const { bytes } = rebuildJpegPixels(map.bytes, () => undefined);
    const seen = await make(joinGainMap(wide, { bytes, numbers: map.numbers }), {
      width: 90,
      hdr: true,
      gamut: 'keep',
    });
    expect(findGainMap(seen)).toBeDefined();
    expect(hasWideGamut(seen)).toBe(true);
  });
});
