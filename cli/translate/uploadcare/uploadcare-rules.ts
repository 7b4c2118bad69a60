import type { Draft } from '../draft.ts';
import {
  numberOf,
  REASONS,
  setAuto,
  setBackground,
  setDegrees,
  setFormat,
} from '../read-values.ts';
import { type Rules, unmappable } from '../rule.ts';
import { setGamma, setShift } from '../set-colours.ts';
import { setCircle, setCorners } from '../set-frame.ts';
import { type OverlayPosition, setOpacity, setOverlay } from '../set-overlay.ts';
import { type Mode, setAttention, setMode, setPart, setRectangle } from '../set-size.ts';

/** Set once by the operation of a size. */
export interface UploadcareBox {
  isSized?: boolean;
  stretch?: string;
  corners?: string;
}

const PLACES: Readonly<Record<string, OverlayPosition>> = {
  center: 'center',
  top: 'top',
  bottom: 'bottom',
  left: 'left',
  right: 'right',
};

/** One size of an address: `300x200`, `300x` or `x200`. */
function setSize(draft: Draft, name: string, sent: string, mode: Mode, box: UploadcareBox): void {
  const [, width = '', height = ''] = /^(\d*)x(\d*)$/.exec(sent) ?? [];
  if (width === '' && height === '') {
    draft.note(name, 'unmappable', 'It must be a size such as 300x200.');
  } else if (box.isSized) draft.note(name, 'unmappable', 'An address resizes once.');
  else {
    box.isSized = true;
    if (width !== '') draft.set(name, 'width', Number(width));
    if (height !== '') draft.set(name, 'height', Number(height));
    setMode(draft, name, box.stretch === 'off' ? { ...mode, mayEnlarge: false } : mode);
  }
}

const PREVIEW = '2048x2048';
const UPSCALED = 'It may enlarge a small image.';

function readScaleCrop(draft: Draft, value: string, box: UploadcareBox): void {
  const [size = '', place = '', ...more] = value.split('/');
  setSize(draft, 'scale_crop', size, { fit: 'cover', mayEnlarge: true, but: UPSCALED }, box);
  if (place.startsWith('smart')) setAttention(draft, 'scale_crop');
  else if (Object.hasOwn(PLACES, place)) {
    draft.set('scale_crop', 'position', PLACES[place] ?? 'center');
  } else if (place !== '') draft.note('scale_crop', 'unmappable', 'A position has no offsets.');
  if (more.length > 0) draft.note('scale_crop', 'unmappable', REASONS.detection);
}

const PER_CENT = /^(\d{1,3})p$/;
const shareOf = (side: string) => {
  const percent = PER_CENT.exec(side)?.[1];
  return percent === undefined ? side : (Number(percent) / 100).toFixed(4);
};

function readCrop(draft: Draft, value: string): void {
  const [size = '', place = ''] = value.split('/');
  const ratio = /^\d+:\d+$/.exec(size)?.[0];
  if (ratio !== undefined && place === '') {
    draft.set('crop', 'ratio', ratio);
    return;
  }
  const [, w = '', h = ''] = /^(\d+p?)x(\d+p?)$/.exec(size) ?? [];
  const [, x = '', y = ''] = /^(\d+p?),(\d+p?)$/.exec(place) ?? [];
  const reason = 'A rectangle needs its corner, all in pixels or all in per cent.';
  if (x !== '') setRectangle(draft, 'crop', [x, y, w, h].map(shareOf), reason);
  else {
    const sides = { w: shareOf(w), h: shareOf(h) };
    const known = Object.hasOwn(PLACES, place) ? PLACES[place] : undefined;
    // without a place it begins in the upper left corner
    setPart(draft, 'crop', { ...sides, place: place === '' ? 'top-left' : known }, reason);
  }
}

function readQuality(draft: Draft, value: string): void {
  const isSmart = value === 'smart' || value === 'smart_retina';
  if (isSmart) draft.set('quality', 'quality', 'auto');
  draft.note('quality', 'approximate', isSmart ? REASONS.autoQuality : REASONS.defaultQuality);
}

function readFormat(draft: Draft, value: string): void {
  if (value === 'auto') setAuto(draft, 'format');
  else if (value === 'preserve') draft.note('format', 'dropped', REASONS.asStored);
  else setFormat(draft, 'format', value);
}

function readOverlay(draft: Draft, value: string): void {
  const [id = '', size = '', place = 'center', opacity = ''] = value.split('/');
  const [, wide = ''] = /^(\d+)px?\d+p$/.exec(size) ?? [];
  const position = Object.hasOwn(PLACES, place) ? PLACES[place] : undefined;
  const width = wide === '' ? undefined : { percent: Number(wide) };
  const names = { image: 'overlay', position: 'overlay', width: 'overlay' };
  if (!setOverlay(draft, names, { names: [id], position, width })) return;
  if (position === undefined) draft.note('overlay', 'unmappable', REASONS.overlayOffset);
  const percent = /^(\d+)p$/.exec(opacity)?.[1];
  if (percent !== undefined) setOpacity(draft, 'overlay', Number(percent));
}

