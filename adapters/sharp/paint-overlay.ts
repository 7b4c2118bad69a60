import type { Overlay } from '../../core/transform/overlay.ts';
import type { SharpModule } from './load-sharp.ts';
import { mayShrinkFast, openServedImage } from './open-served-image.ts';
import { layOver } from './paint/lay-over.ts';
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

/** Draws a layer, or its tiles, on every frame of the pixels (transformations.overlay). */
export function paintLayer(under: Pixels, layer: Layer): void {
  const { left, top, isTiled, pixels } = layer;
  const { width, height, frames, channels } = under;
  const { data } = pixels;
  const share = layer.opacity / 100;
  const right = isTiled ? width : Math.min(width, left + pixels.width);
  const bottom = isTiled ? height : Math.min(height, top + pixels.height);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let y = top; y < bottom; y += 1) {
      const row = (frame * height + y) * width;
      const line = ((y - top) % pixels.height) * pixels.width;
      for (let x = left; x < right; x += 1) {
        const from = (line + ((x - left) % pixels.width)) * 4;
        const opacity = ((data[from + 3] ?? 0) / 255) * share;
        if (opacity === 0) continue;
        const at = (row + x) * channels;
        layOver(under, at, data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0, opacity);
      }
    }
  }
}
