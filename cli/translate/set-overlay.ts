import type { Draft } from './draft.ts';
import { REASONS } from './read-values.ts';
import type { Values } from './translation.ts';

export type OverlayPosition = NonNullable<Values['overlay-position']>;

/** An image over the image, as an old address has it. */
export interface OldOverlay {
  /** Its names in the old service, the most exact one first. */
  readonly names: readonly string[];
  /** Undefined if it has no equal, which the caller names. */
  readonly position: OverlayPosition | undefined;
  /** In pixels, or in per cent of the image; undefined if it has its own size. */
  readonly width: { readonly pixels: number } | { readonly percent: number } | undefined;
}

/** The old parameters that say these parts, for notes. */
export interface OverlayNames {
  readonly image: string;
  readonly position: string;
  readonly width: string;
}

function setWidth(draft: Draft, parameter: string, width: OldOverlay['width']): void {
  const side = draft.values.width;
  if (width === undefined) draft.note(parameter, 'unmappable', REASONS.overlaySize);
  else if ('percent' in width) setPercent(draft, parameter, width.percent);
  else if (side === undefined) draft.note(parameter, 'unmappable', REASONS.overlayPixels);
  else setPercent(draft, parameter, (100 * width.pixels) / side);
}

function setPercent(draft: Draft, parameter: string, percent: number): void {
  const whole = Math.min(100, Math.max(1, Math.round(percent)));
  draft.set(parameter, 'overlay-width', whole);
  if (Math.abs(whole - percent) > 1e-6) draft.note(parameter, 'approximate', REASONS.wholePercent);
}

/**
 * Draws an image over the image: the table of addresses has its ID. False, with the reason, if
 * there is an overlay already.
 */
export function setOverlay(draft: Draft, names: OverlayNames, old: OldOverlay): boolean {
  if (draft.images.overlay ?? draft.values['overlay-text']) {
    draft.note(names.image, 'unmappable', REASONS.oneOverlay);
    return false;
  }
  draft.images.overlay = { parameter: names.image, names: old.names };
  if (old.position !== undefined) draft.set(names.position, 'overlay-position', old.position);
  setWidth(draft, names.width, old.width);
  return true;
}

/** Sets the opacity in per cent. */
export function setOpacity(draft: Draft, parameter: string, percent: number): void {
  draft.set(parameter, 'overlay-opacity', Math.round(percent));
}

/** The place of two words, each of which may be in the middle. */
export function placeOf(vertical: string, horizontal: string): OverlayPosition | undefined {
  const rows: Readonly<Record<string, readonly (OverlayPosition | undefined)[]>> = {
    top: ['top-left', 'top', 'top-right'],
    middle: ['left', 'center', 'right'],
    bottom: ['bottom-left', 'bottom', 'bottom-right'],
  };
  const at = ['left', 'center', 'right'].indexOf(horizontal);
  return Object.hasOwn(rows, vertical) ? rows[vertical]?.[at] : undefined;
}

/** An offset from an edge as thumbor and DIT write it: `10`, `-10`, `20p`, `center`, `repeat`. */
function sideOf(offset: string, [start, middle, end]: readonly [string, string, string]) {
  if (offset === 'center') return middle;
  return offset.startsWith('-') ? end : start;
}

/** The place that two offsets name; other ones than 0 are noted, and only their edge is kept. */
export function placeOfOffsets(draft: Draft, parameter: string, [x, y]: readonly [string, string]) {
  if ([x, y].some((offset) => !/^(center|repeat|-?0*p?|)$/.test(offset))) {
    draft.note(parameter, 'unmappable', REASONS.overlayOffset);
  }
  const vertical = sideOf(y, ['top', 'middle', 'bottom']);
  return placeOf(vertical, sideOf(x, ['left', 'center', 'right']));
}