/** Corners come after the size: half of a square is its circle. */
export function applyCorners(draft: Draft, { corners }: UploadcareBox): void {
  if (corners === '50p') setCircle(draft, 'border_radius');
  else if (corners !== undefined) setCorners(draft, 'border_radius', corners.replaceAll('/', ','));
}

const shift = (name: 'brightness' | 'contrast' | 'saturation') => ({
  to: name,
  about: REASONS.colours,
  read: (draft: Draft, value: string) => setShift(draft, name, name, value),
});

/** THE translation of Uploadcare's operations. */
export const UPLOADCARE_RULES: Rules<UploadcareBox> = {
  preview: {
    to: 'width, height, fit=inside',
    read: (draft, value, box) =>
      setSize(draft, 'preview', value || PREVIEW, { fit: 'inside', mayEnlarge: false }, box),
  },
  resize: {
    to: 'width, height, fit=fill, enlarge',
    read: (draft, value, box) =>
      setSize(draft, 'resize', value, { fit: 'fill', mayEnlarge: true }, box),
  },
  scale_crop: { to: 'width, height, fit=cover, position', about: UPSCALED, read: readScaleCrop },
  stretch: {
    to: 'enlarge, which is left out, if it is off before a size',
    read: (draft, value, box) => {
      box.stretch = value;
      if (value !== 'on' && value !== 'off') {
        draft.note('stretch', 'unmappable', 'Margins exist with fit=contain only.');
      } else draft.note('stretch', 'dropped', 'It is read with the size behind it.');
    },
  },
  crop: { to: 'crop; ratio', read: readCrop },
  setfill: { to: 'background', read: (draft, value) => setBackground(draft, 'setfill', value) },
  format: { to: 'extension', about: REASONS.auto, read: readFormat },
  quality: { to: 'quality=auto, if it is smart', about: REASONS.autoQuality, read: readQuality },
  rotate: {
    to: 'rotate, in the opposite direction',
    read: (draft, value) => setDegrees(draft, 'rotate', value, -1),
  },
  flip: { to: 'flip', read: (draft) => draft.set('flip', 'flip', true) },
  mirror: { to: 'flop', read: (draft) => draft.set('mirror', 'flop', true) },
  grayscale: { to: 'grayscale', read: (draft) => draft.set('grayscale', 'grayscale', true) },
  invert: { to: 'negate', read: (draft) => draft.set('invert', 'negate', true) },
  brightness: shift('brightness'),
  contrast: shift('contrast'),
  saturation: shift('saturation'),
  gamma: {
    to: 'gamma, a hundredth of it',
    about: REASONS.colours,
    read: (draft, value) => setGamma(draft, 'gamma', (numberOf(value) ?? Number.NaN) / 100),
  },
  border_radius: {
    to: 'radius; mask, where 50p is of a square',
    about: 'Corners are smoothed by another formula.',
    read: (_, value, box) => {
      box.corners = value;
    },
  },
  overlay: {
    to: 'overlay, by the table of addresses',
    about: REASONS.wholePercent,
    read: readOverlay,
  },
  inline: {
    to: 'download, if it is no',
    read: (draft, value) => {
      if (value === 'no') draft.set('inline', 'download', 1);
      else draft.note('inline', 'dropped', REASONS.off);
    },
  },
  ...unmappable(REASONS.blurScale, ['blur', 'sharp', 'enhance']),
  ...unmappable(REASONS.noColours, ['exposure', 'filter', 'vibrance', 'warmth']),
  ...unmappable(REASONS.detection, [
    'blur_faces',
    'blur_region',
    'crop_objects',
    'detect_faces',
    'zoom_objects',
  ]),
  ...unmappable(REASONS.generative, ['remove_bg', 'smart_resize']),
  ...unmappable(REASONS.layers, ['rect', 'text', 'text_align', 'text_box', 'font']),
  ...unmappable(REASONS.video, ['gif2video', 'video']),
  ...unmappable('The answer is always the image, without its data as JSON.', [
    'json',
    'jsonp',
    'main_colors',
  ]),
  rasterize: { unmappable: REASONS.svg },
  max_icc_size: { dropped: REASONS.srgb },
  srgb: { dropped: REASONS.srgb },
  strip_meta: { dropped: REASONS.metadata },
  autorotate: { dropped: REASONS.upright },
  progressive: { dropped: 'It changes no pixel.' },
};
