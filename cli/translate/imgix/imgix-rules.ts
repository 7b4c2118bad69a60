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
import { boxed, type Rules, unmappable } from '../rule.ts';
import { setBorder, setPad, setTrim } from '../set-frame.ts';
import { isFraction, setRectangle } from '../set-size.ts';

/** The parameters that decide the size and the part together. */
export type ImgixBox = {
  -readonly [Name in
    | 'ar'
    | 'bg'
    | 'crop'
    | 'fill-color'
    | 'fill'
    | 'fit'
    | 'fp-x'
    | 'fp-y'
    | 'h'
    | 'txt'
    | 'txt-align'
    | 'txt-color'
    | 'txt-fit'
    | 'txt-font'
    | 'txt-size'
    | 'txt-width'
    | 'w']?: string;
} & {
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

function readZoom(draft: Draft, value: string): void {
  if (numberOf(value) === 1) draft.note('fp-z', 'dropped', 'It is no zoom.');
  else draft.note('fp-z', 'unmappable', 'A point has no zoom.');
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

function readPad(draft: Draft, value: string): void {
  setPad(draft, 'pad', [value]);
  if (draft.values.pad !== undefined) draft.note('pad', 'approximate', REASONS.pad);
}

function readTrim(draft: Draft, value: string): void {
  if (value === 'auto') setTrim(draft, 'trim', '');
  else draft.note('trim', 'unmappable', REASONS.trimOptions);
}

function readSaturation(draft: Draft, value: string): void {
  if (value === '-100') draft.set('sat', 'grayscale', true);
  else draft.note('sat', 'unmappable', REASONS.colours);
}

/** THE translation of the parameters of imgix's rendering API. */
export const IMGIX_RULES: Rules<ImgixBox> = {
  ar: boxed('ar', 'width or height, from the other one'),
  border: { to: 'border', about: REASONS.border, read: readBorder },
  pad: { to: 'pad', about: REASONS.pad, read: readPad },
  trim: { to: 'trim, if it is auto', about: REASONS.trim, read: readTrim },
  auto: {
    to: 'extension .auto, by format; quality=auto, by compress without q',
    about: `${REASONS.auto} ${REASONS.autoQuality}`,
    read: readAutomatic,
  },
  bg: boxed('bg', 'background'),
  crop: boxed('crop', 'position'),
  dpr: { to: 'dpr', read: (draft, value) => setNumber(draft, 'dpr', 'dpr', value) },
  fill: boxed('fill', 'fit=contain, with a solid colour'),
  'fill-color': boxed('fill-color', 'background', ['fillcolor']),
  fit: boxed('fit', 'fit, enlarge', ['f']),
  flip: { to: 'flip, flop', read: readFlip },
  fm: { to: 'extension', read: readFormat },
  'fp-x': boxed('fp-x', 'position, with crop=focalpoint'),
  'fp-y': boxed('fp-y', 'position, with crop=focalpoint'),
  'fp-z': { to: 'dropped if it is 1; else not', read: readZoom },
  h: boxed('h', 'height', ['height']),
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
  sat: { to: 'grayscale, if it is -100', read: readSaturation },
  txt: { ...boxed('txt', 'overlay-text', ['t']), about: REASONS.font },
  'txt-align': boxed('txt-align', 'overlay-position', ['txtalign', 'ta']),
  'txt-color': boxed('txt-color', 'overlay-color', ['txtcolor', 'txt-clr', 'txtclr', 'tc']),
  'txt-fit': boxed('txt-fit', 'overlay-width, together with txt-size, if it is max', ['txtfit']),
  'txt-font': { ...boxed('txt-font', 'the one font', ['tf', 'txtfont']), about: REASONS.font },
  'txt-size': boxed('txt-size', 'overlay-width, if the width of the image is given', [
    'tsz',
    'txtsize',
  ]),
  'txt-width': boxed('txt-width', 'overlay-width, with txt-fit=max', ['txtwidth']),
  w: boxed('w', 'width', ['width']),
  ...unmappable(REASONS.blurScale, ['blur', 'sharp', 'usm', 'usmrad']),
  ...unmappable(REASONS.colours, [
    'bri',
    'con',
    'duotone',
    'duotone-alpha',
    'exp',
    'gam',
    'high',
    'htn',
    'hue',
    ['monochrome', 'mono'],
    'nr',
    'nrs',
    'sepia',
    'shad',
    'vib',
  ]),
  ...unmappable(REASONS.layers, [
    ['blend', 'b'],
    ['blend-align', 'blendalign', 'ba'],
    ['blend-alpha', 'blendalpha', 'balph'],
    ['blend-color', 'blendcolor', 'blend-clr', 'blendclr'],
    ['blend-crop', 'blendcrop', 'bc'],
    ['blend-fit', 'blendfit', 'bf'],
    ['blend-h', 'blendh', 'bh'],
    ['blend-mode', 'blendmode', 'bm'],
    ['blend-pad', 'blendpad', 'bp'],
    ['blend-size', 'blendsize', 'bs'],
    ['blend-w', 'blendw', 'bw'],
    ['blend-x', 'blendx', 'bx'],
    ['blend-y', 'blendy', 'by'],
    'fp-debug',
    ['mark', 'm'],
    ['mark-align', 'ma', 'markalign'],
    ['mark-alpha', 'markalpha', 'malph'],
    ['mark-base', 'mb', 'markbase'],
    ['mark-fit', 'mf', 'markfit'],
    ['mark-h', 'mh', 'markh'],
    'mark-if-min-height',
    'mark-if-min-width',
    ['mark-pad', 'mp', 'markpad'],
    'mark-rot',
    ['mark-scale', 'ms', 'markscale'],
    ['mark-tile', 'mtile', 'marktile'],
    ['mark-w', 'mw', 'markw'],
    ['mark-x', 'mx', 'markx'],
    ['mark-y', 'my', 'marky'],
  ]),
  ...unmappable(REASONS.textLine, [
    ['txt-clip', 'txtclip', 'tcl'],
    ['txt-lead', 'txtlead'],
    ['txt-line', 'txtline', 'tl'],
    ['txt-line-color', 'txtlinecolor', 'txt-line-clr', 'txtlineclr'],
    ['txt-shad', 'txtshad', 'tsh'],
    ['txt-track', 'txttrack', 'tt'],
  ]),
  ...unmappable(REASONS.textOffset, [
    ['txt-pad', 'txtpad', 'tp'],
    ['txt-x', 'txtx'],
    ['txt-y', 'txty'],
  ]),
  ...unmappable(REASONS.frame, [
    'border-bottom',
    'border-left',
    'border-radius',
    'border-radius-inner',
    'border-right',
    'border-stroke-color',
    'border-stroke-size',
    'border-top',
    'corner-radius',
    'grid-colors',
    'grid-size',
    'mask',
    ['mask-bg', 'maskbg'],
    'pad-bottom',
    'pad-left',
    'pad-right',
    'pad-top',
  ]),
  ...unmappable(REASONS.generative, [
    ['bg-remove', 'background-remove'],
    'bg-remove-fallback',
    'bg-remove-fg-type',
    ['bg-remove-semi-transparency', 'background-removal-semi-transparency'],
    'bg-remove-transparency-threshold',
    ['bg-replace', 'background-replace'],
    'bg-replace-fallback',
    ['bg-replace-neg-prompt', 'background-replace-negative-prompt'],
    ['fill-gen-fallback', 'fill-generative-fallback'],
    ['fill-gen-neg-prompt', 'fill-generative-negative-prompt'],
    ['fill-gen-pos', 'fill-generative-position'],
    ['fill-gen-prompt', 'fill-generative-prompt'],
    ['fill-gen-seed', 'fill-generative-seed'],
    'object-removal-negative-prompt',
    'object-removal-prompt',
    'object-removal-rect',
    'object-removal-seed',
    'upscale',
    'upscale-fallback',
  ]),
  ...unmappable(REASONS.margins, [
    'fill-gradient-cs',
    'fill-gradient-linear',
    'fill-gradient-linear-direction',
    'fill-gradient-radial',
    'fill-gradient-radial-radius',
    'fill-gradient-radial-x',
    'fill-gradient-radial-y',
    'fill-gradient-type',
  ]),
  ...unmappable(REASONS.detection, [
    'face-blur',
    ['face-pixel', 'face-pixelate'],
    'faceindex',
    'facepad',
    'faces',
    ['lp-blur', 'license-plate-blur'],
  ]),
  ...unmappable(REASONS.limits, [
    ['max-h', 'max-height'],
    ['max-w', 'max-width'],
    ['min-h', 'min-height'],
    ['min-w', 'min-width'],
  ]),
  ...unmappable(REASONS.video, [
    'fps',
    'frame',
    'interval',
    'loop',
    'page',
    ['pdf-annotation', 'annotation'],
    'reverse',
    'skip',
    'video-bitrate',
    'video-clip-end',
    'video-clip-start',
    'video-codec',
    'video-thumbnail',
  ]),
  ...unmappable(REASONS.encoder, [
    'chromasub',
    'colorquant',
    'dpi',
    ['jpg-progressive', 'jpeg-progressive'],
    'lossless',
  ]),
  ...unmappable(REASONS.trimOptions, [
    'trim-alpha',
    ['trim-color', 'trimcolor'],
    ['trim-md', 'trimmd'],
    ['trim-pad', 'trimpad'],
    ['trim-sd', 'trimsd'],
    ['trim-tol', 'trimtol'],
  ]),
  ...unmappable('Its squares have other colours than those of pixelate.', ['px']),
  ...unmappable('The answer is always the image, without its colours as data.', [
    'colors',
    'palette',
    'prefix',
  ]),
  ...unmappable(REASONS.headers, ['ch', 'dl']),
  ...unmappable(REASONS.svg, ['rasterize-bypass', 'svg-sanitize']),
  cs: {
    to: 'gamut',
    read: (draft, value) => {
      if (value === 'origin') draft.set('cs', 'gamut', 'keep');
      else draft.note('cs', value === 'srgb' ? 'dropped' : 'unmappable', REASONS.srgb);
    },
  },
  expires: { dropped: REASONS.signature },
  s: { dropped: REASONS.signature },
  ixlib: { dropped: REASONS.cacheBuster },
  ixid: { dropped: REASONS.cacheBuster },
  iptc: { dropped: REASONS.metadata },
  'rot-type': { also: ['rottype', 'rott'], unmappable: 'The frame is rotated with the image.' },
  transparency: { unmappable: 'Transparent parts show the background.' },
};
