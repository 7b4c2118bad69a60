import type { Draft } from '../draft.ts';
import {
  REASONS,
  setBackground,
  setFormat,
  setNumber,
  setQuality,
  setRotation,
} from '../read-values.ts';
import { type Rules, unmappable } from '../rule.ts';
import { setTrim } from '../set-frame.ts';
import { readLinear, readModulate, readTint } from './dit-colours.ts';
import { colourText, isObject, type Json, type JsonObject, jsonOf } from './dit-json.ts';
import { readExtend, readOverlay, readWatermark } from './dit-overlay.ts';

/** The edits in the making. */
export type Edits = Record<string, Json>;

const isSet = (text: string) => !['0', 'false', '', 'null'].includes(text.toLowerCase());

function setColour(draft: Draft, parameter: string, json: Json): void {
  setBackground(draft, parameter, colourText(json));
}

function readFlatten(draft: Draft, value: string): void {
  const json = jsonOf(value);
  if (isObject(json) && 'background' in json) setColour(draft, 'flatten', json.background ?? '');
  else if (isObject(json) && 'r' in json) setColour(draft, 'flatten', json);
  else if (json === true || json === 'true') draft.set('flatten', 'background', '000000');
  else if (json !== false) setColour(draft, 'flatten', json);
}

function readRectangle(draft: Draft, parameter: string, value: string): void {
  const json = jsonOf(value.startsWith('[') || !/^[\d,\s]+$/.test(value) ? value : `[${value}]`);
  if (Array.isArray(json) && json.length === 4) {
    const [left = 0, top = 0, right = 0, bottom = 0] = json.map(Number);
    draft.set(parameter, 'crop', [left, top, right - left, bottom - top].join(','));
  } else if (isObject(json)) {
    const { left = 0, top = 0, width = '', height = '' } = json;
    draft.set(parameter, 'crop', [left, top, width, height].map(String).join(','));
  } else draft.note(parameter, 'unmappable', 'A rectangle must have four numbers of pixels.');
}

function readRotation(draft: Draft, value: string): void {
  const degrees = Number(value === '' || value === 'null' ? 0 : value);
  if (Number.isFinite(degrees)) setRotation(draft, 'rotate', degrees);
  else draft.note('rotate', 'unmappable', REASONS.degrees);
}

function readSigma(draft: Draft, name: 'blur' | 'sharpen', value: string): void {
  const json = jsonOf(value);
  const sigma = isObject(json) ? json.sigma : json;
  if (json === false || json === null) return;
  if (typeof sigma === 'number') setNumber(draft, name, name, String(sigma));
  else draft.note(name, 'unmappable', 'Without a sigma the effect has no equal here.');
  if (isObject(json) && Object.keys(json).some((key) => key !== 'sigma')) {
    draft.note(name, 'unmappable', 'The effect has a sigma only.');
  }
}

function readEncoder(draft: Draft, name: string, value: string): void {
  const json = jsonOf(value);
  for (const [key, option] of Object.entries(isObject(json) ? json : {})) {
    if (key === 'quality') setQuality(draft, name, String(option));
    else draft.note(`${name}.${key}`, 'unmappable', REASONS.encoder);
  }
}

const encoder = (name: string) => ({
  to: 'quality',
  about: REASONS.quality,
  read: (draft: Draft, value: string) => readEncoder(draft, name, value),
});

function readTrim(draft: Draft, value: string): void {
  const json = jsonOf(value);
  const { threshold = '', ...options } = isObject(json) ? json : { threshold: json };
  if (Object.keys(options).length > 0) draft.note('trim', 'unmappable', REASONS.trimOptions);
  else setTrim(draft, 'trim', String(threshold));
}

const flag = (name: 'flip' | 'flop' | 'grayscale') => ({
  to: name,
  read: (draft: Draft, value: string) => {
    if (isSet(value)) draft.set(name, name, true);
  },
});

