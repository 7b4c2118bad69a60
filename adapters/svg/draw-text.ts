import { readFile } from 'node:fs/promises';
import type { Size } from '../../core/transform/geometry.ts';
import type { WasmFiles } from '../wasm/find-wasm.ts';
import { findFont } from './find-font.ts';
import { openResvg } from './open-resvg.ts';

const FONT_SIZE = 64;
/** Around the outlines: a quarter of the font's size, so that copies stand apart. */
const MARGIN = FONT_SIZE / 4;

/** A text whose size is known. */
export interface MeasuredText {
  /** The box of its outlines with a margin, in units that have no meaning beside each other. */
  readonly box: Size;
  /** The alpha of each pixel of the box, stretched to this size in pixels. */
  draw(size: Size): Uint8Array;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
}

const element = (text: string) =>
  `<text xml:space="preserve" font-family="DejaVu Sans" font-size="${FONT_SIZE}">${escapeXml(text)}</text>`;

/** Every pixel is of one colour, so its alpha is all of it. */
function alphaOf(pixels: Uint8Array): Uint8Array {
  const alpha = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < alpha.length; at += 1) alpha[at] = pixels[at * 4 + 3] ?? 0;
  return alpha;
}

/**
 * Shapes a text in one line by the bundled font, from the characters that drawable-text.ts lets in.
 * Each text has its own instance of the module. Throws a RangeError if nothing is painted.
 */
export async function measureText(files: WasmFiles, text: string): Promise<MeasuredText> {
  const [open, font] = await Promise.all([openResvg(files), readFile(findFont())]);
  const options = { font: { loadSystemFonts: false, fontBuffers: [font] } } as const;
  const svg = 'svg xmlns="http://www.w3.org/2000/svg" width';
  const outlines = open(`<${svg}="1" height="1">${element(text)}</svg>`, options).getBBox();
  if (!outlines) throw new RangeError('a text paints nothing');
  const [left, top] = [outlines.x - MARGIN, outlines.y - MARGIN];
  const box = { width: outlines.width + 2 * MARGIN, height: outlines.height + 2 * MARGIN };
  const view = `viewBox="${left} ${top} ${box.width} ${box.height}" preserveAspectRatio="none"`;
  return {
    box,
    draw: ({ width, height }) => {
      const sized = `<${svg}="${width}" height="${height}" ${view}>${element(text)}</svg>`;
      return alphaOf(open(sized, options).render().pixels);
    },
  };
}
