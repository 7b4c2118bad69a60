import type { Draft } from '../draft.ts';
import { REASONS } from '../read-values.ts';
import { setCircle, setCorners, setPad } from '../set-frame.ts';
import type { ImgixBox } from './imgix-rules.ts';

const SIDES = ['pad-top', 'pad-right', 'pad-bottom', 'pad-left'] as const;

function setMargins(draft: Draft, box: ImgixBox): void {
  const all = box.pad ?? '0';
  const sent = SIDES.map((side) => box[side] ?? all);
  if (box.pad === undefined && SIDES.every((side) => box[side] === undefined)) return;
  setPad(draft, 'pad', sent);
  if (draft.values.pad !== undefined) draft.note('pad', 'approximate', REASONS.pad);
}

/** In pixels, where `mask=corners` has no radius. */
const DEFAULT_RADIUS = '10';

function setMask(draft: Draft, { mask, 'corner-radius': radius }: ImgixBox): void {
  if (mask === 'ellipse') setCircle(draft, 'mask');
  else if (mask === 'corners') setCorners(draft, 'corner-radius', radius ?? DEFAULT_RADIUS);
  else if (mask !== undefined) draft.note('mask', 'unmappable', REASONS.frame);
  if (radius !== undefined && mask !== 'corners') {
    draft.note('corner-radius', 'dropped', 'It needs mask=corners.');
  }
}

/** Sets margins and corners; the size is known by then. */
export function setImgixFrame(draft: Draft, box: ImgixBox): void {
  setMargins(draft, box);
  const { 'border-radius': radius } = box;
  if (radius === undefined) setMask(draft, box);
  else if (draft.values.border === undefined) {
    draft.note('border-radius', 'dropped', 'It needs border.');
    setMask(draft, box);
  } else {
    setCorners(draft, 'border-radius', radius);
    if (box.mask !== undefined) draft.note('mask', 'unmappable', REASONS.frame);
  }
}
