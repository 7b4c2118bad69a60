import type { Page } from 'playwright-core';

/**
 * The light of an image as the browser shows it on a screen of high dynamic range. It has four
 * channels a pixel, and 1 is the white of the page. The canvas may be 8 stops brighter than white.
 * It needs Chromium's experimental features, and a screen that its flags make.
 */
export function showHdr(
  page: Page,
  bytes: Uint8Array,
): Promise<{ width: number; height: number; light: number[] }> {
  const src = `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`;
  return page.evaluate(async (source) => {
    if (!matchMedia('(dynamic-range: high)').matches) throw new Error('the screen is not HDR');
    const image = new Image();
    image.src = source;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    // a newer one than the types of the DOM know
    const wanted = { colorSpace: 'srgb', colorType: 'float16' } as const;
    const settings: CanvasRenderingContext2DSettings = wanted;
    const form = { pixelFormat: 'rgba-float16' } as const;
    const context = canvas.getContext('2d', settings);
    if (!context) throw new Error('no canvas');
    Object.assign(context, { globalHDRHeadroom: 8 });
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height, form);
    const toLight = (value: number) =>
      value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return { width, height, light: Array.from(data, toLight) };
  }, src);
}
