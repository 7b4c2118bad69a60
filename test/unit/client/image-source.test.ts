import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { countRenditions } from '../../../client/src/count-renditions.ts';
import { imageUrl } from '../../../client/src/image-url.ts';
import { imageService } from '../../../client/src/integrations/astro.ts';
import { createImageLoader } from '../../../client/src/integrations/next.ts';
import { getImage } from '../../../client/src/integrations/nuxt.ts';
import { generate } from '../../../client/src/integrations/unpic.ts';
import { fetchPlaceholder, placeholderUrl } from '../../../client/src/placeholder.ts';
import { Image } from '../../../client/src/react/image.ts';
import { srcSet } from '../../../client/src/src-set.ts';

const id = `img_${'a'.repeat(26)}`;
const cdnUrl = 'https://cdn.example.com/images';
const stem = `${cdnUrl}/res/${id}`;

/** Every function that makes an address of an image, with a width, the CDN's URL or none. */
const MAKERS: Readonly<Record<string, (src: string, width: number, cdnUrl?: string) => unknown>> = {
  imageUrl: (src, width, from) => imageUrl(src, { cdnUrl: from, width, format: 'webp' }),
  srcSet: (src, width, from) => srcSet(src, { cdnUrl: from, widths: [width], format: 'webp' }),
  countRenditions: (src, width, from) => countRenditions(src, { cdnUrl: from, widths: [width] }),
  react: (image, width, from) =>
    renderToStaticMarkup(createElement(Image, { image, cdnUrl: from, widths: [width], alt: '' })),
  next: (src, width, from) => createImageLoader({ cdnUrl: from })({ src, width }),
  unpic: (src, width, from) => generate(src, { width }, { cdnUrl: from }),
  nuxt: (src, width, from) => getImage(src, { cdnUrl: from, modifiers: { width } }).url,
  astro: (src, width, from) =>
    imageService.getURL({ src, width }, { service: { config: { cdnUrl: from } } }),
};
const addresses = Object.entries(MAKERS).filter(([name]) => name !== 'countRenditions');

describe.each(addresses)('%s', (_name, make) => {
  it('takes an ID with the CDN’s URL, and the image’s address, which may have a query', () => {
    const expected = expect.stringContaining(`${stem}.webp?width=40`);
    expect(make(id, 40, cdnUrl)).toEqual(expected);
    expect(make(id, 40, `${cdnUrl}//`)).toEqual(expected);
    expect(make(`${stem}.jpg`, 40)).toEqual(expected);
    expect(make(`${stem}.jpg?width=7#x`, 40, cdnUrl)).toEqual(expected);
  });

  it('keeps the file name of an address (delivery.file-name)', () => {
    const expected = expect.stringContaining(`${stem}/red%20bridge.v2.webp?width=40`);
    expect(make(`${stem}/red%20bridge.v2.jpg?width=7`, 40, cdnUrl)).toEqual(expected);
  });
});

describe.each(Object.entries(MAKERS))('%s', (_name, make) => {
  it.each([
    `https://foreign.example/res/${id}.jpg`,
    `https://cdn.example.com/res/${id}.jpg`,
    `https://cdn.example.com.foreign.example/images/res/${id}.jpg`,
    `http://cdn.example.com/images/res/${id}.jpg`,
    `//cdn.example.com/images/res/${id}.jpg`,
    `/res/${id}.jpg`,
  ])('refuses the foreign address %s', (src) => {
    const message = `${src} is no image of ${cdnUrl}.`;
    expect(() => make(src, 40, cdnUrl)).toThrow(new TypeError(message));
  });

  it('refuses a text that is no image, and an ID without a CDN', () => {
    const wrong = 'https://example.com/cat.jpg';
    for (const from of [cdnUrl, undefined])
      expect(() => make(wrong, 40, from)).toThrow(`${wrong} is no URL or ID of an image.`);
    expect(() => make(id, 40)).toThrow(`The image ID ${id} needs the option cdnUrl.`);
  });

  it.each([33.5, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a width of %s', (width) => {
    expect(() => make(id, width, cdnUrl)).toThrow(TypeError);
  });
});

describe('imageUrl', () => {
  it('has the format auto for an ID without one', () => {
    expect(imageUrl(id, { cdnUrl })).toBe(`${stem}.auto`);
  });
  it('refuses a fraction of the height, and leaves texts to the service', () => {
    expect(() => imageUrl(id, { cdnUrl, height: 1.5 })).toThrow(
      new TypeError('height must be a whole number of pixels, not 1.5.'),
    );
    const typed = { cdnUrl, width: '1.5' as unknown as number };
    expect(imageUrl(id, typed)).toBe(`${stem}.auto?width=1.5`);
  });
});

describe('a placeholder', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is a very small WebP, or the smallest that the project allows', () => {
    expect(placeholderUrl(id, { cdnUrl })).toBe(`${stem}.webp?width=24&quality=40`);
    expect(placeholderUrl(id, { cdnUrl, allowedWidths: [800, 100] })).toBe(
      `${stem}.webp?width=100`,
    );
  });
  it('refuses a foreign address, an ID without a CDN, and fractions', async () => {
    const foreign = `https://foreign.example/res/${id}.jpg`;
    expect(() => placeholderUrl(foreign, { cdnUrl })).toThrow(TypeError);
    expect(() => placeholderUrl(id)).toThrow(TypeError);
    expect(() => placeholderUrl(id, { cdnUrl, allowedWidths: [99.5] })).toThrow(TypeError);
    await expect(fetchPlaceholder(foreign, { cdnUrl })).rejects.toThrow(TypeError);
  });
  it('is fetched as a data URL', async () => {
    vi.stubGlobal('fetch', async () => new Response(new Uint8Array([1, 2, 3])));
    expect(await fetchPlaceholder(id, { cdnUrl })).toBe('data:image/webp;base64,AQID');
  });
  it('throws the service’s reason where the image is not served', async () => {
    const body = { code: 'image_not_found', title: 'There is no such image.' };
    vi.stubGlobal('fetch', async () => Response.json(body, { status: 404 }));
    const failed = fetchPlaceholder(id, { cdnUrl });
    await expect(failed).rejects.toMatchObject({ code: 'image_not_found', status: 404 });
  });
});
