import { LIMITS } from '../../foundation/limits.ts';
import { arrangeReferences } from './arrange-references.ts';
import { arrangeResources } from './arrange-resources.ts';
import { checkDrawable } from './check-drawable.ts';
import { leaveOutText } from './leave-out-text.ts';
import { measureSvg, type SvgWork } from './measure-svg.ts';
import { readSvg } from './read-svg.ts';
import { orderMarkers } from './shapes/order-markers.ts';
import { paintContexts } from './shapes/paint-contexts.ts';
import { placePaints } from './shapes/place-paints.ts';
import { placeSteps } from './steps/place-steps.ts';
import { scaleLights } from './steps/scale-lights.ts';
import type { SvgElement } from './svg-element.ts';
import { refuseSvg } from './svg-faults.ts';
import { readBox, readSvgSize, type SvgSize } from './svg-size.ts';
import { turnFilters } from './turn-filters.ts';

/** An SVG that is safe to draw, and the size of its bitmap in pixels. */
export interface RebuiltSvg {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** The longer side of the bitmap: its own size within these, so that a small logo stays sharp. */
const LEAST_SIDE = 2_048;
/** A drawing with filters, each of which reads all pixels, has so many times its size at least. */
const LEAST_SCALE = 4;
const MOST_SIDE = 4_096;
/** A complex drawing gets a smaller bitmap, down to this. */
const SMALLEST_SIDE = 512;
const MAX_DRAWN_ELEMENTS = 50_000;
/** The layers' pixels: 20 layers of 4 megapixels took 4 s of CPU. */
const MAX_LAYER_PIXELS = 150_000_000;
/** The part of a layer's time that a pixel of a radius's square takes. */
const MORPHOLOGY_SHARE = 0.4;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** The renderer reads these two properties, which are one word here, in `style` alone. */
const IN_STYLE = ['mix-blend-mode', 'isolation'];
const TO_ESCAPE = /[&<>"\n\r\t]/;
const ALL_TO_ESCAPE = /[&<>"\n\r\t]/g;
/** Of the drawing's text; escapes make it longer than the file. */
const MAX_LENGTH = 2 * LIMITS.maxUploadBytes;

function escapeText(text: string): string {
  return TO_ESCAPE.test(text) ? text.replace(ALL_TO_ESCAPE, (one) => ESCAPES[one] ?? '') : text;
}

/** So many parts of a text are joined together. */
const JOINED = 4_096;

/** Writes as deep as the elements are nested, which the reader of XML bounds. */
class Writer {
  private readonly texts: string[] = [];
  private parts: string[] = [];
  private length = 0;

  private add(part: string): void {
    this.length += part.length;
    if (this.length > MAX_LENGTH) refuseSvg('complex');
    if (this.parts.push(part) < JOINED) return;
    this.texts.push(this.parts.join(''));
    this.parts = [];
  }

  write({ name, attributes, children }: SvgElement): void {
    let style = '';
    this.add('<');
    this.add(name);
    for (const [key, value] of attributes) {
      if (IN_STYLE.includes(key)) style += `${style === '' ? '' : ';'}${key}:${value}`;
      else this.addAttribute(key, value);
    }
    if (style !== '') this.addAttribute('style', style);
    this.add('>');
    for (const child of children) this.write(child);
    this.add('</');
    this.add(name);
    this.add('>');
  }

  private addAttribute(name: string, value: string): void {
    this.add(' ');
    this.add(name);
    this.add('="');
    this.add(escapeText(value));
    this.add('"');
  }

  text(): string {
    return this.texts.concat(this.parts).join('');
  }
}

function bitmapOf({ width, height }: SvgSize, side: number): SvgSize {
  const scale = side / Math.max(width, height);
  const toPixels = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: toPixels(width), height: toPixels(height) };
}

function isWithin({ layers, morphology }: SvgWork, size: SvgSize, bitmap: SvgSize): boolean {
  const scale = bitmap.width / size.width;
  const all = layers + MORPHOLOGY_SHARE * morphology * scale * scale;
  return all * bitmap.width * bitmap.height <= MAX_LAYER_PIXELS;
}

/** The first of 512, 1,024 and 2,048 that is large enough, so that halves are the same sides. */
function leastSideOf(own: number, { filterSteps }: SvgWork): number {
  let least = LEAST_SIDE;
  if (filterSteps === 0) return least;
  while (least > SMALLEST_SIDE && least / 2 >= LEAST_SCALE * own) least /= 2;
  return least;
}

function chooseBitmap(size: SvgSize, work: SvgWork): SvgSize {
  const own = Math.max(size.width, size.height);
  const most = Math.min(MOST_SIDE, Math.max(leastSideOf(own, work), own));
  for (let side = most; side >= SMALLEST_SIDE; side = Math.floor(side / 2)) {
    const bitmap = bitmapOf(size, side);
    if (isWithin(work, size, bitmap)) return bitmap;
  }
  return refuseSvg('complex');
}

/**
 * The same drawing, written from a list of permitted elements, and the size of its bitmap. The
 * longer side has 2,048 pixels, or its own number up to 4,096. A small drawing with filters has 512
 * or 1,024, which is at least four times its own size. A drawing of many layers has fewer, down to
 * 512. An ImageFileFault with the cure for a file that can't be drawn safely.
 */
export function rebuildSvg(bytes: Uint8Array): RebuiltSvg {
  const read = readSvg(bytes);
  checkDrawable(read.root);
  const own = placeSteps(orderMarkers(paintContexts(leaveOutText(read))));
  const drawing = arrangeReferences(turnFilters(placePaints(arrangeResources(own))));
  const size = readSvgSize(drawing.root.attributes);
  const work = measureSvg(drawing);
  if (work.elements > MAX_DRAWN_ELEMENTS || work.pixels > LIMITS.maxInputPixels) {
    return refuseSvg('complex');
  }
  const bitmap = chooseBitmap(size, work);
  const root = scaleLights(drawing.root, size, bitmap);
  const attributes = new Map([
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ...root.attributes,
    ['width', String(size.width)],
    ['height', String(size.height)],
  ]);
  if (!readBox(attributes)) attributes.delete('viewBox');
  const writer = new Writer();
  writer.write({ ...root, attributes });
  return { svg: writer.text(), ...bitmap };
}
