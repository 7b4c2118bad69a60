import type { Color } from 'sharp';

/** The default background of `contain`. */
export const TRANSPARENT: Color = { r: 0, g: 0, b: 0, alpha: 0 };

/** Six or eight hex digits as sharp wants them. */
export function readColor(digits: string) {
  const at = (index: number) => Number.parseInt(digits.slice(index, index + 2), 16);
  const alpha = isSheer(digits) ? at(6) / 255 : 1;
  return { r: at(0), g: at(2), b: at(4), alpha } as const satisfies Color;
}

/** Whether a background is translucent. */
export function isSheer(digits: string): boolean {
  return digits.length === 8;
}

/** Whether a background has no colour that an effect could remove. */
export function isGrey(digits: string): boolean {
  return digits.slice(0, 2) === digits.slice(2, 4) && digits.slice(2, 4) === digits.slice(4, 6);
}
