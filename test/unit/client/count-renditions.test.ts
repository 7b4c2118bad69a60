import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRenditions } from '../../../client/src/count-renditions.ts';
import { srcSet } from '../../../client/src/src-set.ts';

const id = `img_${'a'.repeat(26)}`;
const cdnUrl = 'https://cdn.example.com';
const imageUrl = `${cdnUrl}/res/${id}.jpg`;

describe('countRenditions', () => {
  it('is a rendition for each width in each format', () => {
    expect(countRenditions(imageUrl)).toBe(5);
    expect(countRenditions(imageUrl, { widths: [400, 800, 400] })).toBe(2);
    expect(countRenditions(imageUrl, { widths: [400, 800], formats: ['avif', 'webp'] })).toBe(4);
  });

  it('counts no width above the original, and widths that are raised to one once', () => {
    expect(countRenditions({ imageUrl, width: 700 }, { widths: [400, 800, 1600] })).toBe(2);
    const allowedWidths = [400, 1600];
    expect(countRenditions(imageUrl, { widths: [100, 400, 800], allowedWidths })).toBe(2);
  });

  it('counts auto as AVIF, WebP and the stored format, each once (delivery.auto)', () => {
    const widths = [400];
    expect(countRenditions(imageUrl, { widths, formats: ['auto'] })).toBe(3);
    const webp = imageUrl.replace('.jpg', '.webp');
    expect(countRenditions(webp, { widths, formats: ['auto'] })).toBe(2);
    expect(countRenditions(imageUrl, { widths, formats: ['auto', 'webp'] })).toBe(3);
    expect(countRenditions(id, { cdnUrl, widths })).toBe(3);
  });

  it('counts jpg and jpeg as one format', () => {
    expect(countRenditions(imageUrl, { widths: [9], formats: ['jpg', 'jpeg'] })).toBe(1);
  });

  it('is the number of different addresses of the srcsets, on random ladders', () => {
    const width = fc.integer({ min: 1, max: 8192 });
    const formats = fc.uniqueArray(fc.constantFrom('avif', 'webp', 'jpg', 'png'), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(width), width, formats, (widths, original, chosen) => {
        const image = { imageUrl, width: original };
        const urls = chosen.flatMap((format) =>
          srcSet(image, { widths, format })
            .split(', ')
            .filter((entry) => entry !== ''),
        );
        expect(countRenditions(image, { widths, formats: chosen })).toBe(new Set(urls).size);
      }),
    );
  });

  it('refuses a fraction and a foreign address as srcSet does', () => {
    expect(() => countRenditions(imageUrl, { widths: [33.5] })).toThrow(/whole number of pixels/);
    expect(() => countRenditions('https://example.com/a.jpg')).toThrow(/no URL or ID/);
  });
});
