import type { Draft } from '../draft.ts';
import { base64Text, decoded, numberOf, REASONS } from '../read-values.ts';
import { type OldOverlay, setOpacity, setOverlay } from '../set-overlay.ts';
import { isFraction } from '../set-size.ts';
import { COMPASS, type Component } from './cloudinary-text.ts';
import { namesOfId } from './public-id.ts';

/** Layers that are no image: videos, subtitles, and tables of colours. */
const OTHER_KINDS = /^(text|video|subtitles|lut|audio):/;

/** Whether a component draws an image. */
export function isImageLayer(component: Component): boolean {
  return component.some(([name, value]) => name === 'l' && !OTHER_KINDS.test(value));
}

/** A remote image has its URL in base64. */
function namesOf(sent: string): readonly string[] {
  if (sent.startsWith('fetch:')) return [base64Text(sent.slice('fetch:'.length)) ?? sent];
  return namesOfId(sent);
}

function widthOf(component: Component, w: string): OldOverlay['width'] {
  const size = numberOf(w);
  if (size === undefined || size <= 0) return undefined;
  const hasFlag = component.some(([name, value]) => name === 'fl' && /\brelative\b/.test(value));
  const isRelative = hasFlag && isFraction(w);
  if (isFraction(w) && !isRelative) return undefined; // a share of the layer's own width
  return isRelative ? { percent: size * 100 } : { pixels: size };
}

/** Flags that are read with the width, or change no pixel. */
const FLAGS_READ = ['relative', 'layer_apply', 'no_overflow'];

function readFlags(draft: Draft, value: string): void {
  for (const flag of value.split('.')) {
    if (flag === 'tiled') draft.set('fl', 'overlay-tile', 1);
    else if (!FLAGS_READ.includes(flag)) {
      draft.note('fl', 'unmappable', `The flag ${flag} does not exist for an overlay here.`);
    }
  }
}

function readOther(draft: Draft, name: string, value: string): void {
  if (name === 'fl') readFlags(draft, value);
  else if (name === 'o') setOpacity(draft, 'o', numberOf(value) ?? Number.NaN);
  else if (name === 'x' || name === 'y') {
    if (numberOf(value) !== 0) draft.note(name, 'unmappable', REASONS.overlayOffset);
  } else if (name === 'h') draft.note('h', 'unmappable', REASONS.overlayHeight);
  else if (name === 'c') {
    const keepsShape = ['scale', 'fit', 'limit', 'mfit'].includes(value);
    if (!keepsShape) draft.note('c', 'unmappable', REASONS.overlayShape);
  } else draft.note(name, 'unmappable', REASONS.overlayShape);
}

/** Parameters that are read together. */
const READ = ['l', 'g', 'w'];

/** Draws the image of a component over the image, or names the reason why it stays out. */
export function applyLayer(draft: Draft, component: Component): void {
  const values = new Map(component);
  const gravity = values.get('g') ?? 'center';
  const position = Object.hasOwn(COMPASS, gravity) ? COMPASS[gravity] : undefined;
  const names = { image: 'l', position: 'g', width: 'l' };
  const width = widthOf(component, values.get('w') ?? '');
  const old = { names: namesOf(values.get('l') ?? ''), position, width };
  if (!setOverlay(draft, names, old)) return;
  if (position === undefined) draft.note('g', 'unmappable', REASONS.detection);
  for (const [name, value] of component) {
    if (!READ.includes(name)) readOther(draft, name, decoded(value));
  }
}
