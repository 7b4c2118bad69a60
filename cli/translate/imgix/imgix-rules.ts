import type { Draft } from '../draft.ts';
import {
  colourOf,
  numberOf,
  REASONS,
  setAuto,
  setDegrees,
  setFormat,
  setNumber,
  setQuality,
  setRotation,
} from '../read-values.ts';
import type { Rules } from '../rule.ts';
import { SEPIA, setHue, setPixelate, setShift, setTint, sixDigits } from '../set-colours.ts';
import { setBorder, setTrim } from '../set-frame.ts';
import { isFraction, setRectangle } from '../set-size.ts';
import { IMGIX_LEFT_OUT } from './imgix-left-out.ts';

/** The parameters that decide together with others, each with its equal and its other names. */
const BOXED = {
  ar: ['width or height, from the other one; ratio without both'],
  bg: ['background'],
  'border-radius': ['radius'],
  'corner-radius': ['radius, with mask=corners'],
  crop: ['position'],
  fill: ['fit=contain, with a solid colour'],
  'fill-color': ['background', ['fillcolor']],
  fit: ['fit, enlarge', ['f']],
  'fp-x': ['position, with crop=focalpoint'],
  'fp-y': ['position, with crop=focalpoint'],
  'fp-z': ['crop, with crop=focalpoint: the part around the point'],
  h: ['height', ['height']],
  mark: ['overlay, by the table of addresses', ['m']],
  'mark-align': ['overlay-position', ['ma', 'markalign']],
  'mark-alpha': ['overlay-opacity', ['malph', 'markalpha']],
  'mark-base': ['overlay, before mark', ['mb', 'markbase']],
  'mark-fit': ['not, but for an overlay that keeps its shape', ['mf', 'markfit']],
  'mark-h': ['not: an overlay has a width', ['mh', 'markh']],
  'mark-pad': ['not, unless it is 0', ['mp', 'markpad']],
  'mark-rot': ['not: an overlay is never turned'],
  'mark-scale': ['overlay-width', ['ms', 'markscale']],
  'mark-tile': ['overlay-tile', ['mtile', 'marktile']],
  'mark-w': ['overlay-width', ['mw', 'markw']],
  'mark-x': ['not, unless it is 0', ['mx', 'markx']],
  'mark-y': ['not, unless it is 0', ['my', 'marky']],
  mask: ['mask, if it is an ellipse of a square; radius, if it is corners'],
  pad: ['pad'],
  'pad-bottom': ['pad'],
  'pad-left': ['pad'],
  'pad-right': ['pad'],
  'pad-top': ['pad'],
  txt: ['overlay-text', ['t']],
  'txt-align': ['overlay-position', ['txtalign', 'ta']],
  'txt-color': ['overlay-color', ['txtcolor', 'txt-clr', 'txtclr', 'tc']],
  'txt-fit': ['overlay-width, together with txt-size, if it is max', ['txtfit']],
  'txt-font': ['the one font', ['tf', 'txtfont']],
  'txt-size': ['overlay-width, if the width of the image is given', ['tsz', 'txtsize']],
  'txt-width': ['overlay-width, with txt-fit=max', ['txtwidth']],
  w: ['width', ['width']],
} as const satisfies Readonly<Record<string, readonly [string, (readonly string[])?]>>;

/** Differences that some of their values make. */
const ABOUT: Readonly<Record<string, string>> = {
  'border-radius': REASONS.border,
  mark: REASONS.wholePercent,
  pad: REASONS.pad,
  txt: REASONS.font,
  'txt-font': REASONS.font,
};

const boxedRules: Rules<ImgixBox> = Object.fromEntries(
  Object.entries(BOXED).map(([name, [to, also = []]]) => {
    const read = (_: Draft, value: string, box: ImgixBox) => {
      Object.assign(box, { [name]: value });
    };
    return [name, { to, also, about: ABOUT[name] ?? '', read }];
  }),
);

export type ImgixBox = { -readonly [Name in keyof typeof BOXED]?: string } & {
  /** By `auto=compress`, which sets the quality unless `q` does. */
  isCompressed?: boolean;
};

/** Imgix writes the alpha of a colour first. */
export function imgixColour(text: string): string | undefined {
  if (/^[\da-f]{4}$/i.test(text)) {
    const [a = '', r = '', g = '', b = ''] = text.toLowerCase();
    return [r, r, g, g, b, b, a, a].join('');
  }
  if (/^[\da-f]{8}$/i.test(text)) return `${text.slice(2)}${text.slice(0, 2)}`.toLowerCase();
  return colourOf(text);
}

function readAutomatic(draft: Draft, value: string, box: ImgixBox): void {
  for (const word of value.split(',').map((one) => one.trim())) {
    if (word === 'format') setAuto(draft, 'auto');
    else if (word === 'compress') box.isCompressed = true;
    else draft.note('auto', 'unmappable', REASONS.colours);
  }
}

/** An explicit format is used where auto=format finds no better one, whatever their order. */
function readFormat(draft: Draft, value: string): void {
  const { format } = draft;
  setFormat(draft, 'fm', value);
  if (format === 'auto') draft.format = format;
}

/** The corner that a word names, if the side is a fraction of the image's. */
function cornerOf(corner: string, side: string): string {
  if (corner === 'left' || corner === 'top') return '0';
  if (!isFraction(side)) return corner;
  const free = 1 - Number(side);
  if (corner === 'right' || corner === 'bottom') return free.toFixed(4);
  return corner === 'center' || corner === 'middle' ? (free / 2).toFixed(4) : corner;
}

