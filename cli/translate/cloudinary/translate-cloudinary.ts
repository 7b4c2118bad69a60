import { createDraft, type Draft, translationOf } from '../draft.ts';
import { decoded, formatOf, REASONS, setSide, splitAddress } from '../read-values.ts';
import { applyRule } from '../rule.ts';
import { setCorners } from '../set-frame.ts';
import {
  fillSide,
  isFraction,
  type Mode,
  modeOf,
  setAttention,
  setMode,
  setPart,
  setPoint,
  setRectangle,
  wholeRatio,
} from '../set-size.ts';
import { AddressError, type Translation } from '../translation.ts';
import { applyLayer, isImageLayer } from './cloudinary-layer.ts';
import { type Box, CLOUDINARY_RULES } from './cloudinary-rules.ts';
import { applyText, COMPASS, type Component, isText, joinLayers } from './cloudinary-text.ts';

/** The modes of `c`, except for crop, which is a rectangle. */
const MODES: Readonly<Record<string, Mode>> = {
  fill: { fit: 'cover', mayEnlarge: true },
  lfill: { fit: 'cover', mayEnlarge: false },
  fill_pad: { fit: 'cover', mayEnlarge: true, but: 'It never pads instead of cropping.' },
  fit: { fit: 'inside', mayEnlarge: true },
  limit: { fit: 'inside', mayEnlarge: false },
  scale: { fit: 'fill', mayEnlarge: true },
  pad: { fit: 'contain', mayEnlarge: true },
  lpad: { fit: 'contain', mayEnlarge: false },
  auto: { fit: 'cover', mayEnlarge: true, but: REASONS.attention },
  auto_pad: { fit: 'contain', mayEnlarge: true, but: 'It always pads and never crops.' },
  thumb: { fit: 'cover', mayEnlarge: true, but: 'It keeps more than the detected face.' },
  imagga_crop: { fit: 'cover', mayEnlarge: true, but: REASONS.attention },
  imagga_scale: { fit: 'fill', mayEnlarge: true, but: 'It scales all parts equally.' },
};

/** Sets the point of `x` and `y`. */
function setCenter(draft: Draft, { x = '', y = '' }: Box): void {
  if (isFraction(x) && isFraction(y)) setPoint(draft, 'g', x, y);
  else draft.note('g', 'unmappable', 'A point must have two fractions, such as x_0.3,y_0.7.');
}

function setGravity(draft: Draft, mode: string, box: Box): void {
  const { g: gravity } = box;
  const isAuto = mode === 'auto' || mode === 'imagga_crop';
  const named = gravity ?? (isAuto ? 'auto' : mode === 'thumb' ? 'face' : undefined);
  if (named === undefined) return;
  if (Object.hasOwn(COMPASS, named)) draft.set('g', 'position', COMPASS[named] ?? 'center');
  else if (/^(auto|face|faces|adv_face|adv_faces)(:|$)/.test(named)) setAttention(draft, 'g');
  else if (named === 'xy_center') setCenter(draft, box);
  else if (named.startsWith('custom')) {
    draft.note('g', 'unmappable', 'Its coordinates are stored at Cloudinary, not in the address.');
  } else draft.note('g', 'unmappable', REASONS.detection);
}

/** A rectangle, where the old one is known without the size of the image. */
function setCrop(draft: Draft, { w = '', h = '', x, y, g }: Box): void {
  const isCorner = g === 'north_west' || (g === undefined && (x ?? y) !== undefined);
  const place = COMPASS[g ?? 'center'];
  const reason =
    'A rectangle needs w, h and its corner, all in pixels or all in fractions; this one depends on the image.';
  if (isCorner) setRectangle(draft, 'c', [x ?? '0', y ?? '0', w, h], reason);
  else setPart(draft, 'c', { w, h, place: (x ?? y) === undefined ? place : undefined }, reason);
}

