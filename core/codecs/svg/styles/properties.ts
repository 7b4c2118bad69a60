import { type ComponentValue, isFunctionNode } from '@csstools/css-parser-algorithms';
import type { CssDeclaration } from '../plain-declarations.ts';
import { refuseSvg } from '../svg-faults.ts';
import {
  asWord,
  oneOf,
  type ReadValue,
  readBackground,
  readClipPath,
  readDashes,
  readFilter,
  readLimit,
  readMask,
  readOpacity,
  readPaint,
  readPaintOrder,
  readPart,
  readPathData,
  readPlainColour,
} from './read-effects.ts';
import {
  formatNumber,
  keywordOf,
  partsOf,
  readLength,
  readPixels,
  type ShareOf,
} from './read-lengths.ts';

/** A property that is written as a plain attribute. */
export interface DrawnProperty {
  readonly kind: 'drawn';
  readonly isInherited: boolean;
  readonly initial: string;
  readonly read: ReadValue;
  /** Elements that have it; undefined for all. An attribute of another one is no style. */
  readonly on?: readonly string[];
}

/** How each property of CSS changes a drawing. */
export type Property =
  | DrawnProperty
  /** It can't change a still image without text. */
  | { readonly kind: 'ignored' }
  /** It would change the image and isn't drawn, but for these words. */
  | { readonly kind: 'refused'; readonly harmless: readonly string[]; readonly isOfRoot: boolean }
  /** Others with the same value. */
  | { readonly kind: 'shorthand'; readonly of: readonly string[] }
  /** A part of the matrix of an element. */
  | { readonly kind: 'transform' }
  /** It has a reader elsewhere: of the first frame, of the background, of the size of fonts. */
  | { readonly kind: 'special' };

const inherited = (initial: string, read: ReadValue): Property => ({
  kind: 'drawn',
  isInherited: true,
  initial,
  read,
});
const own = (initial: string, read: ReadValue): Property => ({
  kind: 'drawn',
  isInherited: false,
  initial,
  read,
});
const IGNORED: Property = { kind: 'ignored' };
const TRANSFORM: Property = { kind: 'transform' };
const SPECIAL: Property = { kind: 'special' };
const refused = (harmless: readonly string[]): Property => ({
  kind: 'refused',
  harmless,
  isOfRoot: false,
});
/** The older name of a property, with the same value and rank. */
const aliasOf = (name: string): Property => ({ kind: 'shorthand', of: [name] });
const refusedOfRoot = (harmless: readonly string[]): Property => ({
  kind: 'refused',
  harmless,
  isOfRoot: true,
});

function length(share: ShareOf, mayBeNumber?: boolean): ReadValue {
  return (values, context) => {
    const parts = partsOf(values);
    const read = parts.length === 1 ? readLength(parts[0], context, share, mayBeNumber) : undefined;
    return read;
  };
}

function atLeastZero(read: ReadValue): ReadValue {
  return (values, context) => {
    const value = read(values, context);
    return value?.startsWith('-') ? undefined : value;
  };
}

const autoOr =
  (read: ReadValue): ReadValue =>
  (values, context) =>
    keywordOf(partsOf(values)[0]) === 'auto' ? 'auto' : read(values, context);

const geometry = (initial: string, read: ReadValue, on: readonly string[]): Property => ({
  kind: 'drawn',
  isInherited: false,
  initial,
  read,
  on,
});

const BOXES = ['rect', 'image', 'svg', 'use'];
const SIZED = ['rect', 'image', 'svg'];
const ROUND = ['rect', 'ellipse'];
const CENTRED = ['circle', 'ellipse'];

/** Absolute sizes of fonts, in pixels: CSS Fonts 4, 2.5. */
const FONT_SIZES: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
};

/** A size of fonts in pixels; percentages are of the size around it. */
export const readFontSize: ReadValue = (values, context) => {
  const [value] = partsOf(values);
  const keyword = keywordOf(value) ?? '';
  if (Object.hasOwn(FONT_SIZES, keyword)) return String(FONT_SIZES[keyword]);
  if (keyword === 'smaller') return formatNumber(context.fontSize / 1.2);
  if (keyword === 'larger') return formatNumber(context.fontSize * 1.2);
  const side = { width: context.fontSize, height: context.fontSize };
  const pixels = readPixels(value, { ...context, viewport: side }, 'width');
  return pixels === undefined || pixels < 0 ? undefined : formatNumber(pixels);
};

const HIDING = {
  hidden: 'hidden',
  clip: 'hidden',
  scroll: 'hidden',
  visible: 'visible',
  auto: 'visible',
};
const BLENDS =
  'normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion hue saturation color luminosity';

/** Whether a value is one word of a list, or a function; each function is refused. */
export function isHarmless(values: readonly ComponentValue[], words: readonly string[]): boolean {
  return partsOf(values).every((value) => {
    return (
      !isFunctionNode(value) && words.includes((keywordOf(value) ?? value.toString()).toLowerCase())
    );
  });
}

