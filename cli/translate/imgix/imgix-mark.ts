import type { Draft } from '../draft.ts';
import { decoded, numberOf, REASONS, splitAddress } from '../read-values.ts';
import { type OldOverlay, placeOf, setOpacity, setOverlay } from '../set-overlay.ts';
import type { ImgixBox } from './imgix-rules.ts';

const PARTS = [
  'mark-align',
  'mark-alpha',
  'mark-base',
  'mark-fit',
  'mark-h',
  'mark-pad',
  'mark-rot',
  'mark-scale',
  'mark-tile',
  'mark-w',
  'mark-x',
  'mark-y',
] as const;

/** Parts that have no equal, but for 0. */
const LEFT_OUT = {
  'mark-h': REASONS.overlayShape,
  'mark-pad': REASONS.overlayOffset,
  'mark-rot': REASONS.overlayShape,
  'mark-x': REASONS.overlayOffset,
  'mark-y': REASONS.overlayOffset,
} as const;

/** The names of an image that is named by its path or its URL. */
function namesOf(draft: Draft, mark: string, base: string): readonly string[] {
  const { host, path, pairs } = splitAddress(`${base}${mark}`);
  if (pairs.length > 0) draft.note('mark', 'unmappable', REASONS.overlayShape);
  const name = decoded(path);
  return host === '' ? [name] : [`https://${host}/${name}`, `http://${host}/${name}`, name];
}

/** Below 1 it is a part of the width of the image. */
function widthOf({
  'mark-w': width = '',
  'mark-scale': scale = '',
}: ImgixBox): OldOverlay['width'] {
  const [size, percent] = [numberOf(width), numberOf(scale)];
  if (size !== undefined && size > 0) return size <= 1 ? { percent: size * 100 } : { pixels: size };
  return percent !== undefined && percent > 0 ? { percent } : undefined;
}

function readParts(draft: Draft, box: ImgixBox): void {
  const { 'mark-alpha': alpha, 'mark-tile': tile, 'mark-fit': fit } = box;
  if (alpha !== undefined) setOpacity(draft, 'mark-alpha', numberOf(alpha) ?? Number.NaN);
  if (tile === 'grid') draft.set('mark-tile', 'overlay-tile', 1);
  else if (tile !== undefined) draft.note('mark-tile', 'unmappable', 'It must be grid.');
  if (fit === 'clip' || fit === 'max') draft.note('mark-fit', 'dropped', 'It keeps its shape.');
  else if (fit !== undefined) draft.note('mark-fit', 'unmappable', REASONS.overlayShape);
  for (const [name, reason] of Object.entries(LEFT_OUT)) {
    const value = box[name as keyof typeof LEFT_OUT];
    if (value === undefined) continue;
    if (value === '0') draft.note(name, 'dropped', REASONS.off);
    else draft.note(name, 'unmappable', reason);
  }
  if (box['mark-pad'] === undefined) {
    draft.note('mark', 'approximate', 'At imgix a margin lies between the mark and the edges.');
  }
}

/** Draws the mark of an address, or names its parts; the image has its size by then. */
export function setImgixMark(draft: Draft, box: ImgixBox): void {
  const { mark = '', 'mark-base': base = '', 'mark-align': align = '' } = box;
  if (mark === '') {
    for (const name of PARTS) {
      if (box[name] !== undefined) draft.note(name, 'dropped', 'It needs mark.');
    }
    if (box.mark !== undefined) draft.note('mark', 'dropped', 'It names no image.');
    return;
  }
  if (mark.includes('~text')) {
    draft.note('mark', 'unmappable', 'The image of a text is made by imgix; use txt.');
    return;
  }
  const words = align.split(',').map((word) => word.trim());
  const vertical = ['top', 'middle', 'bottom'].find((word) => words.includes(word)) ?? 'bottom';
  const horizontal = ['left', 'center', 'right'].find((word) => words.includes(word)) ?? 'right';
  const names = { image: 'mark', position: 'mark-align', width: 'mark-w' };
  const position = placeOf(vertical, horizontal);
  const old = { names: namesOf(draft, mark, base), position, width: widthOf(box) };
  if (setOverlay(draft, names, old)) readParts(draft, box);
}