function readRectangle(draft: Draft, value: string): void {
  const [x = '', y = '', ...sent] = value.split(',').map((one) => one.trim());
  const sides = sent.map((side) => (side === 'full' ? '1.0' : side));
  const [w = '', h = ''] = sides;
  const reason = 'A rectangle must have four numbers, all of pixels or all fractions.';
  setRectangle(draft, 'rect', [cornerOf(x, w), cornerOf(y, h), ...sides], reason);
}

/** Orientations of EXIF as a rotation and a flop before it. */
const ORIENTATIONS: Readonly<Record<string, readonly [number, boolean]>> = {
  '0': [0, false],
  '1': [0, false],
  '2': [0, true],
  '3': [180, false],
  '6': [90, false],
  '8': [270, false],
  '90': [90, false],
  '180': [180, false],
  '270': [270, false],
};

function readOrientation(draft: Draft, value: string): void {
  const found = Object.hasOwn(ORIENTATIONS, value) ? ORIENTATIONS[value] : undefined;
  if (!found) {
    draft.note('orient', 'unmappable', 'It must be 0 to 3, 6, 8, 90, 180 or 270.');
    return;
  }
  const [degrees, isMirrored] = found;
  setRotation(draft, 'orient', degrees);
  if (isMirrored) draft.set('orient', 'flop', true);
}

function readFlip(draft: Draft, value: string): void {
  if (!/^(h|v|hv|vh)$/.test(value)) draft.note('flip', 'unmappable', 'It must be h, v or hv.');
  if (value.includes('h')) draft.set('flip', 'flop', true);
  if (value.includes('v')) draft.set('flip', 'flip', true);
}

function readBorder(draft: Draft, value: string): void {
  const [width = '', colour = ''] = value.split(',');
  setBorder(draft, 'border', width, imgixColour(colour));
}

function readTrim(draft: Draft, value: string): void {
  if (value === 'auto') setTrim(draft, 'trim', '');
  else draft.note('trim', 'unmappable', REASONS.trimOptions);
}

/** A strength from -100 to 100, whose 0 changes nothing. */
const shift = (parameter: string, name: 'brightness' | 'contrast' | 'saturation') => ({
  to: name,
  about: REASONS.colours,
  read: (draft: Draft, value: string) => setShift(draft, parameter, name, value),
});

/** The strength is the alpha of the colour. */
function readMonochrome(draft: Draft, value: string): void {
  const [, colour = '', alpha = 'ff'] = /^(.{6})(..)?$/.exec(imgixColour(value) ?? '') ?? [];
  const full = colour === '' ? sixDigits(value) : colour;
  setTint(draft, 'monochrome', full, Number.parseInt(alpha, 16) / 255);
}

/** THE translation of the parameters of imgix's rendering API. */
export const IMGIX_RULES: Rules<ImgixBox> = {
  ...boxedRules,
  bri: shift('bri', 'brightness'),
  con: shift('con', 'contrast'),
  sat: { ...shift('sat', 'saturation'), to: 'saturation; grayscale, if it is -100' },
  hue: {
    to: 'hue',
    about: REASONS.colours,
    read: (draft, value) => setHue(draft, 'hue', numberOf(value)),
  },
  monochrome: { also: ['mono'], to: 'tint', about: REASONS.tint, read: readMonochrome },
  sepia: {
    to: 'tint',
    about: REASONS.tint,
    read: (draft, value) => setTint(draft, 'sepia', SEPIA, Number(value) / 100),
  },
  px: {
    to: 'pixelate',
    about: REASONS.squares,
    read: (draft, value) => setPixelate(draft, 'px', value),
  },
  frame: {
    to: 'frame, if it is the first one',
    read: (draft, value) => {
      if (value === '1') draft.set('frame', 'frame', 0);
      else draft.note('frame', 'unmappable', REASONS.firstFrame);
    },
  },
  dl: { to: 'download', but: REASONS.fileName, read: (draft) => draft.set('dl', 'download', 1) },
  border: { to: 'border', about: REASONS.border, read: readBorder },
  trim: { to: 'trim, if it is auto', about: REASONS.trim, read: readTrim },
  auto: {
    to: 'extension .auto, by format; quality=auto, by compress without q',
    about: `${REASONS.auto} ${REASONS.autoQuality}`,
    read: readAutomatic,
  },
  dpr: { to: 'dpr', read: (draft, value) => setNumber(draft, 'dpr', 'dpr', value) },
  flip: { to: 'flip, flop', read: readFlip },
  fm: { to: 'extension', read: readFormat },
  hdr: {
    to: 'hdr',
    about: REASONS.gainMap,
    read: (draft, value) => {
      if (value === 'true') draft.set('hdr', 'hdr', true);
      else draft.note('hdr', 'dropped', REASONS.off);
    },
  },
  invert: {
    also: ['inv'],
    to: 'negate',
    read: (draft, value) => {
      if (value === 'true') draft.set('invert', 'negate', true);
      else draft.note('invert', 'dropped', REASONS.off);
    },
  },
  orient: {
    also: ['or'],
    to: 'rotate, flop',
    but: 'It is added to the EXIF orientation; at imgix it replaces it.',
    read: readOrientation,
  },
  q: {
    to: 'quality',
    about: REASONS.quality,
    read: (draft, value) => setQuality(draft, 'q', value),
  },
  rect: { to: 'crop', read: readRectangle },
  rot: {
    to: 'rotate, in the opposite direction',
    but: 'The frame is rotated with the image; at imgix the image is zoomed into its frame.',
    read: (draft, value) => setDegrees(draft, 'rot', value, -1),
  },
  cs: {
    to: 'gamut',
    read: (draft, value) => {
      if (value === 'origin') draft.set('cs', 'gamut', 'keep');
      else draft.note('cs', value === 'srgb' ? 'dropped' : 'unmappable', REASONS.srgb);
    },
  },
  ...IMGIX_LEFT_OUT,
};
