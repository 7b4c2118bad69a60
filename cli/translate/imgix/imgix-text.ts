import type { Draft } from '../draft.ts';
import { numberOf, REASONS } from '../read-values.ts';
import { type OldWidth, setText } from '../text/set-text.ts';
import type { Values } from '../translation.ts';
import { type ImgixBox, imgixColour } from './imgix-rules.ts';

const PARTS = ['txt-align', 'txt-color', 'txt-fit', 'txt-font', 'txt-size', 'txt-width'] as const;

/** In pixels, without `txt-size`. */
const DEFAULT_SIZE = '12';

/** The corner of two words, each of which has its own default. */
function positionOf(align: string): Values['overlay-position'] {
  const words = align.split(',').map((word) => word.trim());
  const vertical = ['top', 'middle', 'bottom'].find((word) => words.includes(word)) ?? 'bottom';
  const horizontal = ['left', 'center', 'right'].find((word) => words.includes(word)) ?? 'right';
  const sides = [vertical, horizontal].filter((word) => word !== 'middle' && word !== 'center');
  return (sides.join('-') || 'center') as Values['overlay-position'];
}

/** The width of a text, and a note for the parts of it that stay out. */
function widthOf(draft: Draft, box: ImgixBox): OldWidth {
  const { 'txt-fit': fit, 'txt-width': width, 'txt-size': size = DEFAULT_SIZE } = box;
  const fontPixels = numberOf(size);
  if (fontPixels === undefined || fontPixels <= 0) {
    draft.note('txt-size', 'unmappable', 'It must be a number of pixels.');
  }
  const letters = { fontPixels: fontPixels || Number(DEFAULT_SIZE) };
  if (fit === 'max') {
    const maxPixels = numberOf(width ?? '') ?? draft.values.width;
    return { ...letters, maxPixels };
  }
  if (fit !== undefined) draft.note('txt-fit', 'unmappable', REASONS.textLine);
  if (width !== undefined) draft.note('txt-width', 'unmappable', REASONS.textLine);
  return letters;
}

/** Sets the text of an address, or names its parts; the image has its size by then. */
export function setImgixText(draft: Draft, box: ImgixBox): void {
  const { txt: text = '' } = box;
  if (text === '') {
    for (const name of PARTS) {
      if (box[name] !== undefined) draft.note(name, 'dropped', 'It needs txt.');
    }
    if (box.txt !== undefined) draft.note('txt', 'dropped', 'It has no text.');
    return;
  }
  const names = { text: 'txt', color: 'txt-color', position: 'txt-align', width: 'txt-size' };
  setText(draft, names, {
    text,
    color: imgixColour(box['txt-color'] ?? '000000'),
    position: positionOf(box['txt-align'] ?? ''),
    width: () => widthOf(draft, box),
  });
}
