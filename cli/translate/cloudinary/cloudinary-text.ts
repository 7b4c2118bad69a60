import type { Draft } from '../draft.ts';
import { colourOf, decoded, numberOf, REASONS } from '../read-values.ts';
import { isFraction } from '../set-size.ts';
import { type OldWidth, setText } from '../text/set-text.ts';
import type { Values } from '../translation.ts';

/** One part of a transformation, between two slashes. */
export type Component = readonly (readonly [name: string, value: string])[];

/** Our place for each gravity that names one. */
export const COMPASS: Readonly<Record<string, NonNullable<Values['overlay-position']>>> = {
  center: 'center',
  north: 'top',
  north_east: 'top-right',
  east: 'right',
  south_east: 'bottom-right',
  south: 'bottom',
  south_west: 'bottom-left',
  west: 'left',
  north_west: 'top-left',
};

const isLayer = (component: Component) => component.some(([name]) => name === 'l' || name === 'u');
const ends = (component: Component) =>
  component.some(([name, value]) => name === 'fl' && value.split('.').includes('layer_apply'));

/** Whether a component draws a text. */
export function isText(component: Component): boolean {
  return component.some(([name, value]) => name === 'l' && value.startsWith('text:'));
}

/** The place of the `fl_layer_apply` of a layer; undefined if another layer begins before it. */
function endOfLayer(components: readonly Component[], from: number): number | undefined {
  for (let at = from; at < components.length; at += 1) {
    const component = components[at] ?? [];
    if (isLayer(component)) return undefined;
    if (ends(component)) return at;
  }
  return undefined;
}

/** Components in which each layer is one, with those up to its `fl_layer_apply`. */
export function joinLayers(components: readonly Component[]): readonly Component[] {
  const joined: Component[] = [];
  for (let at = 0; at < components.length; at += 1) {
    const component = components[at] ?? [];
    const isOpen = isLayer(component) && !ends(component);
    const end = isOpen ? endOfLayer(components, at + 1) : undefined;
    joined.push(end === undefined ? component : components.slice(at, end + 1).flat());
    at = end ?? at;
  }
  return joined;
}

/** The width of a text that is scaled to `w`; else of its letters. */
function widthOf(draft: Draft, fontPixels: number, component: Component): OldWidth {
  const values = new Map(component);
  const [w, c] = [values.get('w'), values.get('c')];
  const isRelative = component.some(([name, value]) => name === 'fl' && /\brelative\b/.test(value));
  if (w === undefined) return { fontPixels };
  const isScaled = c === undefined || c === 'scale';
  const size = numberOf(w);
  if (size === undefined || size <= 0 || !(isScaled || c === 'fit' || c === 'limit')) {
    draft.note(isScaled ? 'w' : 'c', 'unmappable', REASONS.textLine);
    return { fontPixels };
  }
  if (!isScaled) return { fontPixels, linePixels: size };
  return isRelative && isFraction(w) ? { percent: size * 100 } : { pixels: size };
}

/** Flags of a text that are read with its width, or change no pixel. */
const FLAGS_READ = ['relative', 'layer_apply', 'no_overflow'];

function readFlags(draft: Draft, value: string): void {
  for (const flag of value.split('.')) {
    if (flag === 'tiled') draft.set('fl', 'overlay-tile', 1);
    else if (!FLAGS_READ.includes(flag)) {
      draft.note('fl', 'unmappable', `The flag ${flag} does not exist for a text here.`);
    }
  }
}

/** Parameters that are read together. */
const READ = ['l', 'co', 'g', 'w', 'c'];

function readOther(draft: Draft, name: string, value: string): void {
  if (name === 'fl') readFlags(draft, value);
  else if (name === 'o') draft.set('o', 'overlay-opacity', numberOf(value) ?? Number.NaN);
  else if (name === 'x' || name === 'y') {
    if (numberOf(value) !== 0) draft.note(name, 'unmappable', REASONS.textOffset);
  } else if (name === 'a') draft.note('a', 'unmappable', 'A text is never rotated.');
  else draft.note(name, 'unmappable', `${name}_${value} does not exist for a text here.`);
}

type Align = NonNullable<Values['overlay-align']>;

/** The words of a style for the sides of its lines; others are `start`. */
const ALIGNS: Readonly<Record<string, Align>> = { center: 'center', right: 'right', end: 'right' };

interface Style {
  /** Undefined if the style is stored under a name. */
  readonly fontPixels: number | undefined;
  readonly align: Align;
  readonly text: string;
}

/** `Arial_50_bold_center` and the text. */
function readStyle(value: string): Style {
  const [, style = '', ...words] = value.split(':');
  const size = /_(\d{1,4}(?:\.\d+)?)(?:_|$)/.exec(style)?.[1];
  const side = style.split('_').find((word) => Object.hasOwn(ALIGNS, word));
  // commas and slashes are encoded twice
  const text = decoded(decoded(words.join(':')));
  const align = (side !== undefined && ALIGNS[side]) || 'left';
  return { fontPixels: size === undefined ? undefined : Number(size), align, text };
}

/** Draws the text of a component, or names its parts that stay out. */
export function applyText(draft: Draft, component: Component): void {
  const values = new Map(component);
  const { fontPixels, align, text } = readStyle(values.get('l') ?? '');
  if (fontPixels === undefined) {
    const reason = 'The style of the text is stored at Cloudinary, not in the address.';
    draft.note('l', 'unmappable', reason);
    return;
  }
  const gravity = values.get('g') ?? 'center';
  const position = Object.hasOwn(COMPASS, gravity) ? COMPASS[gravity] : undefined;
  const sent = decoded(values.get('co') ?? 'black');
  const names = { text: 'l', color: 'co', position: 'g', width: 'l' };
  const old = {
    text,
    color: colourOf(sent.replace(/^rgb:/, '')),
    position,
    align,
    width: () => widthOf(draft, fontPixels, component),
  };
  if (!setText(draft, names, old)) return;
  if (position === undefined) draft.note('g', 'unmappable', REASONS.detection);
  for (const [name, value] of component) {
    if (!READ.includes(name)) readOther(draft, name, decoded(value));
  }
}
