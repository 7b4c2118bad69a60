import type { Draft } from '../draft.ts';
import {
  colourOf,
  numberOf,
  REASONS,
  setAuto,
  setBackground,
  setDownload,
  setFormat,
  setNumber,
  setQuality,
  setRotation,
} from '../read-values.ts';
import { boxed, type Rules, unmappable } from '../rule.ts';
import { SEPIA, setGamma, setHue, setPixelate, setShift, setTint } from '../set-colours.ts';
import { setBorder, setPad, setTrim } from '../set-frame.ts';
import { namesOfId } from './public-id.ts';

/** The parameters of one component that decide its size together. */
export type Box = { -readonly [Name in 'ar' | 'c' | 'g' | 'h' | 'r' | 'w' | 'x' | 'y']?: string };

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

/** The level of sepia without a number. */
const SEPIA_LEVEL = '80';
/** A hundred levels of hue are half a turn. */
const DEGREES_PER_LEVEL = 1.8;

/** The effects with an equal, by their names. */
const EFFECTS: Readonly<Record<string, (draft: Draft, value: string) => void>> = {
  grayscale: (draft) => draft.set('e', 'grayscale', true),
  negate: (draft) => draft.set('e', 'negate', true),
  trim: (draft, value) => setTrim(draft, 'e', value),
  pixelate: (draft, value) => setPixelate(draft, 'e', value),
  brightness: (draft, value) => setShift(draft, 'e', 'brightness', value),
  contrast: (draft, value) => setShift(draft, 'e', 'contrast', value),
  saturation: (draft, value) => setShift(draft, 'e', 'saturation', value),
  hue: (draft, value) => {
    const level = numberOf(value);
    setHue(draft, 'e', level === undefined ? undefined : level * DEGREES_PER_LEVEL);
  },
  gamma: (draft, value) => {
    const level = numberOf(value);
    setGamma(draft, 'e', level === undefined ? undefined : 1 + level / 100);
  },
  sepia: (draft, value) => setTint(draft, 'e', SEPIA, Number(value || SEPIA_LEVEL) / 100),
};

function readEffect(draft: Draft, value: string): void {
  const [effect = '', strength = ''] = value.split(':');
  if (Object.hasOwn(EFFECTS, effect)) EFFECTS[effect]?.(draft, strength);
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
    } else if (name === 'attachment') setDownload(draft, 'fl', flag.slice(name.length + 1));
    else draft.note('fl', 'unmappable', `The flag ${name} does not exist here.`);
  }
}

/** GIFs have a frame in place of a page. */
function readPage(draft: Draft, value: string): void {
  if (value === '1') draft.set('pg', 'frame', 0);
  else draft.note('pg', 'unmappable', REASONS.firstFrame);
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
  e: {
    to: `${Object.keys(EFFECTS).join(', ')}; other effects not`,
    about: REASONS.colours,
    read: readEffect,
  },
  f: { to: 'extension', about: `With auto: ${REASONS.auto}`, read: readFormat },
  fl: { to: 'download; dropped if it changes no pixel; others not', read: readFlags },
  co: {
    to: 'overlay-color, of a text',
    read: (draft) => draft.note('co', 'unmappable', REASONS.noColours),
  },
  g: boxed('g', 'position; overlay-position, of a layer'),
  h: boxed('h', 'height'),
  l: {
    to: 'overlay, by the table of addresses; overlay-text of a text with its size',
    about: `${REASONS.font} ${REASONS.wholePercent}`,
    read: (draft) => draft.note('l', 'unmappable', REASONS.layers),
  },
  o: {
    to: 'overlay-opacity, of a layer',
    read: (draft) => draft.note('o', 'unmappable', 'The image itself is never transparent.'),
  },
  q: { to: 'quality', about: REASONS.quality, read: readQuality },
  pg: { to: 'frame, if it is the first one', read: readPage },
  r: {
    ...boxed('r', 'radius, where all corners have one; mask, where max is of a square'),
    about: 'Corners are smoothed by another formula.',
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
    'so',
    'sp',
    'vc',
    'vs',
  ]),
  ...unmappable(REASONS.layers, ['u']),
  cs: { unmappable: REASONS.srgb },
  d: {
    to: 'fallback, by the table of addresses',
    read: (draft, value) => {
      draft.images.fallback = { parameter: 'd', names: namesOfId(value) };
    },
  },
  fn: { unmappable: 'There are no custom functions.' },
  if: { unmappable: 'There are no conditions.' },
  p: { dropped: 'It only prefixes names of CSS classes.' },
  z: { unmappable: REASONS.detection },
  $: { unmappable: 'There are no variables.' },
};
