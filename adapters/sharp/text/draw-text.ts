import type { Size } from '../../../core/transform/geometry.ts';
import { findFont } from '../load/find-font.ts';
import type { SharpModule } from '../load/load-sharp.ts';
import { openPixels, type Pixels, readPixels } from '../pixels.ts';
import { fontSizeFor, markupOfLines, type TextSetting, withoutLeading } from './set-lines.ts';

/**
 * Pixels of the font's size at which a text is measured, and drawn at least. Pango rounds the place
 * of each letter to whole pixels, which shows in smaller letters; these are shrunk.
 */
const FONT_SIZE = 64;
/** Around the outlines, as a part of the font's size: copies stand apart. */
const MARGIN = 0.25;

/** A text whose size is known. */
export interface MeasuredText {
  /** The box of its outlines with a margin, in font sizes. */
  readonly box: Size;
  /** The alpha of each pixel of the box, stretched to this size in pixels. */
  draw(size: Size): Promise<Uint8Array>;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

const escapeText = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);

/** Its first sign, which is invisible, makes left to right the base direction. */
const markupOf = (text: string) => `\u200e${escapeText(text)}`;

/** The coverage of each pixel of the outlines, one channel. */
async function drawOutlines(
  sharp: SharpModule,
  text: string,
  fontSize: number,
  setting: TextSetting | undefined,
): Promise<Pixels> {
  const font = `DejaVu Sans ${fontSize.toFixed(3)}px`;
  const fonts = { font, fontfile: findFont() };
  if (!setting) {
    const options = { text: markupOf(text), ...fonts, wrap: 'none' } as const;
    return readPixels(sharp({ text: options }).toColourspace('b-w'));
  }
  const { align, lineHeight, width } = setting;
  const inner = width === undefined ? undefined : (width - 2 * MARGIN) * fontSize;
  const wrapped = inner === undefined ? {} : { width: Math.max(1, Math.round(inner)) };
  const wrap = inner === undefined ? 'none' : 'word-char';
  const markup = markupOfLines(escapeText(text), lineHeight * fontSize);
  const options = { text: markup, ...fonts, ...wrapped, align, wrap } as const;
  const drawn = await readPixels(sharp({ text: options }).toColourspace('b-w'));
  return withoutLeading(drawn, lineHeight * fontSize, fontSize);
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
 * Shapes a text by the bundled font, from the characters that drawable-text.ts lets in: in one
 * line, or as it is set. Lines that break by their width break once, at one size of the font.
 * Rejects with an error of sharp if nothing is painted.
 */
export async function measureText(
  sharp: SharpModule,
  text: string,
  setting?: TextSetting,
): Promise<MeasuredText> {
  const fontSize = setting ? fontSizeFor(text, setting, FONT_SIZE) : FONT_SIZE;
  const outlines = await drawOutlines(sharp, text, fontSize, setting);
  const margin = 2 * Math.round(MARGIN * fontSize);
  const box = { width: outlines.width + margin, height: outlines.height + margin };
  const isWrapped = setting?.width !== undefined;
  return {
    box: { width: box.width / fontSize, height: box.height / fontSize },
    draw: async (size) => {
      const scale = size.width / box.width;
      if (scale > 1 && !isWrapped) {
        return withMargin(await drawOutlines(sharp, text, fontSize * scale, setting), size).data;
      }
      const drawn = openPixels(sharp, withMargin(outlines, box));
      const { width, height } = size;
      const shrunk = drawn.resize(width, height, { fit: 'fill' }).toColourspace('b-w');
      return (await readPixels(shrunk)).data;
    },
  };
}
