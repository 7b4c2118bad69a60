import type { Draft } from '../draft.ts';
import {
  colourOf,
  decoded,
  hexOf,
  isOn,
  numberOf,
  REASONS,
  setBackground,
  setDegrees,
  setFormat,
  setNumber,
  setQuality,
} from '../read-values.ts';
import { boxed, type Rules, unmappable } from '../rule.ts';
import { setFactor, setPercent, setShift } from '../set-colours.ts';
import { setCorners, setTrim } from '../set-frame.ts';
import { placeOfOffsets, setOpacity, setOverlay } from '../set-overlay.ts';

/** The parts that decide the size together. */
export interface ThumborBox {
  size?: string;
  fit?: 'cover' | 'inside' | 'outside' | 'fill' | 'contain';
  mayEnlarge: boolean;
  horizontal?: string;
  vertical?: string;
  isSmart?: boolean;
  /** Between 0 and 1; the result is that much smaller. */
  proportion?: number;
}

function readCrop(draft: Draft, value: string): void {
  const [left = 0, top = 0, right = 0, bottom = 0] = value.split(/[x:]/).map(Number);
  if (right === 0 && bottom === 0) return;
  draft.set('crop', 'crop', [left, top, right - left, bottom - top].join(','));
}

function readFill(draft: Draft, value: string, box: ThumborBox): void {
  const [color = '', isBehind = ''] = value.split(',');
  if (colourOf(color) === undefined) {
    draft.note('fill', 'unmappable', 'The margins have one colour, in hex digits or by name.');
    return;
  }
  if (box.fit === 'inside') box.fit = 'contain';
  setBackground(draft, 'fill', color);
  if (!isOn(isBehind.trim())) draft.note('fill', 'approximate', REASONS.behind);
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

/** It is added to all channels; 100 makes all white. */
const brightness = {
  to: 'brightness',
  about: REASONS.colours,
  read: (draft: Draft, value: string) => setShift(draft, 'brightness', 'brightness', value),
};

/** The square of a factor, around 128 in place of 127.5. */
function readContrast(draft: Draft, value: string): void {
  const change = numberOf(value);
  const percent = change === undefined ? undefined : Math.trunc((100 + change) ** 2 / 100);
  setPercent(draft, 'contrast', 'contrast', percent);
}

function readRoundCorner(draft: Draft, value: string): void {
  const [radius = '', red = '', green = '', blue = '', transparent = ''] = value.split(',');
  setCorners(draft, 'round_corner', radius.trim().replace('|', ','));
  const channels = [red, green, blue].map((channel) => numberOf(channel.trim()));
  if (isOn(transparent.trim()) || draft.values.radius === undefined) return;
  if (channels.some((channel) => channel === undefined)) {
    draft.note('round_corner', 'unmappable', REASONS.colour);
  } else {
    const colour = channels.map((channel = 0) => hexOf(channel)).join('');
    draft.set('round_corner', 'background', colour);
    draft.note('round_corner', 'approximate', REASONS.behind);
  }
}

/** The names of a source, which may be written without its scheme. */
const namesOf = (source: string) => [source, decoded(source)];

function readWatermark(draft: Draft, value: string): void {
  const parts = value.split(',').map((part) => part.trim());
  // a comma may be in the source
  const from = parts.findIndex((part, at) => at > 0 && /^(-?\d+p?|center|repeat)$/.test(part));
  const source = parts.slice(0, Math.max(1, from)).join(',');
  const [x = '0', y = '0', alpha = '0', wide = '', high = ''] = parts.slice(Math.max(1, from));
  const percent = numberOf(wide) ?? 0;
  const names = { image: 'watermark', position: 'watermark', width: 'watermark' };
  const position = placeOfOffsets(draft, 'watermark', [x, y]);
  const width = percent > 0 ? { percent } : undefined;
  if (!setOverlay(draft, names, { names: namesOf(source), position, width })) return;
  if (x === 'repeat' && y === 'repeat') draft.set('watermark', 'overlay-tile', 1);
  else if (x === 'repeat' || y === 'repeat') {
    draft.note('watermark', 'unmappable', 'Copies of an overlay cover the whole result.');
  }
  setOpacity(draft, 'watermark', 100 - (numberOf(alpha) ?? Number.NaN));
  if ((numberOf(high) ?? 0) > 0) draft.note('watermark', 'unmappable', REASONS.overlayHeight);
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
  fill: { to: 'fit=contain, background', about: REASONS.behind, read: readFill },
  format: { to: 'extension', read: (draft, value) => setFormat(draft, 'format', value) },
  grayscale: {
    to: 'grayscale',
    but: 'Red, green and blue have other weights.',
    read: (draft) => draft.set('grayscale', 'grayscale', true),
  },
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
    to: 'saturation; grayscale, if it is 0',
    about: REASONS.colours,
    read: (draft, value) => setFactor(draft, 'saturation', 'saturation', value),
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
  brightness,
  contrast: { to: 'contrast', about: REASONS.colours, read: readContrast },
  ...unmappable(REASONS.noColours, ['colorize', 'curve', 'equalize', 'noise', 'rgb']),
  ...unmappable(REASONS.layers, ['distributed_collage', 'text']),
  watermark: {
    to: 'overlay, by the table of addresses, and its position, width, opacity and tiles',
    about: REASONS.wholePercent,
    read: readWatermark,
  },
  ...unmappable(REASONS.frame, ['drop_shadow', 'frame']),
  round_corner: {
    to: 'radius, background',
    about: `Corners are smoothed by another formula. ${REASONS.behind}`,
    read: readRoundCorner,
  },
  ...unmappable(REASONS.detection, ['red_eye']),
  extract_focal: { unmappable: 'The source is never an address of another result.' },
  focal: { unmappable: 'It is in pixels, and the address does not have the size of the image.' },
  ...unmappable(REASONS.encoder, ['max_bytes']),
  convolution: { unmappable: REASONS.kernels },
  sharpen: { unmappable: 'Amount and radius have another meaning than a sigma.' },
  cover: { to: 'frame', read: (draft) => draft.set('cover', 'frame', 0) },
  gifv: { unmappable: REASONS.video },
  proportion: {
    to: 'width, height, times it',
    read: (draft, value, box) => {
      const proportion = numberOf(value) ?? 0;
      if (proportion > 0 && proportion <= 1) box.proportion = proportion;
      else draft.note('proportion', 'dropped', 'It must be above 0 and at most 1.');
    },
  },
  responsive: { unmappable: 'Sizes are never chosen by headers.' },
  max_age: { unmappable: REASONS.headers },
  srgb: { dropped: REASONS.srgb },
  strip_exif: { dropped: REASONS.metadata },
  strip_icc: { dropped: REASONS.srgb },
};
