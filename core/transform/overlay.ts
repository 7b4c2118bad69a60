import {
  type Corner,
  innerCorner,
  type Place,
  placeInside,
  type Resize,
  type Size,
} from './geometry.ts';
import { digestOf } from './key-parts.ts';
import {
  type CompassPosition,
  type NamedPosition,
  type Parameters,
  type PointPosition,
  WHITE,
} from './parameters.ts';
import type { Outline, Pad } from './shape.ts';
import { readDrawableText } from './text/drawable-text.ts';
import { type SetText, setText } from './text/text-lines.ts';
import type { TransformationFault } from './transformation-faults.ts';

/** The facts of an image that is drawn over others; pixels of its first frame, upright. */
export interface OverlayFacts extends Size {
  readonly imageId: `img_${string}`;
  /** The name of its bytes, if they replaced those of its save: the generation is another then. */
  readonly originalId?: `img_${string}`;
  readonly generation: number;
}

/** The parameters of an overlay alone. */
export type OverlayParameters = Pick<
  Parameters,
  | 'overlay'
  | 'overlay-text'
  | 'overlay-align'
  | 'overlay-font-size'
  | 'overlay-line-height'
  | 'overlay-color'
  | 'overlay-position'
  | 'overlay-width'
  | 'overlay-opacity'
  | 'overlay-tile'
>;

/** The rule of a project: its overlay on every image (transformations.watermark). */
export interface Watermark {
  readonly parameters: OverlayParameters;
  /** Null if the project has no such image any more, or if the rule is a text. */
  readonly facts: OverlayFacts | null;
}

/** Where and how an overlay is drawn, in pixels of the result. */
export interface PlacedOverlay extends Size, Corner {
  /** Per cent, 1 to 100. */
  readonly opacity: number;
  /** Its copies cover the whole result, the first one in the upper left corner. */
  readonly isTiled: boolean;
}

/** An image as it is drawn over a result. */
export interface ImageOverlay extends PlacedOverlay {
  readonly imageId: `img_${string}`;
  readonly originalId?: `img_${string}`;
  readonly generation: number;
}

/** How an overlay is placed before the shape of its box is known. */
interface Placing {
  /** The part of the result that it lies in. */
  readonly area: Area;
  /** The width in per cent of the area's width. */
  readonly percent: number;
  readonly position: CompassPosition | PointPosition;
  readonly opacity: number;
  readonly isTiled: boolean;
}

/** A text over a result. Only the font knows the shape of its box: placeText takes that. */
export interface TextOverlay extends Placing, SetText {
  /** In its composed form; the font has all its characters. */
  readonly text: string;
  /** Six or eight hex digits. */
  readonly color: string;
}

export type Overlay = ImageOverlay | TextOverlay;

/** Distinguishes the two kinds of overlay. */
export function isTextOverlay(overlay: Overlay): overlay is TextOverlay {
  return 'text' in overlay;
}

/** A rectangle of a result. */
type Area = Size & Corner;

/** The square in the circle, or the rectangle between the round corners; one pixel at least. */
function areaInside({ width, height }: Size, { radius, isCircle }: Outline): Area {
  const half = Math.min(width, height) / 2;
  const inset = Math.ceil((isCircle ? half : radius) * (1 - Math.SQRT1_2));
  const startOf = (side: number) =>
    Math.min((side - 1) >> 1, (isCircle ? Math.floor(side / 2 - half) : 0) + inset);
  const [left, top] = [startOf(width), startOf(height)];
  return { left, top, width: width - 2 * left, height: height - 2 * top };
}

/** Where an overlay can be, so that no margin and no round corner takes it off the image. */
export interface Canvas {
  readonly area: Area;
  /** Margins and an outline together leave the image in any shape: tiles reach all of it. */
  readonly needsTiles: boolean;
}

/** The parts of a result that decide where its image is. */
interface Layout {
  readonly resize: Resize;
  readonly pad: Pad | undefined;
  readonly position: NamedPosition;
  readonly place: Place | undefined;
  readonly outline: Outline;
}

/** The part of a result that shows the image (transformations.overlay). */
export function canvasOf({ resize, pad, position, place, outline }: Layout): Canvas {
  if (resize.how !== 'contain' && !pad) {
    return { area: areaInside(resize.size, outline), needsTiles: false };
  }
  const isInner = resize.how === 'contain';
  const { left, top } = isInner ? innerCorner(resize, position, place) : { left: 0, top: 0 };
  const { width, height } = isInner ? resize.inner : resize.size;
  const area = { width, height, left: left + (pad?.left ?? 0), top: top + (pad?.top ?? 0) };
  return { area, needsTiles: outline.isCircle || outline.radius > 0 };
}

/** The size in per cent of the area's width, smaller where it would be too high. */
function sizeIn(area: Size, { width, height }: Size, percent: number): Size {
  const wide = Math.max(1, Math.round((area.width * percent) / 100));
  const high = Math.max(1, Math.round((wide * height) / width));
  if (high <= area.height) return { width: wide, height: high };
  const narrow = Math.max(1, Math.round((area.height * width) / height));
  return { width: Math.min(wide, narrow), height: area.height };
}

/** The placing that the parameters of an overlay ask for. */
function placingOf(parameters: OverlayParameters, { area, needsTiles }: Canvas): Placing {
  const isTiled = needsTiles || parameters['overlay-tile'] !== undefined;
  return {
    area,
    percent: parameters['overlay-width'] ?? 25,
    position: isTiled ? 'top-left' : (parameters['overlay-position'] ?? 'bottom-right'),
    opacity: parameters['overlay-opacity'] ?? 100,
    isTiled,
  };
}

