import type { Draft } from '../draft.ts';
import {
  colourOf,
  numberOf,
  REASONS,
  setAuto,
  setBackground,
  setFormat,
  setNumber,
  setQuality,
  setRotation,
} from '../read-values.ts';
import { boxed, type Rules, unmappable } from '../rule.ts';
import { setBorder, setPad, setTrim } from '../set-frame.ts';

/** The parameters of one component that decide its size together. */
export type Box = { -readonly [Name in 'ar' | 'c' | 'g' | 'h' | 'w' | 'x' | 'y']?: string };

function readAngle(draft: Draft, value: string): void {
  for (const part of value.split('.')) {
    if (part === 'hflip') draft.set('a', 'flop', true);
    else if (part === 'vflip') draft.set('a', 'flip', true);
    else {
      const degrees = numberOf(part);
      if (degrees === undefined) {
        draft.note('a', 'unmappable', REASONS.upright);
      } else setRotation(draft, 'a', degrees);
      if (degrees !== undefined && degrees % 180 !== 0) {
        draft.note('a', 'approximate', REASONS.turnedFirst);
      }
    }
  }
}

/** The levels of `q_auto`; `good` is the one without a name. */
const AUTO_LEVELS: Readonly<Record<string, 'auto' | 'auto-low' | 'auto-high'>> = {
  best: 'auto-high',
  good: 'auto',
  eco: 'auto-low',
  low: 'auto-low',
};

function readQuality(draft: Draft, value: string): void {
  const [number = '', ...more] = value.split(':');
  if (numberOf(number) !== undefined) {
    setQuality(draft, 'q', number);
    if (more.length > 0) draft.note('q', 'unmappable', REASONS.encoder);
  } else if (number === 'auto') {
    draft.set('q', 'quality', AUTO_LEVELS[more[0] ?? 'good'] ?? 'auto');
    draft.note('q', 'approximate', REASONS.autoQuality);
  } else draft.note('q', 'approximate', REASONS.defaultQuality);
}

function readEffect(draft: Draft, value: string): void {
  const [effect = '', tolerance = ''] = value.split(':');
  if (effect === 'grayscale') draft.set('e', 'grayscale', true);
  else if (effect === 'negate') draft.set('e', 'negate', true);
  else if (effect === 'trim') setTrim(draft, 'e', tolerance);
  else if (effect === 'blur' || effect === 'sharpen' || effect === 'unsharp_mask') {
    draft.note('e', 'unmappable', REASONS.blurScale);
  } else draft.note('e', 'unmappable', `The effect ${effect} does not exist here.`);
}

/** A solid border around the image: margins of its width, and the border on them. */
function readBorder(draft: Draft, value: string): void {
  const [, width = '', sent = ''] = /^(\d+)px_solid_(.+)$/.exec(value) ?? [];
  const colour = colourOf(sent.replace(/^rgb:/, ''));
  setBorder(draft, 'bo', width, colour);
  if (draft.values.border !== undefined) setPad(draft, 'bo', [width]);
}

const ROUNDED = 'Corners are smoothed by another formula, and max is no oval.';

function readRadius(draft: Draft, value: string): void {
  const radius = value === 'max' ? 8192 : Number(/^\d{1,4}$/.exec(value)?.[0]);
  if (Number.isNaN(radius) || radius > 8192) {
    draft.note('r', 'unmappable', 'It must be max or one radius in pixels.');
    return;
  }
  draft.set('r', 'radius', radius);
  draft.note('r', 'approximate', ROUNDED);
}

/** Flags that change no pixel. */
const FLAGS_WITHOUT_EFFECT = [
  'any_format',
  'awebp',
  'force_strip',
  'immutable_cache',
  'lossy',
  'progressive',
  'strip_profile',
];

function readFlags(draft: Draft, value: string): void {
  for (const flag of value.split('.')) {
    const [name = ''] = flag.split(':');
    if (FLAGS_WITHOUT_EFFECT.includes(name)) {
      draft.note('fl', 'dropped', `The flag ${name} changes no pixel.`);
    } else draft.note('fl', 'unmappable', `The flag ${name} does not exist here.`);
  }
}

function readFormat(draft: Draft, value: string): void {
  const [format = ''] = value.split(':');
  if (format === 'auto') setAuto(draft, 'f');
  else setFormat(draft, 'f', format);
}

/** THE translation of Cloudinary's parameters. */
export const CLOUDINARY_RULES: Rules<Box> = {
  a: { to: 'rotate, flip, flop', about: REASONS.turnedFirst, read: readAngle },
  ar: boxed('ar', 'width or height, from the other one'),
  b: {
    to: 'background',
    read: (draft, value) => setBackground(draft, 'b', value.replace(/^rgb:/, '')),
  },
  c: boxed('c', 'fit, enlarge or crop, by the mode'),
  dpr: { to: 'dpr', read: (draft, value) => setNumber(draft, 'dpr', 'dpr', value) },
  bo: { to: 'border and pad', about: REASONS.border, read: readBorder },
  e: { to: 'grayscale, negate, trim; other effects not', read: readEffect },
  f: { to: 'extension', about: `With auto: ${REASONS.auto}`, read: readFormat },
  fl: { to: 'dropped if it changes no pixel; others not', read: readFlags },
  co: {
    to: 'overlay-color, of a text',
    read: (draft) => draft.note('co', 'unmappable', REASONS.colours),
  },
  g: boxed('g', 'position; overlay-position, of a text'),
  h: boxed('h', 'height'),
  l: {
    to: 'overlay-text and overlay-width, where it is a text with its size; other layers not',
    about: REASONS.font,
    read: (draft) => draft.note('l', 'unmappable', REASONS.layers),
  },
  o: {
    to: 'overlay-opacity, of a text',
    read: (draft) => draft.note('o', 'unmappable', REASONS.colours),
  },
  q: { to: 'quality', about: REASONS.quality, read: readQuality },
  r: {
    to: 'radius, where all corners have one; max is the largest',
    about: ROUNDED,
    read: readRadius,
  },
  t: {
    to: 'preset',
    but: REASONS.preset,
    read: (draft, value) => draft.set('t', 'preset', value),
  },
  w: boxed('w', 'width'),
  x: boxed('x', 'crop, with c_crop; position, with g_xy_center'),
  y: boxed('y', 'crop, with c_crop; position, with g_xy_center'),
  ...unmappable(REASONS.video, [
    'ac',
    'af',
    'bl',
    'br',
    'dl',
    'dn',
    'du',
    'eo',
    'fps',
    'ki',
    'pg',
    'so',
    'sp',
    'vc',
    'vs',
  ]),
  ...unmappable(REASONS.layers, ['u']),
  cs: { unmappable: REASONS.srgb },
  d: { unmappable: REASONS.missing },
  fn: { unmappable: 'There are no custom functions.' },
  if: { unmappable: 'There are no conditions.' },
  p: { dropped: 'It only prefixes names of CSS classes.' },
  z: { unmappable: REASONS.detection },
  $: { unmappable: 'There are no variables.' },
};
