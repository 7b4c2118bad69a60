import type { Page } from 'playwright-core';

/** The pixels of an image as the browser shows it in a colour space, four channels. */
export function showImage(
  page: Page,
  bytes: Uint8Array,
  type: string,
  colorSpace: PredefinedColorSpace = 'srgb',
): Promise<number[]> {
  const src = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  return page.evaluate(
    async (shown) => {
      const image = new Image();
      image.src = shown.src;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const settings: CanvasRenderingContext2DSettings = { colorSpace: shown.colorSpace };
      const context = canvas.getContext('2d', settings);
      context?.drawImage(image, 0, 0);
      const pixels = context?.getImageData(0, 0, canvas.width, canvas.height, settings);
      return [...(pixels?.data ?? [])];
    },
    { src, colorSpace },
  );
}
