import type { Draft } from '../draft.ts';
import {
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
import { setPad, setTrim } from '../set-frame.ts';
import { isFraction, setRectangle } from '../set-size.ts';

/** The options that decide the size together. */
export type ImgproxyBox = {
  -readonly [Name in 'enlarge' | 'extend' | 'gravity' | 'height' | 'type' | 'width']?: string;
};

function readSize(value: string, box: ImgproxyBox): void {
  const [width, height, enlarge, ...extend] = value.split(':');
  if (width) box.width = width;
  if (height) box.height = height;
  if (enlarge) box.enlarge = enlarge;
  if (extend[0]) box.extend = extend.join(':');
}

function readResize(value: string, box: ImgproxyBox): void {
  const at = value.indexOf(':');
  const type = at < 0 ? value : value.slice(0, at);
  if (type !== '') box.type = type;
  if (at >= 0) readSize(value.slice(at + 1), box);
}

function readCrop(draft: Draft, value: string): void {
  const [w = '', h = '', gravity = '', x = '0', y = '0'] = value.split(':');
  // a fraction is of the image's side, and 0 is the whole side
  const isRelative = isFraction(w) || isFraction(h);
  const sides = [w, h].map((side) => (isRelative && side === '0' ? '1.0' : side));
  const isKnown = gravity === 'nowe' && sides.every((side) => side !== '0');
  const isPlaced = isKnown && (!isRelative || (x === '0' && y === '0'));
  const reason = 'A rectangle needs gravity nowe; this one depends on the size of the image.';
  setRectangle(draft, 'crop', isPlaced ? [x, y, ...sides] : [], reason);
}

function readBackground(draft: Draft, value: string): void {
  const channels = value.split(':').map(numberOf);
  const isRgb = channels.length === 3 && channels.every((channel) => channel !== undefined);
  const colour = isRgb ? channels.map((channel) => hexOf(channel ?? 0)).join('') : value;
  if (colour !== '') setBackground(draft, 'background', colour);
}

function readFlip(draft: Draft, value: string): void {
  const [horizontal = '', vertical = ''] = value.split(':');
  if (isOn(horizontal)) draft.set('flip', 'flop', true);
  if (isOn(vertical)) draft.set('flip', 'flip', true);
}

function readExtend(draft: Draft, value: string): void {
  if (isOn(value.split(':')[0] ?? '')) {
    draft.note('extend_aspect_ratio', 'unmappable', 'Margins fill the box, never a ratio alone.');
  }
}

function readBlur(draft: Draft, name: 'blur' | 'sharpen', value: string): void {
  if (numberOf(value) !== 0) setNumber(draft, name, name, value);
}

function readTrim(draft: Draft, value: string): void {
  const [threshold = '', ...options] = value.split(':');
  if (options.some((option) => option !== '')) {
    draft.note('trim', 'unmappable', REASONS.trimOptions);
  } else setTrim(draft, 'trim', threshold);
}

/** THE translation of imgproxy's options. */
export const IMGPROXY_RULES: Rules<ImgproxyBox> = {
  resize: {
    also: ['rs'],
    to: 'fit, width, height, enlarge',
    read: (_, value, box) => readResize(value, box),
  },
  size: {
    also: ['s'],
    to: 'width, height, enlarge',
    read: (_, value, box) => readSize(value, box),
  },
  resizing_type: boxed('type', 'fit', ['rt']),
  width: boxed('width', 'width', ['w']),
  height: boxed('height', 'height', ['h']),
  dpr: {
    to: 'dpr',
    read: (draft, value) => setNumber(draft, 'dpr', 'dpr', value),
  },
  enlarge: boxed('enlarge', 'enlarge', ['el']),
  extend: boxed('extend', 'fit=contain, where nothing is enlarged', ['ex']),
  extend_aspect_ratio: {
    also: ['extend_ar', 'exar'],
    to: 'dropped if it is off; else not',
    read: readExtend,
  },
  gravity: boxed('gravity', 'position', ['g']),
  crop: { also: ['c'], to: 'crop, with gravity nowe', read: readCrop },
  rotate: {
    also: ['rot'],
    to: 'rotate',
    read: (draft, value) => setDegrees(draft, 'rotate', value),
  },
  flip: { also: ['fl'], to: 'flip, flop', read: readFlip },
  background: { also: ['bg'], to: 'background', read: readBackground },
  blur: { also: ['bl'], to: 'blur', read: (draft, value) => readBlur(draft, 'blur', value) },
  sharpen: {
    also: ['sh'],
    to: 'sharpen',
    but: 'The mask has other limits; the sigma is the same.',
    read: (draft, value) => readBlur(draft, 'sharpen', value),
  },
  quality: {
    also: ['q'],
    to: 'quality',
    about: REASONS.quality,
    read: (draft, value) => {
      if (value !== '0') setQuality(draft, 'quality', value);
    },
  },
  autoquality: {
    also: ['aq'],
    to: 'quality=auto',
    about: REASONS.autoQuality,
    read: (draft, value) => {
      const method = value.split(':')[0];
      if (method === 'none') return;
      if (method === 'size') {
        draft.note('autoquality', 'unmappable', 'The quality has no aim in bytes.');
        return;
      }
      draft.set('autoquality', 'quality', 'auto');
      draft.note('autoquality', 'approximate', REASONS.autoQuality);
    },
  },
  format: {
    also: ['f', 'ext'],
    to: 'extension',
    read: (draft, value) => setFormat(draft, 'format', value),
  },
  preset: {
    also: ['pr'],
    to: 'preset, if there is one',
    but: REASONS.preset,
    read: (draft, value) => draft.set('preset', 'preset', value),
  },
  ...unmappable(REASONS.factor, [['zoom', 'z']]),
  ...unmappable(REASONS.limits, [
    ['min-width', 'mw', 'min_width'],
    ['min-height', 'mh', 'min_height'],
  ]),
  max_result_dimension: { also: ['mrd'], unmappable: REASONS.limits },
  ...unmappable(REASONS.detection, [
    ['objects_position', 'obj_pos', 'op'],
    ['blur_detections', 'bd'],
    ['draw_detections', 'dd'],
    ['crop_objects', 'co_obj'],
    ['blur_areas', 'ba'],
  ]),
  ...unmappable('A rectangle has no ratio.', [['crop_aspect_ratio', 'crop_ar', 'car']]),
  trim: { also: ['t'], to: 'trim, without a colour', about: REASONS.trim, read: readTrim },
  padding: {
    also: ['pd'],
    to: 'pad',
    read: (draft, value) => setPad(draft, 'padding', value.split(':')),
  },
  ...unmappable(REASONS.colours, [
    ['adjust', 'a'],
    ['brightness', 'br'],
    ['contrast', 'co'],
    ['saturation', 'sa'],
    ['monochrome', 'mc'],
    ['duotone', 'dt'],
    ['colorize', 'col'],
    ['gradient', 'gr'],
  ]),
  ...unmappable(REASONS.layers, [
    ['watermark', 'wm'],
    ['watermark_url', 'wmu'],
    ['watermark_text', 'wmt'],
    ['watermark_size', 'wms'],
    ['watermark_rotate', 'wm_rot', 'wmr'],
    ['watermark_shadow', 'wmsh'],
  ]),
  ...unmappable(REASONS.encoder, [
    ['resizing_algorithm', 'ra'],
    ['unsharp_masking', 'ush'],
    ['format_quality', 'fq'],
    ['max_bytes', 'mb'],
    ['jpeg_options', 'jpgo'],
    ['png_options', 'pngo'],
    ['webp_options', 'webpo'],
    ['avif_options', 'avifo'],
    ['jxl_options', 'jxlo'],
    ['color_profile', 'cp', 'icc'],
  ]),
  ...unmappable(REASONS.video, [
    ['page', 'pg'],
    ['pages', 'pgs'],
    ['video_thumbnail_second', 'vts'],
    ['video_thumbnail_keyframes', 'vtk'],
    ['video_thumbnail_tile', 'vtt'],
    ['video_thumbnail_animation', 'vta'],
    ['disable_animation', 'da'],
  ]),
  ...unmappable(REASONS.headers, [
    ['filename', 'fn'],
    ['return_attachment', 'att'],
  ]),
  background_alpha: {
    also: ['bga'],
    unmappable: 'Give the background eight hex digits in place of it.',
  },
  pixelate: {
    also: ['pix'],
    to: 'pixelate',
    but: 'The colours of the squares are computed in another way.',
    read: (draft, value) => {
      const side = numberOf(value) ?? 0;
      if (side > 1 && side <= 1000) draft.set('pixelate', 'pixelate', Math.round(side));
      else draft.note('pixelate', 'unmappable', 'It must be a side of 2 to 1000 pixels.');
    },
  },
  style: { also: ['st'], unmappable: REASONS.svg },
  fallback_image_url: { also: ['fiu'], unmappable: REASONS.missing },
  enforce_thumbnail: { also: ['eth'], unmappable: REASONS.metadata },
  skip_processing: { also: ['skp'], dropped: REASONS.asStored },
  raw: { dropped: REASONS.asStored },
  auto_rotate: { also: ['ar'], dropped: REASONS.upright },
  strip_metadata: { also: ['sm'], dropped: REASONS.metadata },
  keep_copyright: { also: ['kcr'], dropped: REASONS.metadata },
  dpi: { dropped: REASONS.metadata },
  strip_color_profile: {
    also: ['scp'],
    to: 'gamut',
    read: (draft, value) => {
      if (!isOn(value)) draft.set('strip_color_profile', 'gamut', 'keep');
      else draft.note('strip_color_profile', 'dropped', REASONS.srgb);
    },
  },
  preserve_hdr: {
    also: ['ph'],
    to: 'hdr',
    about: REASONS.gainMap,
    read: (draft, value) => {
      if (isOn(value)) draft.set('preserve_hdr', 'hdr', true);
      else draft.note('preserve_hdr', 'dropped', REASONS.off);
    },
  },
  cachebuster: { also: ['cb'], dropped: REASONS.cacheBuster },
  expires: { also: ['exp'], dropped: REASONS.signature },
  hashsum: { also: ['hs'], dropped: 'It checks the source, which is imported now.' },
  max_src_resolution: { also: ['msr'], dropped: REASONS.limitOfSource },
  max_src_file_size: { also: ['msfs'], dropped: REASONS.limitOfSource },
  max_animation_frames: { also: ['maf'], dropped: REASONS.limitOfSource },
  max_animation_frame_resolution: { also: ['mafr'], dropped: REASONS.limitOfSource },
};
