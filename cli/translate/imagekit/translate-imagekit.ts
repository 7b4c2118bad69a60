import { createDraft, type Draft, translationOf } from '../draft.ts';
import { decoded, REASONS, setSide, splitAddress } from '../read-values.ts';
import { applyRule } from '../rule.ts';
import { setCorners } from '../set-frame.ts';
import {
  fillSide,
  type Mode,
  modeOf,
  setAttention,
  setMode,
  setRectangle,
  wholeRatio,
} from '../set-size.ts';
import { AddressError, type Translation } from '../translation.ts';
import { applyImagekitLayer, PLACES } from './imagekit-layer.ts';
import {
  IMAGEKIT_QUERY_RULES,
  IMAGEKIT_RULES,
  type ImagekitBox,
  pixelsOf,
} from './imagekit-rules.ts';

const MODES: Readonly<Record<string, Mode>> = {
  maintain_ratio: { fit: 'cover', mayEnlarge: true },
  force: { fit: 'fill', mayEnlarge: true },
  at_max: { fit: 'inside', mayEnlarge: false },
  at_max_enlarge: { fit: 'inside', mayEnlarge: true },
  at_least: { fit: 'outside', mayEnlarge: true },
  pad_resize: { fit: 'contain', mayEnlarge: true },
};

type Pair = readonly [name: string, value: string];

const pairOf = (part: string): Pair => {
  const at = part.indexOf('-');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
};

/** Pairs of one step, in which each layer is a list of its own. */
function readStep(step: string): { readonly pairs: Pair[]; readonly layers: Pair[][] } {
  const pairs: Pair[] = [];
  const layers: Pair[][] = [];
  let layer: Pair[] | undefined;
  for (const part of step.split(',').filter((one) => one !== '')) {
    const pair = pairOf(part);
    if (pair[0] === 'l' && pair[1] === 'end') layer = undefined;
    else if (pair[0] === 'l') {
      layer = [pair];
      layers.push(layer);
    } else (layer ?? pairs).push(pair);
  }
  return { pairs, layers };
}

function setFocus(draft: Draft, focus: string): void {
  if (Object.hasOwn(PLACES, focus)) draft.set('fo', 'position', PLACES[focus] ?? 'center');
  else if (focus === 'auto' || focus === 'face') setAttention(draft, 'fo');
  else draft.note('fo', 'unmappable', REASONS.detection);
}

/** A part of the original; its corner must be known. */
function setExtract(draft: Draft, { w = '', h = '', x, y, fo, xc, yc }: ImagekitBox): void {
  const isKnown = fo === undefined && (xc ?? yc) === undefined && (x ?? y) !== undefined;
  const sides = isKnown ? [x ?? '0', y ?? '0', w, h] : [];
  setRectangle(draft, 'cm', sides, 'A rectangle needs x and y; this one depends on the image.');
}

function setRatio(draft: Draft, box: ImagekitBox): boolean {
  const ar = (box.ar ?? '').replace(/[-_]/, ':');
  const sides = { ar, ...(box.w && { w: box.w }), ...(box.h && { h: box.h }) };
  if (fillSide(sides)) {
    Object.assign(box, sides);
    return true;
  }
  const ratio = (box.w ?? box.h) === undefined ? wholeRatio(ar) : undefined;
  if (ratio !== undefined) draft.set('ar', 'ratio', ratio);
  else draft.note('ar', 'unmappable', 'An aspect ratio needs one side at most, in pixels.');
  return ratio !== undefined;
}

function setBox(draft: Draft, box: ImagekitBox): void {
  if (box.cm === 'extract') {
    setExtract(draft, box);
    return;
  }
  const hasRatio = box.ar !== undefined && setRatio(draft, box);
  const { w, h, c, cm, fo } = box;
  if ((w ?? h) === undefined && !hasRatio) {
    const isAlone = (c ?? cm ?? fo) !== undefined;
    if (isAlone) draft.note('c, cm, fo', 'dropped', 'They need a width or a height.');
    return;
  }
  for (const [name, side, value] of [['w', 'width', w] as const, ['h', 'height', h] as const]) {
    if (value === undefined) continue;
    if (pixelsOf(value) !== undefined) setSide(draft, name, side, value);
    else draft.note(name, 'unmappable', `${side} must be an integer in pixels.`);
  }
  const mode = modeOf(draft, cm === undefined ? 'c' : 'cm', MODES, cm ?? c ?? 'maintain_ratio');
  if (mode) setMode(draft, 'c', mode);
  for (const name of ['x', 'y', 'xc', 'yc'] as const) {
    if (box[name] !== undefined) draft.note(name, 'unmappable', 'It needs cm-extract.');
  }
  if (fo !== undefined) setFocus(draft, fo);
}

/** Whether an earlier step had a size. */
interface State {
  isSized?: boolean;
}

function applyStep(draft: Draft, step: string, state: State): void {
  const box: ImagekitBox = {};
  const { pairs, layers } = readStep(step);
  for (const [name, value] of pairs) {
    applyRule(IMAGEKIT_RULES, name, [draft, decoded(value), box]);
  }
  const hasBox = (box.w ?? box.h) !== undefined;
  if (hasBox && state.isSized) draft.note('w, h', 'unmappable', 'An address resizes once.');
  else setBox(draft, box);
  if (hasBox) state.isSized = true;
  if (box.r !== undefined) setCorners(draft, 'r', box.r);
  for (const layer of layers) applyImagekitLayer(draft, layer);
}

/** Reads an address of ImageKit. Throws an AddressError if it has no image. */
export function translateImagekit(address: string): Translation {
  const { host, path, pairs } = splitAddress(address);
  const draft = createDraft();
  const segments = path.split('/').filter((segment) => segment !== '');
  // the first segment is the account's
  const own = host === 'ik.imagekit.io' ? segments.slice(1) : segments;
  const steps: string[] = [];
  const names = own.filter((segment) => {
    if (!segment.startsWith('tr:')) return true;
    for (const step of segment.slice('tr:'.length).split(':')) steps.push(step);
    return false;
  });
  for (const [name, value] of pairs) {
    if (name === 'tr') for (const step of value.split(':')) steps.push(step);
    else applyRule(IMAGEKIT_QUERY_RULES, name, [draft, value, {}], `?${name}`);
  }
  const state: State = {};
  for (const step of steps) applyStep(draft, step, state);
  const name = decoded(names.join('/'));
  if (name === '') throw new AddressError('The address has no path of an image.');
  return translationOf(draft, name);
}
