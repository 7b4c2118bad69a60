import type { Draft } from './draft.ts';
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
} from './read-values.ts';
import { boxed, type Rule, unmappable } from './rule.ts';
import { setPad, setTrim } from './set-frame.ts';
import { isFraction, setRectangle } from './set-size.ts';

/** The processing options of imgproxy, each with its other names. */
export const IMGPROXY_OPTIONS = {
  resize: ['rs'],
  size: ['s'],
  resizing_type: ['rt'],
  resizing_algorithm: ['ra'],
  width: ['w'],
  height: ['h'],
  'min-width': ['mw', 'min_width'],
  'min-height': ['mh', 'min_height'],
  zoom: ['z'],
  dpr: [],
  enlarge: ['el'],
  extend: ['ex'],
  extend_aspect_ratio: ['extend_ar', 'exar'],
  gravity: ['g'],
  objects_position: ['obj_pos', 'op'],
  crop: ['c'],
  crop_aspect_ratio: ['crop_ar', 'car'],
  trim: ['t'],
  padding: ['pd'],
  auto_rotate: ['ar'],
  rotate: ['rot'],
  flip: ['fl'],
  background: ['bg'],
  background_alpha: ['bga'],
  adjust: ['a'],
  brightness: ['br'],
  contrast: ['co'],
  saturation: ['sa'],
  monochrome: ['mc'],
  duotone: ['dt'],
  blur: ['bl'],
  sharpen: ['sh'],
  pixelate: ['pix'],
  unsharp_masking: ['ush'],
  blur_areas: ['ba'],
  blur_detections: ['bd'],
  draw_detections: ['dd'],
  crop_objects: ['co_obj'],
  colorize: ['col'],
  gradient: ['gr'],
  watermark: ['wm'],
  watermark_url: ['wmu'],
  watermark_text: ['wmt'],
  watermark_size: ['wms'],
  watermark_rotate: ['wm_rot', 'wmr'],
  watermark_shadow: ['wmsh'],
  style: ['st'],
  strip_metadata: ['sm'],
  keep_copyright: ['kcr'],
  dpi: [],
  strip_color_profile: ['scp'],
  color_profile: ['cp', 'icc'],
  enforce_thumbnail: ['eth'],
  quality: ['q'],
  format_quality: ['fq'],
  autoquality: ['aq'],
  max_bytes: ['mb'],
  jpeg_options: ['jpgo'],
  png_options: ['pngo'],
  webp_options: ['webpo'],
  avif_options: ['avifo'],
  jxl_options: ['jxlo'],
  format: ['f', 'ext'],
  page: ['pg'],
  pages: ['pgs'],
  disable_animation: ['da'],
  video_thumbnail_second: ['vts'],
  video_thumbnail_keyframes: ['vtk'],
  video_thumbnail_tile: ['vtt'],
  video_thumbnail_animation: ['vta'],
  fallback_image_url: ['fiu'],
  skip_processing: ['skp'],
  raw: [],
  cachebuster: ['cb'],
  expires: ['exp'],
  filename: ['fn'],
  return_attachment: ['att'],
  preset: ['pr'],
  hashsum: ['hs'],
  max_src_resolution: ['msr'],
  max_src_file_size: ['msfs'],
  max_animation_frames: ['maf'],
  max_animation_frame_resolution: ['mafr'],
  max_result_dimension: ['mrd'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ImgproxyOption = keyof typeof IMGPROXY_OPTIONS;

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
export const IMGPROXY_RULES = {
  resize: { to: 'fit, width, height, enlarge', read: (_, value, box) => readResize(value, box) },
  size: { to: 'width, height, enlarge', read: (_, value, box) => readSize(value, box) },
  resizing_type: boxed('type', 'fit'),
  width: boxed('width', 'width'),
  height: boxed('height', 'height'),
  dpr: {
    to: 'dpr',
    read: (draft, value) => setNumber(draft, 'dpr', 'dpr', value),
  },
  enlarge: boxed('enlarge', 'enlarge'),
  extend: boxed('extend', 'fit=contain, where nothing is enlarged'),
  extend_aspect_ratio: { to: 'dropped if it is off; else not', read: readExtend },
  gravity: boxed('gravity', 'position'),
  crop: { to: 'crop, with gravity nowe', read: readCrop },
  rotate: { to: 'rotate', read: (draft, value) => setDegrees(draft, 'rotate', value) },
  flip: { to: 'flip, flop', read: readFlip },
  background: { to: 'background', read: readBackground },
  blur: { to: 'blur', read: (draft, value) => readBlur(draft, 'blur', value) },
  sharpen: {
    to: 'sharpen',
    but: 'The mask has other limits; the sigma is the same.',
    read: (draft, value) => readBlur(draft, 'sharpen', value),
  },
  quality: {
    to: 'quality',
    about: REASONS.quality,
    read: (draft, value) => {
      if (value !== '0') setQuality(draft, 'quality', value);
    },
  },
  autoquality: {
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
  format: { to: 'extension', read: (draft, value) => setFormat(draft, 'format', value) },
  preset: {
    to: 'preset, if there is one',
    but: REASONS.preset,
    read: (draft, value) => draft.set('preset', 'preset', value),
  },
  ...unmappable(REASONS.factor, ['zoom']),
  ...unmappable(REASONS.limits, ['min-width', 'min-height']),
  max_result_dimension: { unmappable: REASONS.limits },
  ...unmappable(REASONS.detection, [
    'objects_position',
    'blur_detections',
    'draw_detections',
    'crop_objects',
    'blur_areas',
  ]),
  ...unmappable('A rectangle has no ratio.', ['crop_aspect_ratio']),
  trim: { to: 'trim, without a colour', about: REASONS.trim, read: readTrim },
  padding: { to: 'pad', read: (draft, value) => setPad(draft, 'padding', value.split(':')) },
  ...unmappable(REASONS.colours, [
    'adjust',
    'brightness',
    'contrast',
    'saturation',
    'monochrome',
    'duotone',
    'colorize',
    'gradient',
  ]),
  ...unmappable(REASONS.layers, [
    'watermark',
    'watermark_url',
    'watermark_text',
    'watermark_size',
    'watermark_rotate',
    'watermark_shadow',
  ]),
  ...unmappable(REASONS.encoder, [
    'resizing_algorithm',
    'unsharp_masking',
    'format_quality',
    'max_bytes',
    'jpeg_options',
    'png_options',
    'webp_options',
    'avif_options',
    'jxl_options',
    'color_profile',
  ]),
  ...unmappable(REASONS.video, [
    'page',
    'pages',
    'video_thumbnail_second',
    'video_thumbnail_keyframes',
    'video_thumbnail_tile',
    'video_thumbnail_animation',
    'disable_animation',
  ]),
  ...unmappable(REASONS.headers, ['filename', 'return_attachment']),
  background_alpha: { unmappable: 'Give the background eight hex digits in place of it.' },
  pixelate: {
    to: 'pixelate',
    but: 'The colours of the squares are computed in another way.',
    read: (draft, value) => {
      const side = numberOf(value) ?? 0;
      if (side > 1 && side <= 1000) draft.set('pixelate', 'pixelate', Math.round(side));
      else draft.note('pixelate', 'unmappable', 'It must be a side of 2 to 1000 pixels.');
    },
  },
  style: { unmappable: REASONS.svg },
  fallback_image_url: { unmappable: REASONS.missing },
  enforce_thumbnail: { unmappable: REASONS.metadata },
  skip_processing: { dropped: REASONS.asStored },
  raw: { dropped: REASONS.asStored },
  auto_rotate: { dropped: REASONS.upright },
  strip_metadata: { dropped: REASONS.metadata },
  keep_copyright: { dropped: REASONS.metadata },
  dpi: { dropped: REASONS.metadata },
  strip_color_profile: { dropped: REASONS.srgb },
  cachebuster: { dropped: REASONS.cacheBuster },
  expires: { dropped: REASONS.signature },
  hashsum: { dropped: 'It checks the source, which is imported now.' },
  max_src_resolution: { dropped: REASONS.limitOfSource },
  max_src_file_size: { dropped: REASONS.limitOfSource },
  max_animation_frames: { dropped: REASONS.limitOfSource },
  max_animation_frame_resolution: { dropped: REASONS.limitOfSource },
} as const satisfies Readonly<Record<ImgproxyOption, Rule<ImgproxyBox>>>;