const NO_BORDER = ['none', 'hidden', '0', '0px', 'medium', 'currentcolor'];
const NO_MARGIN = ['auto', '0', '0px', '0%'];

/**
 * Each property that changes what Chromium shows of a drawing without text, and those that editors
 * write. Any other one, such as one that an editor invented, is ignored too.
 */
export const PROPERTIES: Readonly<Record<string, Property>> = {
  all: refused([]),
  animation: SPECIAL,
  'animation-delay': SPECIAL,
  'animation-direction': SPECIAL,
  'animation-duration': SPECIAL,
  'animation-fill-mode': SPECIAL,
  'animation-iteration-count': IGNORED,
  'animation-name': SPECIAL,
  'animation-play-state': IGNORED,
  'animation-timing-function': IGNORED,
  background: SPECIAL,
  'background-color': SPECIAL,
  'background-image': refusedOfRoot(['none']),
  border: refusedOfRoot(NO_BORDER),
  'border-block': refusedOfRoot(NO_BORDER),
  'border-block-start': refusedOfRoot(NO_BORDER),
  'border-block-start-style': refusedOfRoot(NO_BORDER),
  'border-block-style': refusedOfRoot(NO_BORDER),
  'border-bottom': refusedOfRoot(NO_BORDER),
  'border-bottom-style': refusedOfRoot(NO_BORDER),
  'border-image': refusedOfRoot(['none']),
  'border-inline': refusedOfRoot(NO_BORDER),
  'border-inline-start': refusedOfRoot(NO_BORDER),
  'border-inline-start-style': refusedOfRoot(NO_BORDER),
  'border-inline-style': refusedOfRoot(NO_BORDER),
  'border-left': refusedOfRoot(NO_BORDER),
  'border-left-style': refusedOfRoot(NO_BORDER),
  'border-right': refusedOfRoot(NO_BORDER),
  'border-right-style': refusedOfRoot(NO_BORDER),
  'border-shape': refusedOfRoot(['none']),
  'border-style': refusedOfRoot(NO_BORDER),
  'border-top': refusedOfRoot(NO_BORDER),
  'border-top-style': refusedOfRoot(NO_BORDER),
  'block-size': refused([]),
  'box-shadow': refusedOfRoot(['none']),
  'clip-path': own('none', readClipPath),
  'clip-rule': inherited('nonzero', oneOf(['nonzero', 'evenodd'])),
  color: inherited('#000000', readPlainColour),
  'color-interpolation': inherited('sRGB', oneOf(['auto', 'sRGB', 'linearRGB'])),
  'color-interpolation-filters': inherited('linearRGB', oneOf(['auto', 'sRGB', 'linearRGB'])),
  'color-rendering': IGNORED,
  'content-visibility': refusedOfRoot(['visible', 'auto']),
  cursor: IGNORED,
  cx: geometry('0', length('width', true), CENTRED),
  cy: geometry('0', length('height', true), CENTRED),
  d: geometry('none', readPathData, ['path']),
  direction: IGNORED,
  display: own(
    'inline',
    asWord({
      none: 'none',
      inline: 'inline',
      block: 'inline',
      'inline-block': 'inline',
      flex: 'inline',
      grid: 'inline',
      contents: 'contents',
    }),
  ),
  'enable-background': IGNORED,
  fill: inherited('#000000', readPaint),
  'fill-opacity': inherited('1', readOpacity),
  'fill-rule': inherited('nonzero', oneOf(['nonzero', 'evenodd'])),
  filter: own('none', readFilter),
  'flood-color': own('#000000', readPlainColour),
  'flood-opacity': own('1', readOpacity),
  font: IGNORED,
  'font-family': IGNORED,
  'font-size': SPECIAL,
  height: geometry('auto', autoOr(atLeastZero(length('height'))), SIZED),
  'image-rendering': inherited(
    'auto',
    asWord({
      auto: 'auto',
      optimizequality: 'optimizeQuality',
      optimizespeed: 'optimizeSpeed',
      pixelated: 'optimizeSpeed',
      'crisp-edges': 'optimizeSpeed',
      '-webkit-optimize-contrast': 'optimizeSpeed',
    }),
  ),
  'inline-size': refused([]),
  isolation: own('auto', oneOf(['auto', 'isolate'])),
  'lighting-color': own('#ffffff', readPlainColour),
  margin: refusedOfRoot(NO_MARGIN),
  'margin-block': refusedOfRoot(NO_MARGIN),
  'margin-block-start': refusedOfRoot(NO_MARGIN),
  'margin-bottom': IGNORED,
  'margin-inline': refusedOfRoot(NO_MARGIN),
  'margin-inline-start': refusedOfRoot(NO_MARGIN),
  'margin-left': refusedOfRoot(NO_MARGIN),
  'margin-right': IGNORED,
  'margin-top': refusedOfRoot(NO_MARGIN),
  marker: { kind: 'shorthand', of: ['marker-start', 'marker-mid', 'marker-end'] },
  'marker-end': inherited('none', readPart),
  'marker-mid': inherited('none', readPart),
  'marker-start': inherited('none', readPart),
  mask: own('none', readMask),
  'mask-border': refused(['none']),
  'mask-image': refused(['none']),
  'mask-type': own('luminance', oneOf(['luminance', 'alpha'])),
  'mix-blend-mode': own('normal', oneOf(BLENDS.split(' '))),
  offset: refused(['none', 'auto']),
  'offset-path': refused(['none']),
  opacity: own('1', readOpacity),
  outline: refused(NO_BORDER),
  'outline-style': refused(NO_BORDER),
  overflow: own('', asWord(HIDING)),
  padding: refusedOfRoot(['0', '0px', '0%']),
  'padding-block': refusedOfRoot(['0', '0px', '0%']),
  'padding-block-start': refusedOfRoot(['0', '0px', '0%']),
  'padding-inline': refusedOfRoot(['0', '0px', '0%']),
  'padding-inline-start': refusedOfRoot(['0', '0px', '0%']),
  'padding-left': refusedOfRoot(['0', '0px', '0%']),
  'padding-top': refusedOfRoot(['0', '0px', '0%']),
  'paint-order': inherited('normal', readPaintOrder),
  'pointer-events': IGNORED,
  r: geometry('0', atLeastZero(length('diagonal', true)), ['circle']),
  rotate: TRANSFORM,
  rx: geometry('auto', autoOr(atLeastZero(length('width', true))), ROUND),
  ry: geometry('auto', autoOr(atLeastZero(length('height', true))), ROUND),
  scale: TRANSFORM,
  'shape-rendering': inherited(
    'auto',
    oneOf(['auto', 'optimizeSpeed', 'crispEdges', 'geometricPrecision']),
  ),
  'stop-color': own('#000000', readPlainColour),
  'stop-opacity': own('1', readOpacity),
  stroke: inherited('none', readPaint),
  'stroke-dasharray': inherited('none', readDashes),
  'stroke-dashoffset': inherited('0', length('diagonal', true)),
  'stroke-linecap': inherited('butt', oneOf(['butt', 'round', 'square'])),
  'stroke-linejoin': inherited('miter', oneOf(['miter', 'round', 'bevel'])),
  'stroke-miterlimit': inherited('4', readLimit),
  'stroke-opacity': inherited('1', readOpacity),
  'stroke-width': inherited('1', atLeastZero(length('diagonal', true))),
  'text-rendering': IGNORED,
  transform: TRANSFORM,
  'transform-box': TRANSFORM,
  'transform-origin': TRANSFORM,
  transition: IGNORED,
  translate: TRANSFORM,
  'user-select': IGNORED,
  'vector-effect': own('none', oneOf(['none', 'non-scaling-stroke'])),
  visibility: inherited(
    'visible',
    asWord({ visible: 'visible', hidden: 'hidden', collapse: 'hidden' }),
  ),
  '-webkit-animation': aliasOf('animation'),
  '-webkit-animation-delay': aliasOf('animation-delay'),
  '-webkit-animation-direction': aliasOf('animation-direction'),
  '-webkit-animation-duration': aliasOf('animation-duration'),
  '-webkit-animation-fill-mode': aliasOf('animation-fill-mode'),
  '-webkit-animation-name': aliasOf('animation-name'),
  '-webkit-box-shadow': aliasOf('box-shadow'),
  '-webkit-clip-path': aliasOf('clip-path'),
  '-webkit-filter': aliasOf('filter'),
  '-webkit-mask': refused(['none']),
  '-webkit-mask-image': refused(['none']),
  '-webkit-opacity': aliasOf('opacity'),
  '-webkit-transform': aliasOf('transform'),
  '-webkit-transform-origin': aliasOf('transform-origin'),
  width: geometry('auto', autoOr(atLeastZero(length('width'))), SIZED),
  x: geometry('0', length('width', true), BOXES),
  y: geometry('0', length('height', true), BOXES),
  zoom: refused(['1', '100%', 'normal']),
};

/** The row of a property; undefined for one that no browser knows. */
export function propertyOf(name: string): Property | undefined {
  return Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;
}

/** The background's colour, of the root alone. */
export const readRootBackground = readBackground;

/** An ImageFileFault for an escape, which could hide a URL, in a value that may be drawn. */
export function checkEscapes(declarations: readonly CssDeclaration[]): readonly CssDeclaration[] {
  for (const { property, value } of declarations) {
    if (!value.includes('\\')) continue;
    const row = propertyOf(property);
    if (property.startsWith('--') || (row && row.kind !== 'ignored')) refuseSvg('style');
  }
  return declarations;
}
