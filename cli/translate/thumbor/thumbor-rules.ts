import type { Draft } from '../draft.ts';
import {
  colourOf,
  numberOf,
  REASONS,
  setBackground,
  setDegrees,
  setFormat,
  setNumber,
  setQuality,
} from '../read-values.ts';
import { boxed, type Rules, unmappable } from '../rule.ts';
import { setTrim } from '../set-frame.ts';

/** The parts that decide the size together. */
export interface ThumborBox {
  size?: string;
  fit?: 'cover' | 'inside' | 'outside' | 'fill' | 'contain';
  mayEnlarge: boolean;
  horizontal?: string;
  vertical?: string;
  isSmart?: boolean;
}

function readCrop(draft: Draft, value: string): void {
  const [left = 0, top = 0, right = 0, bottom = 0] = value.split(/[x:]/).map(Number);
  if (right === 0 && bottom === 0) return;
  draft.set('crop', 'crop', [left, top, right - left, bottom - top].join(','));
}

function readFill(draft: Draft, value: string, box: ThumborBox): void {
  const [color = ''] = value.split(',');
  if (colourOf(color) === undefined) {
    draft.note('fill', 'unmappable', 'The margins have one colour, in hex digits or by name.');
    return;
  }
  if (box.fit === 'inside') box.fit = 'contain';
  setBackground(draft, 'fill', color);
}

function readBlur(draft: Draft, value: string): void {
  const [radius = '', sigma = radius] = value.split(',');
  setNumber(draft, 'blur', 'blur', sigma.trim());
}

function readTrim(draft: Draft, value: string): void {
  const [, corner = '', tolerance = ''] = value.split(':');
  if (corner === 'bottom-right') draft.note('trim', 'unmappable', REASONS.trimOptions);
  else setTrim(draft, 'trim', tolerance);
}

/** THE translation of thumbor's parts and filters. */
export const THUMBOR_RULES: Rules<ThumborBox> = {
  adaptive: { unmappable: 'The box is never turned with the image.' },
  crop: { to: 'crop', read: readCrop },
  debug: { dropped: REASONS.cacheBuster },
  'fit-in': {
    to: 'fit=inside',
    read: (_, _value, box) => {
      box.fit = 'inside';
      box.mayEnlarge = false;
    },
  },
  full: {
    to: 'fit=outside',
    read: (_, _value, box) => {
      box.fit = 'outside';
    },
  },
  halign: boxed('horizontal', 'position'),
  meta: { unmappable: 'The answer is always the image, without its data as JSON.' },
  size: boxed('size', 'width, height; a minus is flop or flip'),
  smart: {
    to: 'position=attention',
    but: REASONS.attention,
    read: (_, _value, box) => {
      box.isSmart = true;
    },
  },
  trim: { to: 'trim, from the upper left', about: REASONS.trim, read: readTrim },
  valign: boxed('vertical', 'position'),
  autojpg: {
    to: 'extension .jpg',
    but: 'Transparent images become JPEG too.',
    read: (draft) => setFormat(draft, 'autojpg', 'jpg'),
  },
  background_color: {
    to: 'background',
    read: (draft, value) => setBackground(draft, 'background_color', value),
  },
  blur: { to: 'blur', but: 'The kernel has no limit of its radius.', read: readBlur },
  fill: { to: 'fit=contain, background', read: readFill },
  format: { to: 'extension', read: (draft, value) => setFormat(draft, 'format', value) },
  grayscale: { to: 'grayscale', read: (draft) => draft.set('grayscale', 'grayscale', true) },
  no_upscale: {
    to: 'enlarge, which is left out',
    but: REASONS.keepsRatio,
    read: (_, _value, box) => {
      box.mayEnlarge = false;
    },
  },
  quality: {
    to: 'quality',
    about: REASONS.quality,
    read: (draft, value) => setQuality(draft, 'quality', value),
  },
  rotate: {
    to: 'rotate, in the opposite direction',
    but: REASONS.turnedFirst,
    read: (draft, value) => setDegrees(draft, 'rotate', value, -1),
  },
  saturation: {
    to: 'grayscale, if it is 0',
    read: (draft, value) => {
      if (numberOf(value) === 0) draft.set('saturation', 'grayscale', true);
      else draft.note('saturation', 'unmappable', REASONS.colours);
    },
  },
  stretch: {
    to: 'fit=fill',
    read: (_, _value, box) => {
      if (box.fit !== 'inside') box.fit = 'fill';
    },
  },
  upscale: {
    to: 'enlarge',
    read: (_, _value, box) => {
      box.mayEnlarge = true;
    },
  },
  ...unmappable(REASONS.colours, [
    'brightness',
    'colorize',
    'contrast',
    'curve',
    'equalize',
    'noise',
    'rgb',
  ]),
  ...unmappable(REASONS.layers, ['distributed_collage', 'text', 'watermark']),
  ...unmappable(REASONS.frame, ['drop_shadow', 'frame', 'round_corner']),
  ...unmappable(REASONS.detection, ['red_eye']),
  extract_focal: { unmappable: 'The source is never an address of another result.' },
  focal: { unmappable: 'It is in pixels, and the address does not have the size of the image.' },
  ...unmappable(REASONS.encoder, ['max_bytes']),
  convolution: { unmappable: REASONS.kernels },
  sharpen: { unmappable: 'Amount and radius have another meaning than a sigma.' },
  cover: { unmappable: 'Animations keep all frames.' },
  gifv: { unmappable: REASONS.video },
  proportion: { unmappable: REASONS.factor },
  responsive: { unmappable: 'Sizes are never chosen by headers.' },
  max_age: { unmappable: REASONS.headers },
  srgb: { dropped: REASONS.srgb },
  strip_exif: { dropped: REASONS.metadata },
  strip_icc: { dropped: REASONS.srgb },
};
