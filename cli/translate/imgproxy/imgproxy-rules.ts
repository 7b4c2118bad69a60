import type { Draft } from '../draft.ts';
import {
  base64Text,
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
import { setFactor, setPercent, setPixelate, setTint, sixDigits } from '../set-colours.ts';
import { setPad, setTrim } from '../set-frame.ts';
import { isFraction, setPart, setPartAround, setRectangle } from '../set-size.ts';
import type { Values } from '../translation.ts';

/** The options that decide the size together. */
export type ImgproxyBox = {
  -readonly [Name in
    | 'enlarge'
    | 'extend'
    | 'gravity'
    | 'height'
    | 'ratio'
    | 'type'
    | 'watermark'
    | 'watermarkUrl'
    | 'width'
    | 'zoom']?: string;
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

type CompassPosition = NonNullable<Values['overlay-position']>;

/** Our places, by the words of imgproxy. */
export const GRAVITIES: Readonly<Record<string, CompassPosition>> = {
  no: 'top',
  so: 'bottom',
  ea: 'right',
  we: 'left',
  noea: 'top-right',
  nowe: 'top-left',
  soea: 'bottom-right',
  sowe: 'bottom-left',
  ce: 'center',
};

const UNKNOWN_PART = 'A rectangle needs gravity nowe, or fractions; this one depends on the image.';

function readCrop(draft: Draft, value: string): void {
  const [w = '', h = '', gravity = 'ce', x = '0', y = '0'] = value.split(':');
  // a fraction is of the image's side, and 0 is the whole side
  const isRelative = isFraction(w) || isFraction(h);
  const [wide = '', high = ''] = [w, h].map((side) => (isRelative && side === '0' ? '1.0' : side));
  const place = Object.hasOwn(GRAVITIES, gravity) ? GRAVITIES[gravity] : undefined;
  const hasOffset = x !== '0' || y !== '0';
  const point = [x, y].map(numberOf);
  if (!isRelative && gravity === 'nowe' && wide !== '0' && high !== '0') {
    setRectangle(draft, 'crop', [x, y, wide, high], UNKNOWN_PART);
  } else if (isRelative && gravity === 'fp' && point.every((at = -1) => at >= 0 && at <= 1)) {
    setPartAround(draft, 'crop', [point[0] ?? 0, point[1] ?? 0], [Number(wide), Number(high)]);
  } else {
    const part = { w: wide, h: high, place: hasOffset ? undefined : place };
    setPart(draft, 'crop', part, UNKNOWN_PART);
  }
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

function readMonochrome(draft: Draft, value: string): void {
  const [intensity = '', colour = 'b3b3b3'] = value.split(':');
  setTint(draft, 'monochrome', sixDigits(colour), numberOf(intensity) ?? Number.NaN);
}

/** Brightness is added there; 255 makes all white. */
function readBrightness(draft: Draft, value: string): void {
  const added = numberOf(value);
  const percent = added === undefined ? undefined : 100 + (100 * added) / 255;
  setPercent(draft, 'brightness', 'brightness', percent);
}

/** Three options in one. */
function readAdjust(draft: Draft, value: string): void {
  const [brightness = '', contrast = '', saturation = ''] = value.split(':');
  if (brightness !== '') readBrightness(draft, brightness);
  if (contrast !== '') setFactor(draft, 'adjust', 'contrast', contrast);
  if (saturation !== '') setFactor(draft, 'adjust', 'saturation', saturation);
}

const factor = (name: 'contrast' | 'saturation', also: string) => ({
  also: [also],
  to: name,
  about: REASONS.colours,
  read: (draft: Draft, value: string) => setFactor(draft, name, name, value),
});

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
  zoom: boxed('zoom', 'width, height, times it', ['z']),
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
  crop_aspect_ratio: boxed('ratio', 'ratio, without width, height and crop', ['crop_ar', 'car']),
  trim: { also: ['t'], to: 'trim, without a colour', about: REASONS.trim, read: readTrim },
  padding: {
    also: ['pd'],
    to: 'pad',
    read: (draft, value) => setPad(draft, 'padding', value.split(':')),
  },
  adjust: {
    also: ['a'],
    to: 'brightness, contrast, saturation',
    about: REASONS.colours,
    read: readAdjust,
  },
  brightness: { also: ['br'], to: 'brightness', about: REASONS.colours, read: readBrightness },
  contrast: factor('contrast', 'co'),
  saturation: factor('saturation', 'sa'),
  monochrome: { also: ['mc'], to: 'tint', about: REASONS.tint, read: readMonochrome },
  ...unmappable(REASONS.noColours, [
    ['duotone', 'dt'],
    ['colorize', 'col'],
    ['gradient', 'gr'],
  ]),
  watermark: boxed(
    'watermark',
    'overlay-opacity, overlay-position, overlay-tile, overlay-width, with watermark_url',
    ['wm'],
  ),
  watermark_url: boxed('watermarkUrl', 'overlay, by the table of addresses', ['wmu']),
  ...unmappable(REASONS.overlayShape, [
    ['watermark_size', 'wms'],
    ['watermark_rotate', 'wm_rot', 'wmr'],
    ['watermark_shadow', 'wmsh'],
  ]),
  ...unmappable('Its style is the markup of Pango; write overlay-text by hand.', [
    ['watermark_text', 'wmt'],
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
    ['pages', 'pgs'],
    ['video_thumbnail_second', 'vts'],
    ['video_thumbnail_keyframes', 'vtk'],
    ['video_thumbnail_tile', 'vtt'],
    ['video_thumbnail_animation', 'vta'],
  ]),
  filename: { also: ['fn'], unmappable: REASONS.fileName },
  return_attachment: {
    also: ['att'],
    to: 'download',
    read: (draft, value) => {
      if (isOn(value)) draft.set('return_attachment', 'download', 1);
      else draft.note('return_attachment', 'dropped', REASONS.off);
    },
  },
  background_alpha: {
    also: ['bga'],
    unmappable: 'Give the background eight hex digits in place of it.',
  },
  pixelate: {
    also: ['pix'],
    to: 'pixelate',
    about: REASONS.squares,
    read: (draft, value) => setPixelate(draft, 'pixelate', value),
  },
  page: {
    also: ['pg'],
    to: 'frame, if it is the first one',
    read: (draft, value) => {
      if (value === '0') draft.set('page', 'frame', 0);
      else draft.note('page', 'unmappable', REASONS.firstFrame);
    },
  },
  disable_animation: {
    also: ['da'],
    to: 'frame',
    read: (draft, value) => {
      if (isOn(value)) draft.set('disable_animation', 'frame', 0);
      else draft.note('disable_animation', 'dropped', REASONS.off);
    },
  },
  style: { also: ['st'], unmappable: REASONS.svg },
  fallback_image_url: {
    also: ['fiu'],
    to: 'fallback, by the table of addresses',
    read: (draft, value) => {
      const url = base64Text(value);
      if (url === undefined) draft.note('fallback_image_url', 'unmappable', 'It is no base64.');
      else draft.images.fallback = { parameter: 'fallback_image_url', names: [url] };
    },
  },
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