/** A ratio without sides is the one of the largest part; with margins, of the image in them. */
function setRatio(draft: Draft, { ar = '', c = 'scale', w, h }: Box): boolean {
  const fit = Object.hasOwn(MODES, c) ? MODES[c]?.fit : undefined;
  const ratio = fit === 'cover' || fit === 'contain' ? wholeRatio(ar) : undefined;
  if (ratio !== undefined && (w ?? h) === undefined) {
    draft.set('ar', 'ratio', ratio);
    return true;
  }
  draft.note('ar', 'unmappable', 'An aspect ratio needs one side in pixels, or a mode with a box.');
  return false;
}

function setBox(draft: Draft, box: Box): void {
  const { c: mode = 'scale', w, h, g, x, y } = box;
  if (mode === 'crop') {
    setCrop(draft, box);
    return;
  }
  const found = modeOf(draft, 'c', MODES, mode);
  if (!found) return;
  if ((x ?? y) !== undefined && g !== 'xy_center') {
    draft.note('x', 'unmappable', 'Offsets exist with c_crop only.');
  }
  if (w !== undefined) setSide(draft, 'w', 'width', w);
  if (h !== undefined) setSide(draft, 'h', 'height', h);
  setMode(draft, 'c', found);
  setGravity(draft, mode, box);
}

const LAST_STEP = 4;
const STEP_OF: Readonly<Record<string, number>> = {
  c_crop: 0,
  a: 1,
  w: 2,
  h: 2,
  ar: 2,
  c: 2,
  e: 3,
};

function nameAndValue(part: string): readonly [string, string] {
  if (part.startsWith('$')) return ['$', part];
  const at = part.indexOf('_');
  return [part.slice(0, at), part.slice(at + 1)];
}

function componentOf(segment: string): Component | undefined {
  const parts = segment.split(',');
  const isComponent = parts.every(
    (part) =>
      /^\$\w+(_|$)/.test(part) ||
      (/^[a-z]+_./.test(part) && Object.hasOwn(CLOUDINARY_RULES, part.slice(0, part.indexOf('_')))),
  );
  return isComponent ? parts.map(nameAndValue) : undefined;
}

/** The first and last steps of a component in our fixed order. */
function stepsOf(component: Component): number[] {
  // its size and its place are of the overlay
  if (isText(component) || isImageLayer(component)) return [LAST_STEP];
  const isCrop = component.some(([name, mode]) => name === 'c' && mode === 'crop');
  return component.flatMap(([name, value]) => {
    const step = STEP_OF[name === 'c' && value === 'crop' ? 'c_crop' : name];
    return step === undefined ? [] : [isCrop && step === 2 ? 0 : step];
  });
}

function applyComponent(draft: Draft, component: Component): void {
  if (isText(component)) {
    applyText(draft, component);
    return;
  }
  if (isImageLayer(component)) {
    applyLayer(draft, component);
    return;
  }
  const isLayer = component.some(
    ([name, value]) => name === 'l' || name === 'u' || (name === 'fl' && value === 'layer_apply'),
  );
  if (isLayer) {
    const names = component.map(([name]) => name).join(', ');
    draft.note(names, 'unmappable', REASONS.layers);
    return;
  }
  const box: Box = {};
  for (const [name, value] of component)
    applyRule(CLOUDINARY_RULES, name, [draft, decoded(value), box]);
  const hasRatio = box.ar !== undefined && !fillSide(box) && setRatio(draft, box);
  const hasBox = (box.w ?? box.h ?? box.c) !== undefined;
  const isSecond = draft.values.width !== undefined || draft.values.height !== undefined;
  if (hasRatio) setBox(draft, box);
  else if (hasBox && isSecond) draft.note('c', 'unmappable', 'An address resizes once.');
  else if (hasBox) setBox(draft, box);
  else if ((box.g ?? box.x ?? box.y) !== undefined) {
    draft.note('g', 'unmappable', 'A position needs a resize in the same component.');
  }
  if (box.r !== undefined) setCorners(draft, 'r', box.r);
}

