import { codedGif, type GifDrawing } from './code-gif.ts';

const FULL = { x: 0, y: 0, width: 8, height: 6 };
const PART = { x: 2, y: 1, width: 3, height: 4 };
const FAR = { ...PART, x: 5, width: 1 };
const gif = (...frames: GifDrawing['frames']) => codedGif({ width: 8, height: 6, frames });

/**
 * Animations, and how Chromium 156 showed each (2026-11-26). Each frame has a mark of the pixel in
 * the corner, and one of the pixel at 3, 2: clear (`-`) or painted (`#`).
 */
export const SHOWN_GIFS: Readonly<Record<string, readonly [bytes: Buffer, frames: string]>> = {
  'whose first frame is smaller than the screen': [gif(PART, PART), '-# -#'],
  'of one frame smaller than the screen': [gif({ ...PART, hasNoControl: true }), '-#'],
  'whose frames are disposed of': [
    gif({ ...FULL, disposal: 2 }, { ...PART, disposal: 2 }, PART),
    '## -# -#',
  ],
  'with a part that is disposed of': [gif(FULL, { ...PART, disposal: 2 }, FAR), '## ## #-'],
  'whose first frame is disposed of by restoring': [gif({ ...FULL, disposal: 3 }, PART), '## -#'],
  'that restores by 4': [gif({ ...FULL, disposal: 4 }, PART), '## -#'],
  'whose later frame restores': [gif(FULL, { ...PART, disposal: 3 }, FAR), '## ## ##'],
  'that restores clear pixels': [
    gif({ ...PART, disposal: 2 }, { ...FULL, disposal: 3 }, FAR),
    '-# ## --',
  ],
  'with a clear colour behind a frame that is disposed of': [
    gif({ ...FULL, disposal: 2 }, { ...PART, clearIndex: 3, solid: 3 }),
    '## --',
  ],
  'with a clear colour that is disposed of': [
    gif({ ...FULL, clearIndex: 3, solid: 1, disposal: 2 }, { ...PART, solid: 1 }),
    '## -#',
  ],
  'whose disposed frames are covered': [gif({ ...FULL, disposal: 2 }, FULL), '## ##'],
  'whose first frame is outside of the screen': [gif({ ...PART, x: 9, y: 7 }, PART), '-- -#'],
  'whose later frame exceeds the screen': [gif(FULL, { ...FULL, x: 3, y: 2 }), '## ##'],
  'of a background that has a colour': [
    codedGif({ width: 8, height: 6, background: 2, frames: [{ ...FULL, disposal: 2 }, PART] }),
    '## -#',
  ],
  'of 256 used colours': [
    codedGif({
      width: 40,
      height: 30,
      tableBits: 8,
      frames: [
        { x: 0, y: 0, width: 40, height: 30, disposal: 2 },
        { x: 3, y: 2, width: 20, height: 20 },
      ],
    }),
    '## -#',
  ],
  'of frames with tables of their own, interlaced': [
    codedGif({
      width: 8,
      height: 6,
      tableBits: 0,
      frames: [
        { ...FULL, tableBits: 3, isInterlaced: true, disposal: 2 },
        { ...PART, tableBits: 2, isInterlaced: true },
      ],
    }),
    '## -#',
  ],
  'on a screen that libnsgif distrusts': [
    codedGif({ width: 640, height: 480, frames: [PART, { ...FULL, x: 1 }] }),
    '-# -#',
  ],
};
