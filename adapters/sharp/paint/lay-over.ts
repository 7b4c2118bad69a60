import type { Pixels } from '../pixels.ts';

/**
 * Lays a colour over the pixel at an offset: source-over of Porter and Duff, on colours without
 * their alpha. The opacity is above 0, at most 1.
 */
export function layOver(
  { data, channels }: Pixels,
  at: number,
  red: number,
  green: number,
  blue: number,
  opacity: number,
): void {
  const below = (channels === 4 ? (data[at + 3] ?? 0) / 255 : 1) * (1 - opacity);
  const alpha = opacity + below;
  data[at] = Math.round((red * opacity + (data[at] ?? 0) * below) / alpha);
  data[at + 1] = Math.round((green * opacity + (data[at + 1] ?? 0) * below) / alpha);
  data[at + 2] = Math.round((blue * opacity + (data[at + 2] ?? 0) * below) / alpha);
  if (channels === 4) data[at + 3] = Math.round(alpha * 255);
}
