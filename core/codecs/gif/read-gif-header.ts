import { ImageFileFault, type ImageHeader } from '../image-file.ts';
import { readUint16Le } from '../read-bytes.ts';
import { readGifControl } from './read-gif-control.ts';
import { type GifFrame, type GifVisitor, SCREEN_SIZE_AT, walkGif } from './walk-gif.ts';
import { type ClearWatch, watchClearPixels } from './watch-clear-pixels.ts';

const MAX_TRUSTED_SIDE = 2048;
const SCREENS_OF_CREATORS = ['640x480', '640x512', '800x600', '1024x768', '1280x1024', '1600x1200'];

/** A GIF's canvas and frames, as browsers show them. */
export function readGifHeader(bytes: Uint8Array): ImageHeader {
  return walkGifHeader(bytes, { onFrame: () => undefined });
}

/** The header from a walk that another visitor shares. */
export function walkGifHeader(bytes: Uint8Array, visitor: GifVisitor): ImageHeader {
  return walkGifCanvas(bytes, visitor).header;
}

/**
 * Whether the decoder shows another canvas than browsers, or colours where they show none
 * (watch-clear-pixels.ts).
 */
export function isMisreadGif(bytes: Uint8Array): boolean {
  return walkGifCanvas(bytes, { onFrame: () => undefined }).isMisread;
}

type Canvas = readonly [width: number, height: number];

function walkGifCanvas(bytes: Uint8Array, visitor: GifVisitor) {
  let canvas: Canvas | undefined;
  let isCut = false;
  let watch: ClearWatch | undefined;
  let frames = 0;
  walkGif(bytes, {
    ...visitor,
    onFrame: (frame) => {
      canvas ??= canvasOf(bytes, frame);
      if (frames === 0 && !hasTrustedScreen(bytes)) {
        isCut = frame.right < canvas[0] || frame.bottom < canvas[1];
      }
      watch ??= watchClearPixels(canvas);
      watch.add(frame, readGifControl(bytes, frame));
      frames += 1;
      visitor.onFrame(frame);
    },
  });
  if (!canvas || !watch) throw new ImageFileFault('The GIF has no frames.');
  const { hasAlpha, isMisread } = watch.found;
  const [width, height] = canvas;
  const header = { format: 'gif' as const, width, height, frames, hasAlpha, orientation: 1 };
  return { header, isMisread: isMisread || isCut };
}

/** The screen, which the first frame enlarges and no later one, as in browsers. */
function canvasOf(bytes: Uint8Array, first: GifFrame): Canvas {
  const [width, height] = screenOf(bytes);
  return [Math.max(width, first.right), Math.max(height, first.bottom)];
}

function screenOf(bytes: Uint8Array): Canvas {
  return [readUint16Le(bytes, SCREEN_SIZE_AT), readUint16Le(bytes, SCREEN_SIZE_AT + 2)];
}

// libnsgif in sharp 0.35.5, measured: it distrusts the common sizes of computer screens, sides
// above 2048 and 0, and takes the first frame's size
function hasTrustedScreen(bytes: Uint8Array): boolean {
  const [width, height] = screenOf(bytes);
  const isDistrusted =
    width === 0 ||
    height === 0 ||
    Math.max(width, height) > MAX_TRUSTED_SIDE ||
    SCREENS_OF_CREATORS.includes(`${width}x${height}`);
  return !isDistrusted;
}
