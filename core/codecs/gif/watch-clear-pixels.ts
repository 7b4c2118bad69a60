import type { GifControl } from './read-gif-control.ts';
import type { GifFrame } from './walk-gif.ts';

type Area = Pick<GifFrame, 'left' | 'top' | 'right' | 'bottom'>;

interface ClearArea extends Area {
  /** libnsgif paints it with the background's colour. */
  readonly isPainted: boolean;
}

/** The clear pixels of an animation, in browsers and in the decoder. */
export interface ClearPixels {
  /** Whether a pixel may be clear: by its colour, uncovered, or disposed of. */
  hasAlpha: boolean;
  /** Whether libnsgif shows a colour where browsers show none. */
  isMisread: boolean;
}

/** Frames in their order; the result grows with each. */
export interface ClearWatch {
  readonly add: (frame: GifFrame, control: GifControl) => void;
  readonly found: ClearPixels;
}

function clip({ left, top, right, bottom }: Area, [width, height]: readonly [number, number]) {
  return { left, top, right: Math.min(right, width), bottom: Math.min(bottom, height) };
}

function covers(frame: Area, { left, top, right, bottom }: Area): boolean {
  if (left >= right || top >= bottom) return true;
  return frame.left <= left && frame.top <= top && frame.right >= right && frame.bottom >= bottom;
}

/**
 * Watches an animation for clear pixels. The canvas is clear at first, and where a frame is
 * disposed of, in browsers. libvips drops alpha where no frame has a transparent
 * colour, and libnsgif paints the background's colour where a frame without one is disposed of
 * (docs/decisions/0100).
 */
export function watchClearPixels(canvas: readonly [number, number]): ClearWatch {
  const found: ClearPixels = { hasAlpha: false, isMisread: false };
  const whole = { left: 0, top: 0, right: canvas[0], bottom: canvas[1] };
  let clear: ClearArea | undefined = { ...whole, isPainted: false };
  let isFirst = true;
  let hasClearColour = false;
  let isUncovered = false;
  let isPainted = false;
  const add = (frame: GifFrame, { clearIndex, disposal }: GifControl) => {
    const isOpaque = clearIndex === undefined;
    const isCovered = !clear || (isOpaque && covers(frame, clear));
    hasClearColour ||= !isOpaque;
    isUncovered ||= !isCovered;
    isPainted ||= !isCovered && clear?.isPainted === true;
    found.hasAlpha = hasClearColour || isUncovered;
    found.isMisread = isUncovered && (isPainted || !hasClearColour);
    if (disposal === 'clear') clear = { ...clip(frame, canvas), isPainted: isOpaque };
    else if (disposal === 'restore' && isFirst) clear = { ...whole, isPainted: isOpaque };
    else if (disposal === 'keep' && isCovered) clear = undefined;
    isFirst = false;
  };
  return { add, found };
}
