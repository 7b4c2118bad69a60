import sharp, { type Sharp } from 'sharp';

/** A JPEG of a gradient with some structure in it. */
export async function drawJpeg(width = 300, height = 200): Promise<Buffer> {
  return sharp(await drawRaw(width, height), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Raw RGB: red grows to the right, green downwards, blue in stripes. */
export async function drawRaw(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      data[(y * width + x) * 3] = (x * 255) / width;
      data[(y * width + x) * 3 + 1] = (y * 255) / height;
      data[(y * width + x) * 3 + 2] = (x >> 3) % 2 ? 200 : 40;
    }
  }
  return data;
}

/** Four quadrants: red, green / blue, white. Every turn and mirror gives another image. */
export function drawQuadrants(width = 80, height = 60): Sharp {
  const colors = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ];
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const color = colors[(y >= height / 2 ? 2 : 0) + (x >= width / 2 ? 1 : 0)] ?? [];
      data.set(color, (y * width + x) * 3);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** An animated GIF of two frames, the first red over green, the second blue over white. */
export async function drawAnimation(width = 20, height = 20): Promise<Buffer> {
  const frame = (top: string, bottom: string) => {
    const half = { width, height: height / 2, channels: 4 as const, background: top };
    return sharp({ create: { width, height, channels: 4, background: bottom } })
      .composite([{ input: { create: half }, top: 0, left: 0 }])
      .png()
      .toBuffer();
  };
  const frames = [await frame('#f00', '#0f0'), await frame('#00f', '#fff')];
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 200], loop: 3 })
    .toBuffer();
}

/** A PNG of pixels of chance, which no format makes small. */
export function drawNoise(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const create = { width, height, channels: 3 as const, background: 'black', noise };
  return sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
}
