import type { Color } from 'sharp';

/** What `contain` adds where no background is asked. */
export const TRANSPARENT: Color = { r: 0, g: 0, b: 0, alpha: 0 };

/** Six or eight hex digits as sharp wants them. */
export function readColor(digits: string): Color {
  const at = (index: number) => Number.parseInt(digits.slice(index, index + 2), 16);
  return { r: at(0), g: at(2), b: at(4), alpha: isSheer(digits) ? at(6) / 255 : 1 };
}

/** Whether a background lets something through. */
export function isSheer(digits: string): boolean {
  return digits.length === 8;
}

/** Whether a background has no colour that could be taken out of it. */
export function isGrey(digits: string): boolean {
  return digits.slice(0, 2) === digits.slice(2, 4) && digits.slice(2, 4) === digits.slice(4, 6);
}
