import type { Page } from 'playwright-core';

/** Flags of Chromium for a screen of high dynamic range, and a canvas that can have its light. */
export const HDR_FLAGS = [
  '--force-color-profile=scrgb-linear',
  '--enable-experimental-web-platform-features',
] as const;

/** The light of an image in a browser: 1 is the white of the page. */
export interface ShownLight {
  readonly width: number;
  readonly height: number;
  /** Four channels a pixel; empty where the mean alone is wanted, as of a photograph. */
  readonly light: readonly number[];
  /** Of red, green and blue in all pixels. */
  readonly mean: number;
}

/**
 * Shows an image on a screen of high dynamic range. The canvas may be 8 stops brighter than white.
 * It needs Chromium's experimental features, and a screen that its flags make.
 */
export function showHdr(page: Page, bytes: Uint8Array, isMeanAlone = false): Promise<ShownLight> {
  const src = `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`;
  return page.evaluate(
    async ({ source, isMean }) => {
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
      let sum = 0;
      for (let at = 0; at < data.length; at += 1) {
        if (at % 4 !== 3) sum += toLight(data[at] ?? 0);
      }
      const mean = sum / (width * height * 3);
      return { width, height, light: isMean ? [] : Array.from(data, toLight), mean };
    },
    { source: src, isMean: isMeanAlone },
  );
}