function applyComponents(draft: Draft, components: readonly Component[]): void {
  let furthest = 0;
  let isConditional = false;
  for (const component of joinLayers(components)) {
    const condition = component.find(([name]) => name === 'if')?.[1];
    isConditional = condition !== undefined ? condition !== 'end' : isConditional;
    if (condition !== undefined || isConditional) {
      applyRule(
        CLOUDINARY_RULES,
        'if',
        [draft, '', {}],
        component.map((pair) => pair.join('_')).join(','),
      );
      continue;
    }
    const steps = stepsOf(component);
    if (steps.some((step) => step < furthest)) {
      const reason = 'Steps have a fixed order: crop, rotate, resize, effects.';
      draft.note(component.map((pair) => pair.join('_')).join(','), 'approximate', reason);
    }
    for (const step of steps) furthest = Math.max(furthest, step);
    applyComponent(draft, component);
  }
}

const DELIVERY_TYPES = ['upload', 'fetch', 'private', 'authenticated'];

/** The segments after the asset type and the delivery type. */
function afterTypes(host: string, segments: readonly string[]): readonly string[] {
  // a private address has no cloud name, and a short one no types
  const from = host === 'res.cloudinary.com' || host === 'cloudinary.com' ? 1 : 0;
  const [asset = '', delivery = ''] = segments.slice(from);
  if (asset === 'video' || asset === 'raw') throw new AddressError(`${asset} is no image.`);
  if (asset === 'iu') return segments.slice(from + 1);
  if (asset === 'images') {
    // the last segment is a suffix for search engines
    const rest = segments.slice(from + 1);
    const extension = /\.\w+$/.exec(rest.at(-1) ?? '')?.[0] ?? '';
    return [...rest.slice(0, -2), `${rest.at(-2) ?? ''}${extension}`];
  }
  if (asset !== 'image') return segments.slice(from);
  if (DELIVERY_TYPES.includes(delivery)) return segments.slice(from + 2);
  throw new AddressError(`The delivery type ${delivery} is of another website.`);
}

function readQuery(draft: Draft, pairs: readonly (readonly [string, string])[]): void {
  for (const [name] of pairs) {
    const reason = name === '__cld_token__' ? REASONS.signature : REASONS.cacheBuster;
    draft.note(`?${name}`, 'dropped', reason);
  }
}

function splitExtension(draft: Draft, name: string): string {
  const [whole = '', word = ''] = /\.([a-z]\w{1,4})$/i.exec(name) ?? [];
  const format = formatOf(word);
  if (whole === '' || format === undefined) return name;
  draft.format ??= format;
  return name.slice(0, -whole.length);
}

/** Reads an address of Cloudinary. Throws an AddressError if it has no image. */
export function translateCloudinary(address: string): Translation {
  const { host, path, pairs } = splitAddress(address);
  const draft = createDraft();
  let rest = [
    ...afterTypes(
      host,
      path.split('/').filter((segment) => segment !== ''),
    ),
  ];
  if (/^s--[\w-]+--$/.test(rest[0] ?? '')) {
    draft.note('s--…--', 'dropped', REASONS.signature);
    rest = rest.slice(1);
  }
  const components: Component[] = [];
  while (components.length < rest.length - 1) {
    const component = componentOf(rest[components.length] ?? '');
    if (!component) break;
    components.push(component);
  }
  rest = rest.slice(components.length);
  applyComponents(draft, components);
  if (rest.length > 1 && /^v\d+$/.test(rest[0] ?? '')) {
    draft.note(rest[0] ?? '', 'dropped', 'The table of addresses names one version.');
    rest = rest.slice(1);
  }
  readQuery(draft, pairs);
  const id = decoded(rest.join('/'));
  if (id === '') throw new AddressError('The address has no public ID.');
  const isRemote = /^https?:\/+/.test(id);
  const name = isRemote ? id.replace(/^(https?:)\/+/, '$1//') : splitExtension(draft, id);
  return translationOf(draft, name);
}
