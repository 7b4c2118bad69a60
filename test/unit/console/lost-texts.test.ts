import { describe, expect, it } from 'vitest';
import { describeLost, visibleChanges } from '../../../console/src/texts/lost-texts.ts';
import { LOST_PART_NAMES } from '../../../core/codecs/lost-part.ts';

const factsOf = (lost: string[] | null, convertedFrom: string | null = null) => ({
  lost,
  convertedFrom,
});

describe('the losses of an upload in the console', () => {
  it('are words for a reader, for every part that can be lost (uploads.lost-parts)', () => {
    const words = LOST_PART_NAMES.map((part) => describeLost(factsOf([part]), ' · ').join(''));
    expect(new Set(words).size).toBe(LOST_PART_NAMES.length);
    for (const word of words) expect(word).not.toMatch(/^(exif|gps|iptc|xmp|[a-z]+[A-Z]\w*)$/);
  });

  it('are those that viewers may miss, and apart from them the metadata (uploads.lost-parts)', () => {
    expect(describeLost(factsOf(['exif', 'animation', 'gps', 'gainMap']), ' · ')).toEqual([
      'animation · HDR (gain map)',
      'EXIF · location',
    ]);
  });

  it('are named as the service sends them where the console is older (uploads.lost-parts)', () => {
    expect(describeLost(factsOf(['depth map', 'xmp']), ', ')).toEqual(['', 'depth map, XMP']);
  });

  it('are an empty text where nothing was lost or the losses are unknown (uploads.lost-parts)', () => {
    for (const lost of [null, []]) {
      expect(describeLost(factsOf(lost), ', ')).toEqual(['', '']);
      expect(visibleChanges(factsOf(lost))).toEqual([]);
    }
  });

  it('stand with a finished upload where viewers see them, and metadata does not (uploads.lost-parts)', () => {
    const lost = [...LOST_PART_NAMES];
    expect(visibleChanges(factsOf(lost, 'heic'))).toEqual([
      'converted from HEIC',
      'lost: animation, HDR (gain map), colours beyond sRGB, unreadable colour profile',
    ]);
    expect(visibleChanges(factsOf(['exif', 'gps', 'iptc', 'xmp', 'comments']))).toEqual([]);
  });
});