/** THE translation of DIT's edits. */
export const DIT_RULES: Rules<Edits> = {
  avif: encoder('avif'),
  blur: { to: 'blur', read: (draft, value) => readSigma(draft, 'blur', value) },
  crop: { to: 'crop', read: (draft, value) => readRectangle(draft, 'crop', value) },
  extract: { to: 'crop', read: (draft, value) => readRectangle(draft, 'extract', value) },
  flatten: { to: 'background', read: readFlatten },
  flip: flag('flip'),
  flop: flag('flop'),
  gif: encoder('gif'),
  grayscale: flag('grayscale'),
  greyscale: flag('grayscale'),
  jpeg: encoder('jpeg'),
  png: encoder('png'),
  quality: {
    to: 'quality',
    about: REASONS.quality,
    read: (draft, value) => setQuality(draft, 'quality', value),
  },
  resize: { to: 'width, height, fit, position, enlarge, background', read: () => undefined },
  rotate: { to: 'rotate', read: readRotation },
  sharpen: { to: 'sharpen', read: (draft, value) => readSigma(draft, 'sharpen', value) },
  toFormat: { to: 'extension', read: (draft, value) => setFormat(draft, 'toFormat', value) },
  webp: encoder('webp'),
  ...unmappable('Channels cannot be changed.', [
    'bandbool',
    'boolean',
    'ensureAlpha',
    'extractChannel',
    'joinChannel',
    'removeAlpha',
    'unflatten',
  ]),
  linear: { to: 'brightness or contrast', about: REASONS.colours, read: readLinear },
  modulate: { to: 'brightness, saturation, hue', about: REASONS.colours, read: readModulate },
  negate: {
    to: 'negate',
    about: 'Transparent parts stay transparent.',
    read: (draft, value) => {
      const json = jsonOf(value);
      if (!isSet(value)) return;
      draft.set('negate', 'negate', true);
      const isOpaque = isObject(json) && json.alpha === false;
      if (!isOpaque) draft.note('negate', 'approximate', 'Transparent parts stay transparent.');
    },
  },
  tint: { to: 'tint', about: REASONS.tint, read: readTint },
  gamma: { unmappable: 'It is taken back after the resize there, and only changes its rounding.' },
  ...unmappable(REASONS.noColours, ['clahe', 'normalise', 'normalize', 'recomb', 'threshold']),
  ...unmappable(REASONS.srgb, [
    'pipelineColorspace',
    'pipelineColourspace',
    'toColorspace',
    'toColourspace',
  ]),
  overlayWith: {
    to: 'overlay, by the table of addresses, and its position, width and opacity',
    about: REASONS.wholePercent,
    read: readOverlay,
  },
  watermark: {
    to: 'as overlayWith',
    about: REASONS.wholePercent,
    read: readWatermark,
  },
  ...unmappable(REASONS.detection, ['contentModeration', 'smartCrop']),
  extend: { to: 'pad, background', about: REASONS.pad, read: readExtend },
  roundCrop: { to: 'mask, after the size', read: () => undefined },
  ...unmappable(REASONS.kernels, ['convolve', 'median']),
  ...unmappable('Formats of documents and cameras are not delivered.', ['heif', 'tiff']),
  affine: { unmappable: REASONS.quarterTurns },
  animated: {
    to: 'frame, if it is off',
    read: (draft, value) => {
      if (isSet(value)) draft.note('animated', 'dropped', 'The format decides that.');
      else draft.set('animated', 'frame', 0);
    },
  },
  trim: { to: 'trim, with a threshold', about: REASONS.trim, read: readTrim },
  stripExif: { dropped: REASONS.metadata },
  stripIcc: { dropped: REASONS.srgb },
};

const POSITIONS: Readonly<Record<string, string>> = {
  centre: 'center',
  center: 'center',
  north: 'top',
  northeast: 'top-right',
  east: 'right',
  southeast: 'bottom-right',
  south: 'bottom',
  southwest: 'bottom-left',
  west: 'left',
  northwest: 'top-left',
  top: 'top',
  right: 'right',
  bottom: 'bottom',
  left: 'left',
  'right top': 'top-right',
  'right bottom': 'bottom-right',
  'left bottom': 'bottom-left',
  'left top': 'top-left',
  attention: 'attention',
  entropy: 'entropy',
};

function readPosition(draft: Draft, value: string): void {
  const position = Object.hasOwn(POSITIONS, value) ? POSITIONS[value] : undefined;
  if (position === undefined) draft.note('resize.position', 'unmappable', 'It must be a word.');
  else draft.set('resize.position', 'position', position);
}

function readSide(draft: Draft, side: 'width' | 'height', value: string): void {
  if (value === 'null' || value === '' || value === '0') return;
  draft.set(`resize.${side}`, side, Number(value));
}

/** THE translation of the keys of `resize`. */
export const DIT_RESIZE_RULES: Rules<Edits> = {
  background: {
    to: 'background',
    read: (draft, value) => setColour(draft, 'resize.background', jsonOf(value)),
  },
  fit: { to: 'fit', read: (draft, value) => draft.set('resize.fit', 'fit', value) },
  gravity: { to: 'position', read: readPosition },
  height: { to: 'height', read: (draft, value) => readSide(draft, 'height', value) },
  position: { to: 'position', read: readPosition },
  strategy: { to: 'position', read: readPosition },
  width: { to: 'width', read: (draft, value) => readSide(draft, 'width', value) },
  withoutEnlargement: { to: 'enlarge, which is left out', read: () => undefined },
  fastShrinkOnLoad: { dropped: REASONS.cacheBuster },
  kernel: { unmappable: REASONS.encoder },
  ratio: { unmappable: REASONS.factor },
  withoutReduction: { unmappable: 'An image is always reduced to its box.' },
};

