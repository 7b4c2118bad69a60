import { ImageFileFault, type ImageHeader } from '../image-file.ts';
import { readByte, readUint16Le } from '../read-bytes.ts';
import { type GifFrame, type GifVisitor, walkGif } from './walk-gif.ts';

const TRANSPARENT = 0x01;
const MAX_TRUSTED_SIDE = 2048;
const SCREENS_OF_CREATORS = ['640x480', '640x512', '800x600', '1024x768', '1280x1024', '1600x1200'];

/** A GIF's screen and frames, the canvas as sharp's decoder computes it. */
export function readGifHeader(bytes: Uint8Array): ImageHeader {
  return walkGifHeader(bytes, { onFrame: () => undefined });
}

/** The header from a walk that another visitor shares. */
export function walkGifHeader(bytes: Uint8Array, visitor: GifVisitor): ImageHeader {
  let canvas: readonly [number, number] | undefined;
  let frames = 0;
  let hasAlpha = false;
  walkGif(bytes, {
    ...visitor,
    onFrame: (frame) => {
      canvas ??= canvasOf(bytes, frame);
      frames += 1;
      hasAlpha ||= isTransparent(bytes, frame);
      visitor.onFrame(frame);
    },
  });
  if (!canvas) throw new ImageFileFault('The GIF has no frames.');
  return { format: 'gif', width: canvas[0], height: canvas[1], frames, hasAlpha, orientation: 1 };
}

// libnsgif in sharp 0.35.5, measured: it distrusts the common sizes of computer screens, sides
// above 2048 and 0. The first frame enlarges the canvas, later ones don't
function canvasOf(bytes: Uint8Array, first: GifFrame): readonly [number, number] {
  const width = readUint16Le(bytes, 6);
  const height = readUint16Le(bytes, 8);
  const isDistrusted =
    width === 0 ||
    height === 0 ||
    Math.max(width, height) > MAX_TRUSTED_SIDE ||
    SCREENS_OF_CREATORS.includes(`${width}x${height}`);
  if (isDistrusted) return [first.right, first.bottom];
  return [Math.max(width, first.right), Math.max(height, first.bottom)];
}

function isTransparent(bytes: Uint8Array, { control }: GifFrame): boolean {
  return control !== undefined && (readByte(bytes, control + 1) & TRANSPARENT) !== 0;
}
