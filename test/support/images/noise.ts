import sharp, { type Sharp } from 'sharp';

/** An image of noise, which no encoder makes small. */
export function noise(width: number, height: number): Sharp {
  const background = { r: 128, g: 128, b: 128 };
  const generated = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width, height, channels: 3, background, noise: generated } });
}
