import type { Sharp } from 'sharp';
import { isTextOverlay } from '../../../core/transform/overlay.ts';
import type { Transformation } from '../../../core/transform/transformation.ts';
import { readColor } from '../background.ts';
import type { SharpModule } from '../load/load-sharp.ts';
import { openPixels, type Pixels, readPixels } from '../pixels.ts';

/** sharp's name of Display P3, whose profile has 480 bytes. */
const PROFILE = 'p3';

/** The pixels of an image that `openWideImage` has opened, in Display P3. */
export function readInDisplayP3(image: Sharp): Promise<Pixels> {
  return readPixels(image.withIccProfile(PROFILE));
}

/**
 * States that pixels are of Display P3. sharp takes 16 bits a channel for that, and eight for sRGB,
 * which it would convert.
 */
export function stateDisplayP3(sharp: SharpModule, pixels: Pixels): Sharp {
  return openPixels(sharp, pixels).pipelineColourspace('rgb16').withIccProfile(PROFILE);
}

/** From light in sRGB to light in Display P3, a row for each result (CSS Color 4, 18). */
const TO_DISPLAY_P3: readonly (readonly number[])[] = [
  [0.8224619687, 0.1775380313, 0],
  [0.0331941989, 0.9668058011, 0],
  [0.0170826307, 0.0723974407, 0.9105199286],
];

/** Both spaces have the curve of IEC 61966-2-1. */
const toLight = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const fromLight = (light: number) =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

/** A colour of sRGB in Display P3: six hex digits, and the two of its alpha if it has them. */
export function colourInDisplayP3(digits: string): string {
  const { r, g, b } = readColor(digits);
  const light = [r, g, b].map((value) => toLight(value / 255));
  const values = TO_DISPLAY_P3.map((shares) => {
    const mixed = shares.reduce((sum, share, at) => sum + share * (light[at] ?? 0), 0);
    return Math.round(255 * fromLight(mixed));
  });
  return values.map((value) => value.toString(16).padStart(2, '0')).join('') + digits.slice(6);
}

/** The same request with its colours in Display P3. */
export function withColoursInDisplayP3(requested: Transformation): Transformation {
  const { background, border, tint, overlays } = requested;
  return {
    ...requested,
    background: background && colourInDisplayP3(background),
    border: border && { ...border, color: colourInDisplayP3(border.color) },
    tint: tint && colourInDisplayP3(tint),
    overlays: overlays.map((overlay) =>
      isTextOverlay(overlay) ? { ...overlay, color: colourInDisplayP3(overlay.color) } : overlay,
    ),
  };
}
