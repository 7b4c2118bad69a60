import sharp from 'sharp';
import { paintPhotograph } from './draw-photograph.ts';

/** As many frames as come in; they have 38 of 50 megapixels. */
export const FRAMES = 500;
export const FRAME = { width: 320, height: 240 } as const;
const CHANNELS = 3;
const FRAME_BYTES = FRAME.width * FRAME.height * CHANNELS;
/** The pixels that the view of a photograph moves from frame to frame. */
const PAN = 2;
const COLOURS = [
  [232, 93, 58],
  [47, 111, 163],
  [94, 158, 78],
] as const;

type Painter = (nth: number, frame: Buffer) => void;

/** A view that moves over a photograph: every pixel of each frame is another. */
function panOverPhotograph(): Painter {
  const width = FRAME.width + FRAMES * PAN;
  const photograph = paintPhotograph(width, FRAME.height);
  return (nth, frame) => {
    for (let y = 0; y < FRAME.height; y += 1) {
      const from = (y * width + nth * PAN) * CHANNELS;
      photograph.copy(frame, y * FRAME.width * CHANNELS, from, from + FRAME.width * CHANNELS);
    }
  };
}

/** Three flat squares that move over paper: most pixels stay. */
function moveSquares(): Painter {
  const side = 48;
  return (nth, frame) => {
    frame.fill(248);
    for (const [at, colour] of COLOURS.entries()) {
      const left = (nth * (at + 1) * 3 + at * 90) % (FRAME.width - side);
      for (let y = 40 + at * 60; y < 40 + at * 60 + side; y += 1) {
        for (let x = left; x < left + side; x += 1) frame.set(colour, (y * FRAME.width + x) * 3);
      }
    }
  };
}

/** THE animations of the table: a GIF of the most frames that come in. */
export const ANIMATIONS = { photograph: panOverPhotograph, drawn: moveSquares } as const;
export type AnimationName = keyof typeof ANIMATIONS;

export async function makeAnimation(name: AnimationName): Promise<Buffer> {
  const paint = ANIMATIONS[name]();
  const strip = Buffer.allocUnsafe(FRAMES * FRAME_BYTES);
  for (let nth = 0; nth < FRAMES; nth += 1) {
    paint(nth, strip.subarray(nth * FRAME_BYTES, (nth + 1) * FRAME_BYTES));
  }
  const raw = {
    width: FRAME.width,
    height: FRAME.height * FRAMES,
    channels: CHANNELS,
    pageHeight: FRAME.height,
  } as const;
  return sharp(strip, { raw, limitInputPixels: false }).gif({ effort: 1 }).toBuffer();
}
