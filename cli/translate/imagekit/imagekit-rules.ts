import type { Draft } from '../draft.ts';
import {
  colourOf,
  isOn,
  numberOf,
  REASONS,
  setAuto,
  setBackground,
  setDegrees,
  setFormat,
  setNumber,
  setQuality,
} from '../read-values.ts';
import { boxed, type Rules, unmappable } from '../rule.ts';
import { setBorder, setTrim } from '../set-frame.ts';

export type ImagekitBox = {
  -readonly [Name in 'ar' | 'c' | 'cm' | 'fo' | 'h' | 'r' | 'w' | 'x' | 'xc' | 'y' | 'yc']?: string;
};

function readFormat(draft: Draft, value: string): void {
  if (value === 'auto') setAuto(draft, 'f');
  else if (value !== 'orig') setFormat(draft, 'f', value);
  else draft.note('f', 'dropped', REASONS.asStored);
}

function readFlip(draft: Draft, value: string): void {
  if (!/^(h|v|h_v|v_h)$/.test(value)) draft.note('fl', 'unmappable', 'It must be h, v or h_v.');
  if (value.includes('h')) draft.set('fl', 'flop', true);
  if (value.includes('v')) draft.set('fl', 'flip', true);
}

function readBorder(draft: Draft, value: string): void {
  const [width = '', colour = ''] = value.split('_');
  setBorder(draft, 'b', width, colourOf(colour));
}

function readEffect(draft: Draft, value: string): void {
  if (value === 'grayscale') draft.set('e', 'grayscale', true);
  else if (/^(sharpen|usm)/.test(value)) draft.note('e', 'unmappable', REASONS.blurScale);
  else draft.note('e', 'unmappable', `The effect ${value} does not exist here.`);
}

/** Words of SDKs that add a path, and names without an effect. */
export const IMAGEKIT_QUERY_RULES: Rules<object> = {
  'ik-attachment': {
    to: 'download',
    read: (draft, value) => {
      if (isOn(value)) draft.set('ik-attachment', 'download', 1);
      else draft.note('ik-attachment', 'dropped', REASONS.off);
    },
  },
  'ik-s': { dropped: REASONS.signature },
  'ik-t': { dropped: REASONS.signature },
  'ik-sdk-version': { dropped: REASONS.cacheBuster },
  'ik-obj-version': { dropped: REASONS.cacheBuster },
  updatedAt: { dropped: REASONS.cacheBuster },
};

/** THE translation of ImageKit's parameters. */
export const IMAGEKIT_RULES: Rules<ImagekitBox> = {
  w: boxed('w', 'width'),
  h: boxed('h', 'height'),
  ar: boxed('ar', 'width or height, from the other one; ratio without both'),
  c: boxed('c', 'fit, enlarge'),
  cm: boxed('cm', 'fit, or crop with x and y'),
  fo: boxed('fo', 'position'),
  x: boxed('x', 'crop, with cm-extract'),
  y: boxed('y', 'crop, with cm-extract'),
  xc: boxed('xc', 'not: it depends on the size of the image'),
  yc: boxed('yc', 'not: it depends on the size of the image'),
  r: {
    ...boxed('r', 'radius, where all corners have one; mask, where max is of a square'),
    about: 'Corners are smoothed by another formula.',
  },
  q: {
    to: 'quality',
    about: REASONS.quality,
    read: (draft, value) => setQuality(draft, 'q', value),
  },
  f: { to: 'extension', about: REASONS.auto, read: readFormat },
  dpr: { to: 'dpr', read: (draft, value) => setNumber(draft, 'dpr', 'dpr', value) },
  bg: { to: 'background', read: (draft, value) => setBackground(draft, 'bg', value) },
  b: { to: 'border', about: REASONS.border, read: readBorder },
  rt: { to: 'rotate', read: (draft, value) => setDegrees(draft, 'rt', value) },
  fl: { to: 'flip, flop', read: readFlip },
  e: { to: 'grayscale; other effects not', read: readEffect },
  t: {
    to: 'trim',
    about: REASONS.trim,
    read: (draft, value) => {
      if (value !== 'false') setTrim(draft, 't', value === 'true' ? '' : value);
      else draft.note('t', 'dropped', REASONS.off);
    },
  },
  di: {
    to: 'fallback, by the table of addresses',
    read: (draft, value) => {
      draft.images.fallback = { parameter: 'di', names: [value.replaceAll('@@', '/')] };
    },
  },
  n: {
    to: 'preset',
    but: REASONS.preset,
    read: (draft, value) => draft.set('n', 'preset', value),
  },
  l: {
    to: 'overlay, by the table of addresses, or overlay-text',
    about: `${REASONS.font} ${REASONS.wholePercent}`,
    read: (draft) => draft.note('l', 'unmappable', REASONS.layers),
  },
  ...unmappable(REASONS.blurScale, ['bl']),
  ...unmappable(REASONS.video, ['vc', 'ac', 'so', 'eo', 'du', 'sr', 'pg']),
  ...unmappable(REASONS.encoder, ['lo', 'cp']),
  ...unmappable(REASONS.detection, ['z']),
  ...unmappable('The image itself is never transparent.', ['o']),
  ...unmappable('There are no conditions.', ['if']),
  orig: { dropped: REASONS.asStored },
  pr: { dropped: 'It changes no pixel.' },
  md: { dropped: REASONS.metadata },
};

/** A number of pixels, or undefined for a share of the image and for formulas. */
export const pixelsOf = (text: string | undefined) => {
  const number = numberOf(text ?? '');
  return number !== undefined && Number.isInteger(number) && number >= 1 ? number : undefined;
};
