import {
  type ImageOverlay,
  isTextOverlay,
  type Overlay,
  type PlacedOverlay,
  placeText,
  type TextOverlay,
} from '../../core/transform/overlay.ts';
import { readColor } from './background.ts';
import type { SharpModule } from './load/load-sharp.ts';
import { openServedImage } from './open-served-image.ts';
import { layOver } from './paint/lay-over.ts';
import { openPixels, type Pixels, readPixels } from './pixels.ts';
import { mayShrinkFast, openInDisplayP3 } from './shrink-on-load.ts';
import type { MeasuredText } from './text/draw-text.ts';
import { MAX_DRAWN_PIXELS, type TextSetting } from './text/set-lines.ts';

/** An overlay with its pixels, four channels, in the size in which it is drawn. */
export interface Layer extends PlacedOverlay {
  readonly pixels: Pixels;
}

/** Shapes a text, in one line or as it is set, and measures it. */
export type MeasureText = (text: string, setting?: TextSetting) => Promise<MeasuredText>;

/** The tools of drawing, and the colours of the result. */
interface Drawing {
  readonly sharp: SharpModule;
  readonly measureText: MeasureText;
  readonly isDisplayP3: boolean;
}

/** Decodes the first frame of an overlay's original; all frames of a result share its pixels. */
async function readImage(
  { sharp, isDisplayP3 }: Drawing,
  overlay: ImageOverlay,
  bytes: Uint8Array,
): Promise<Layer> {
  const { width, height } = overlay;
  const scaled = { how: 'scale', size: { width, height } } as const;
  const whole = { crop: undefined, turn: 0, resize: scaled } as const;
  const { image } = isDisplayP3
    ? await openInDisplayP3(sharp, bytes, whole)
    : await openServedImage(sharp, bytes, false);
  const fastShrinkOnLoad = mayShrinkFast(bytes, whole);
  const opened = image
    .autoOrient()
    .resize(width, height, { fit: 'fill', fastShrinkOnLoad })
    .toColourspace('srgb')
    .ensureAlpha();
  return { ...overlay, pixels: await readPixels(opened) };
}

/** How the lines of a text are set, or undefined for one line. */
function settingOf({ lines, area, percent }: TextOverlay): TextSetting | undefined {
  if (!lines) return undefined;
  const { align, lineHeight, fontPercent } = lines;
  if (fontPercent === undefined) {
    return { align, lineHeight, width: undefined, fontPixels: undefined };
  }
  const fontPixels = (area.width * fontPercent) / 100;
  return { align, lineHeight, width: percent / fontPercent, fontPixels };
}

/** The text in its colour, whose own alpha counts too. */
async function readText({ sharp, measureText }: Drawing, overlay: TextOverlay): Promise<Layer> {
  const measured = await measureText(overlay.text, settingOf(overlay));
  const placed = placeText(overlay, measured.box);
  const scale = Math.min(1, Math.sqrt(MAX_DRAWN_PIXELS / (placed.width * placed.height)));
  const width = Math.max(1, Math.floor(placed.width * scale));
  const height = Math.max(1, Math.floor(placed.height * scale));
  const alpha = await measured.draw({ width, height });
  const { r, g, b, alpha: share } = readColor(overlay.color);
  const data = Buffer.alloc(alpha.length * 4);
  for (let at = 0; at < alpha.length; at += 1) {
    data[at * 4] = r;
    data[at * 4 + 1] = g;
    data[at * 4 + 2] = b;
    data[at * 4 + 3] = Math.round((alpha[at] ?? 0) * share);
  }
  const pixels: Pixels = { data, width, height, frames: 1, channels: 4 };
  if (scale === 1) return { ...placed, pixels };
  const enlarged = openPixels(sharp, pixels).resize(placed.width, placed.height, { fit: 'fill' });
  return { ...placed, pixels: await readPixels(enlarged) };
}

/**
 * The layers of a result. `originals` has those of the images among its overlays, in their order.
 * Throws a RangeError if one is missing, so no result lacks an overlay.
 */
export async function readLayers(
  drawing: Drawing,
  overlays: readonly Overlay[],
  originals: readonly Uint8Array[],
): Promise<readonly Layer[]> {
  const layers: Layer[] = [];
  const files = originals.values();
  for (const overlay of overlays) {
    if (isTextOverlay(overlay)) {
      layers.push(await readText(drawing, overlay));
      continue;
    }
    const bytes = files.next().value;
    if (!bytes) throw new RangeError('an overlay has no original');
    layers.push(await readImage(drawing, overlay, bytes));
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
