import { readByte } from '../read-bytes.ts';
import type { GifFrame } from './walk-gif.ts';

/** The canvas after a frame's time: as it is, clear where the frame was, or as before the frame. */
export type GifDisposal = 'keep' | 'clear' | 'restore';

/** The parts of a frame's control that decide over pixels. */
export interface GifControl {
  /** The colour that is not painted. */
  readonly clearIndex: number | undefined;
  readonly disposal: GifDisposal;
}

const TRANSPARENT = 0x01;
const CLEAR_INDEX = 4;
// GIF89a, 23; browsers and libnsgif take 4 for 3, as old writers meant it, and the rest for none
const DISPOSALS: Readonly<Record<number, GifDisposal>> = { 2: 'clear', 3: 'restore', 4: 'restore' };

/** The control of a frame; without one, all its pixels are painted and stay. */
export function readGifControl(bytes: Uint8Array, { control }: GifFrame): GifControl {
  if (control === undefined) return { clearIndex: undefined, disposal: 'keep' };
  const flags = readByte(bytes, control + 1);
  const isTransparent = (flags & TRANSPARENT) !== 0;
  return {
    clearIndex: isTransparent ? readByte(bytes, control + CLEAR_INDEX) : undefined,
    disposal: DISPOSALS[(flags >> 2) & 7] ?? 'keep',
  };
}
