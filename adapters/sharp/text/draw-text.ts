import type { Size } from '../../../core/transform/geometry.ts';
import { findFont } from '../load/find-font.ts';
import type { SharpModule } from '../load/load-sharp.ts';
import { openPixels, type Pixels, readPixels } from '../pixels.ts';

/**
 * Pixels of the font's size at which a text is measured, and drawn at least. Pango rounds the place
 * of each letter to whole pixels, which shows in smaller letters; these are shrunk.
 */
const FONT_SIZE = 64;
/** Around the outlines, as a part of the font's size: copies stand apart. */
const MARGIN = 0.25;

/** A text whose size is known. */
export interface MeasuredText {
  /** The box of its outlines with a margin, in units that have no meaning beside each other. */
  readonly box: Size;
  /** The alpha of each pixel of the box, stretched to this size in pixels. */
  draw(size: Size): Promise<Uint8Array>;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Its first sign, which is invisible, makes left to right the base direction. */
function markupOf(text: string): string {
  return `\u200e${text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)}`;
}

/** The coverage of each pixel of the outlines, one channel. */
function drawOutlines(sharp: SharpModule, text: string, fontSize: number): Promise<Pixels> {
  const font = `DejaVu Sans ${fontSize.toFixed(3)}px`;
  const options = { text: markupOf(text), font, fontfile: findFont(), wrap: 'none' } as const;
  return readPixels(sharp({ text: options }).toColourspace('b-w'));
}

/** The outlines in the middle of a larger box. */
function withMargin(outlines: Pixels, { width, height }: Size): Pixels {
  const data = Buffer.alloc(width * height);
  const left = Math.max(0, (width - outlines.width) >> 1);
  const top = Math.max(0, (height - outlines.height) >> 1);
  const length = Math.min(outlines.width, width);
  for (let y = 0; y < Math.min(outlines.height, height); y += 1) {
    const from = y * outlines.width;
    data.set(outlines.data.subarray(from, from + length), (top + y) * width + left);
  }
  return { data, width, height, frames: 1, channels: 1 };
}

/**
 * Shapes a text in one line by the bundled font, from the characters that drawable-text.ts lets in.
 * Rejects with an error of sharp if nothing is painted.
 */
export async function measureText(sharp: SharpModule, text: string): Promise<MeasuredText> {
  const outlines = await drawOutlines(sharp, text, FONT_SIZE);
  const margin = 2 * MARGIN * FONT_SIZE;
  const box = { width: outlines.width + margin, height: outlines.height + margin };
  return {
    box,
    draw: async (size) => {
      const scale = size.width / box.width;
      if (scale > 1) {
        return withMargin(await drawOutlines(sharp, text, FONT_SIZE * scale), size).data;
      }
      const drawn = openPixels(sharp, withMargin(outlines, box));
      const { width, height } = size;
      const shrunk = drawn.resize(width, height, { fit: 'fill' }).toColourspace('b-w');
      return (await readPixels(shrunk)).data;
    },
  };
}