/** The place of an overlay of this size. */
function place(
  { area, position, opacity, isTiled }: Placing,
  { width, height }: Size,
): PlacedOverlay {
  const { left, top } = placeInside(position, { width, height }, area);
  return {
    width,
    height,
    left: isTiled ? 0 : area.left + left,
    top: isTiled ? 0 : area.top + top,
    opacity,
    isTiled,
  };
}

/** The size of a box of so many font sizes, smaller where it would be too wide or too high. */
function sizeOfText({ area, percent }: Placing, fontPercent: number, box: Size): Size {
  const widest = (area.width * percent) / 100;
  const font = (area.width * fontPercent) / 100;
  const scale = Math.min(font, widest / box.width, area.height / box.height);
  // each side is rounded alone: half a pixel of a narrow box would be several of its height
  const sideOf = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: sideOf(box.width), height: sideOf(box.height) };
}

/** The place of a text whose box has this size, in font sizes. */
export function placeText(overlay: TextOverlay, box: Size): PlacedOverlay {
  const fontPercent = overlay.lines?.fontPercent;
  if (fontPercent === undefined) return place(overlay, sizeIn(overlay.area, box, overlay.percent));
  return place(overlay, sizeOfText(overlay, fontPercent, box));
}

/** The text of these parameters as it is drawn, or the reason why it can't be. */
function textOverlay(
  escaped: string,
  parameters: OverlayParameters,
  canvas: Canvas,
): TextOverlay | TransformationFault {
  const read = readDrawableText(escaped);
  if (read.detail !== undefined) return { code: 'invalid_parameter', detail: read.detail };
  const color = parameters['overlay-color'] ?? WHITE;
  const placing = placingOf(parameters, canvas);
  return { ...setText(read.text, parameters, placing.position), color, ...placing };
}

/** The overlay of these parameters; null for none. */
function overlayOf(
  parameters: OverlayParameters,
  facts: OverlayFacts | null | undefined,
  canvas: Canvas,
): Overlay | TransformationFault | null {
  const escaped = parameters['overlay-text'];
  if (escaped !== undefined) return textOverlay(escaped, parameters, canvas);
  if (!facts) return null;
  const { imageId, originalId, generation } = facts;
  const placing = placingOf(parameters, canvas);
  const size = sizeIn(placing.area, facts, placing.percent);
  const replaced = originalId === undefined ? {} : { originalId };
  return { imageId, ...replaced, generation, ...place(placing, size) };
}

/** The reason why the parameters of an overlay contradict each other, or why no font draws it. */
export function findOverlayFault(parameters: OverlayParameters): string | undefined {
  const { overlay, 'overlay-text': escaped } = parameters;
  if (escaped === undefined) return undefined;
  if (overlay !== undefined) return '`overlay` and `overlay-text` cannot be combined.';
  return readDrawableText(escaped).detail;
}

/** The overlays that a request may have, from the records of their images. */
export interface DrawableOverlays {
  /** The image that `overlay` names; null if the project has none of this ID. */
  readonly overlay?: OverlayFacts | null;
  /** The rule of the project. */
  readonly watermark?: Watermark | null;
}

const UNAVAILABLE: TransformationFault = {
  code: 'watermark_unavailable',
  detail: 'The image of the watermark is deleted or blocked; the project needs another.',
};

/** The overlay of the rule; a fault if it can't be drawn, since nothing is served without it. */
function ruleOf({ parameters, facts }: Watermark, canvas: Canvas): Overlay | TransformationFault {
  const rule = overlayOf(parameters, facts, canvas);
  return rule && !('code' in rule) ? rule : UNAVAILABLE;
}

/** The rule is drawn last: no requested overlay hides it. Nothing is drawn without it. */
export function overlaysFor(
  { overlay, watermark }: DrawableOverlays,
  parameters: Parameters,
  canvas: Canvas,
): readonly Overlay[] | TransformationFault {
  const detail = findOverlayFault(parameters);
  if (detail !== undefined) return { code: 'invalid_parameter', detail };
  if (parameters.overlay !== undefined && !overlay) {
    const unknown = 'The project has no saved image with the ID in `overlay`.';
    return { code: 'overlay_not_found', detail: unknown };
  }
  const asked = parameters.overlay !== undefined || parameters['overlay-text'] !== undefined;
  const drawn = [
    asked ? overlayOf(parameters, overlay, canvas) : null,
    watermark ? ruleOf(watermark, canvas) : null,
  ].filter((one) => one !== null);
  return drawn.find((one) => 'code' in one) ?? (drawn as readonly Overlay[]);
}

function keyOf(overlay: Overlay): string {
  const { opacity, isTiled } = overlay;
  if (isTextOverlay(overlay)) {
    const { text, color, area, percent, position, lines } = overlay;
    const { left, top, width, height } = area;
    // a text in one line keeps the key that it had before there were lines
    const set = lines ? [lines.align, lines.lineHeight, lines.fontPercent ?? 0] : [];
    return JSON.stringify([
      text,
      color,
      left,
      top,
      width,
      height,
      percent,
      position,
      opacity,
      isTiled,
      ...set,
    ]);
  }
  const { imageId, generation, left, top, width, height } = overlay;
  return [imageId, generation, left, top, width, height, opacity, isTiled].join();
}

/**
 * The part of the rendition key. A digest, since a key is the name of a file, and file systems hold
 * 255 bytes; 120 bits, as an ID has.
 */
export function overlayKey(overlays: readonly Overlay[]): string {
  if (overlays.length === 0) return '';
  return `-over${digestOf(overlays.map(keyOf).join(';'), 30)}`;
}