const into = (path: readonly [string, string?]) => ({
  to: `edit ${path.filter((step) => step !== undefined).join('.')}`,
  read: (_: Draft, value: string, edits: Edits) => {
    const [edit, key] = path;
    if (key === undefined) edits[edit] = jsonOf(value);
    else {
      const before = isObject(edits[edit]) ? edits[edit] : {};
      edits[edit] = { ...before, [key]: jsonOf(value) };
    }
  },
});

/** THE translation of the query form into edits. */
export const DIT_QUERY_RULES: Rules<Edits> = {
  animated: into(['animated']),
  blur: into(['blur']),
  convolve: into(['convolve']),
  extract: {
    to: 'edit extract',
    read: (_, value, edits) => {
      edits.extract = value;
    },
  },
  fit: into(['resize', 'fit']),
  flatten: {
    to: 'edit flatten',
    read: (_, value, edits) => {
      const channels = value.replace(/[[\]\s]/g, '').split(',');
      edits.flatten = channels.length > 2 ? channels.map(Number) : value;
    },
  },
  flip: into(['flip']),
  flop: into(['flop']),
  format: into(['toFormat']),
  grayscale: into(['grayscale']),
  greyscale: into(['greyscale']),
  height: into(['resize', 'height']),
  normalize: into(['normalize']),
  quality: into(['quality']),
  resize: into(['resize']),
  rotate: into(['rotate']),
  sharpen: into(['sharpen']),
  smartCrop: into(['smartCrop']),
  stripExif: into(['stripExif']),
  stripIcc: into(['stripIcc']),
  tint: into(['tint']),
  watermark: into(['watermark']),
  width: into(['resize', 'width']),
  policy: { unmappable: 'A transformation policy is no preset; define one by hand.' },
  expires: { dropped: REASONS.signature },
  signature: { dropped: REASONS.signature },
};

function inResize(edits: Edits, change: JsonObject): void {
  edits.resize = { ...(isObject(edits.resize) ? edits.resize : {}), ...change };
}

/** THE translation of thumbor's filters into edits, as DIT reads them. */
export const DIT_FILTER_RULES: Rules<Edits> = {
  animated: into(['animated']),
  autojpg: {
    to: 'edit toFormat',
    read: (_, _value, edits) => {
      edits.toFormat = 'jpeg';
    },
  },
  background_color: {
    to: 'edit flatten',
    read: (_, value, edits) => {
      edits.flatten = { background: value };
    },
  },
  blur: {
    to: 'edit blur: the sigma, or half of the radius',
    read: (_, value, edits) => {
      const [radius, sigma = ''] = value.split(',');
      const blur = sigma === '' ? Number(radius) / 2 : Number(sigma);
      edits.blur = Number.isFinite(blur) ? blur : value;
    },
  },
  convolution: into(['convolve']),
  equalize: into(['normalize']),
  fill: {
    to: 'edit resize: fit and background',
    read: (_, value, edits) => inResize(edits, { fit: 'contain', background: value }),
  },
  format: into(['toFormat']),
  grayscale: {
    to: 'edit grayscale',
    read: (_, _value, edits) => {
      edits.grayscale = true;
    },
  },
  no_upscale: {
    to: 'edit resize: withoutEnlargement',
    read: (_, _value, edits) => inResize(edits, { withoutEnlargement: true }),
  },
  proportion: into(['resize', 'ratio']),
  quality: into(['quality']),
  rgb: into(['tint']),
  rotate: into(['rotate']),
  sharpen: {
    to: 'edit sharpen: 1 and half of the second value',
    read: (_, value, edits) => {
      const sharpen = 1 + Number(value.split(',')[1]) / 2;
      edits.sharpen = Number.isFinite(sharpen) ? sharpen : value;
    },
  },
  smart_crop: into(['smartCrop']),
  stretch: {
    to: 'edit resize: fit',
    read: (_, _value, edits) => {
      const fit = isObject(edits.resize) ? edits.resize.fit : undefined;
      if (fit !== 'inside') inResize(edits, { fit: 'fill' });
    },
  },
  strip_exif: into(['stripExif']),
  strip_icc: into(['stripIcc']),
  upscale: {
    to: 'edit resize: fit',
    read: (_, _value, edits) => inResize(edits, { fit: 'inside' }),
  },
  watermark: into(['watermark']),
};
