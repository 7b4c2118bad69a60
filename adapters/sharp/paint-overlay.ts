import type { Overlay } from '../../core/transform/overlay.ts';
import type { SharpModule } from './load-sharp.ts';
import { mayShrinkFast, openServedImage } from './open-served-image.ts';
import { type Pixels, readPixels } from './pixels.ts';

/** An overlay with its pixels, four channels, in the size in which it is drawn. */
export interface Layer extends Overlay {
  readonly pixels: Pixels;
}

/** Decodes the first frame of an overlay's original; all frames of a result share its pixels. */
async function readLayer(sharp: SharpModule, overlay: Overlay, bytes: Uint8Array): Promise<Layer> {
  const { width, height } = overlay;
  const image = openServedImage(sharp, bytes, false)
    .autoOrient()
    .resize(width, height, { fit: 'fill', fastShrinkOnLoad: mayShrinkFast(bytes) })
    .toColourspace('srgb')
    .ensureAlpha();
  return { ...overlay, pixels: await readPixels(image) };
}

/**
 * The layers of a result, of the originals in the order of `overlays`. Throws a RangeError if one
 * is missing, so no result lacks an overlay.
 */
export async function readLayers(
  sharp: SharpModule,
  overlays: readonly Overlay[],
  originals: readonly Uint8Array[],
): Promise<readonly Layer[]> {
  const layers: Layer[] = [];
  for (const [at, overlay] of overlays.entries()) {
    const bytes = originals[at];
    if (!bytes) throw new RangeError('an overlay has no original');
    layers.push(await readLayer(sharp, overlay, bytes));
  }
  return layers;
}

/** Draws one pixel over another: source-over of Porter and Duff, on colours without their alpha. */
function blend(
  under: Buffer,
  at: number,
  channels: number,
  over: Buffer,
  from: number,
  opacity: number,
): void {
  const alpha = ((over[from + 3] ?? 0) / 255) * opacity;
  if (alpha === 0) return;
  const rest = (channels === 4 ? (under[at + 3] ?? 0) / 255 : 1) * (1 - alpha);
  for (let channel = 0; channel < 3; channel += 1) {
    const [top, below] = [over[from + channel] ?? 0, under[at + channel] ?? 0];
    under[at + channel] = Math.round((top * alpha + below * rest) / (alpha + rest));
  }
  if (channels === 4) under[at + 3] = Math.round((alpha + rest) * 255);
}

/** Draws a layer, or its tiles, on every frame of the pixels (transformations.overlay). */
export function paintLayer(under: Pixels, layer: Layer): void {
  const { left, top, isTiled, pixels } = layer;
  const { data, width, height, frames, channels } = under;
  const right = isTiled ? width : Math.min(width, left + pixels.width);
  const bottom = isTiled ? height : Math.min(height, top + pixels.height);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let y = top; y < bottom; y += 1) {
      const row = (frame * height + y) * width;
      const line = ((y - top) % pixels.height) * pixels.width;
      for (let x = left; x < right; x += 1) {
        const from = (line + ((x - left) % pixels.width)) * 4;
        blend(data, (row + x) * channels, channels, pixels.data, from, layer.opacity / 100);
      }
    }
  }
}
