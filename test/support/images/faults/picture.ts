import sharp from 'sharp';

const WIDTH = 64;
const HEIGHT = 48;

/** Pixels of the drawing: smooth in one half, and restless in the other. */
export function picturePixels(channels: 1 | 3 | 4): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * channels, 255);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const restless = y > HEIGHT / 2 ? ((x * 37 + y * 91) % 61) - 30 : 0;
      const colour = [x * 4, y * 5, 255 - x * 2].map((value) =>
        Math.max(0, Math.min(255, value + restless)),
      );
      pixels.set(colour.slice(0, Math.min(3, channels)), (y * WIDTH + x) * channels);
      if (channels === 4) pixels[(y * WIDTH + x) * 4 + 3] = x < 16 ? 0 : 255;
    }
  }
  return pixels;
}

/** A drawing of 64 x 48 pixels; with four channels a part of it is clear. */
export const drawPicture = (channels: 1 | 3 | 4) =>
  sharp(picturePixels(channels), { raw: { width: WIDTH, height: HEIGHT, channels } });
