import {
  type Corner,
  innerCorner,
  type Place,
  placeInside,
  type Resize,
  type Size,
} from './geometry.ts';
import { digestOf } from './key-parts.ts';
import type { CompassPosition, NamedPosition, Parameters, PointPosition } from './parameters.ts';
import type { Outline, Pad } from './shape.ts';
import type { TransformationFault } from './transformation-faults.ts';

/** The facts of an image that is drawn over others; pixels of its first frame, upright. */
export interface OverlayFacts extends Size {
  readonly imageId: `img_${string}`;
  readonly generation: number;
}

/** The parameters of an overlay alone. */
export type OverlayParameters = Pick<
  Parameters,
  'overlay' | 'overlay-position' | 'overlay-width' | 'overlay-opacity' | 'overlay-tile'
>;

/** The rule of a project: its overlay on every image (transformations.watermark). */
export interface Watermark {
  readonly parameters: OverlayParameters;
  /** Null if the project has no such image any more. */
  readonly facts: OverlayFacts | null;
}

/** An image as it is drawn over a result, in pixels of the result. */
export interface Overlay extends Size, Corner {
  readonly imageId: `img_${string}`;
  readonly generation: number;
  /** Per cent, 1 to 100. */
  readonly opacity: number;
  /** Its copies cover the whole result, the first one in the upper left corner. */
  readonly isTiled: boolean;
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
export interface Ground {
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
export function groundOf({ resize, pad, position, place, outline }: Layout): Ground {
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

/** The overlay of these parameters on a result. */
function placeOverlay(
  parameters: OverlayParameters,
  { imageId, generation, ...facts }: OverlayFacts,
  { area, needsTiles }: Ground,
): Overlay {
  const { width, height } = sizeIn(area, facts, parameters['overlay-width'] ?? 25);
  const position: CompassPosition | PointPosition =
    parameters['overlay-position'] ?? 'bottom-right';
  const isTiled = needsTiles || parameters['overlay-tile'] !== undefined;
  const { left, top } = placeInside(position, { width, height }, area);
  return {
    imageId,
    generation,
    width,
    height,
    left: isTiled ? 0 : area.left + left,
    top: isTiled ? 0 : area.top + top,
    opacity: parameters['overlay-opacity'] ?? 100,
    isTiled,
  };
}

/** The overlays that a request may have, from the records of their images. */
export interface DrawableOverlays {
  /** The image that `overlay` names; null if the project has none of this ID. */
  readonly overlay?: OverlayFacts | null;
  /** The rule of the project. */
  readonly watermark?: Watermark | null;
}

/** The rule is drawn last: no requested overlay hides it. Nothing is drawn without it. */
export function overlaysFor(
  { overlay, watermark }: DrawableOverlays,
  parameters: Parameters,
  ground: Ground,
): readonly Overlay[] | TransformationFault {
  if (parameters.overlay !== undefined && !overlay) {
    const detail = 'The project has no saved image with the ID in `overlay`.';
    return { code: 'overlay_not_found', detail };
  }
  if (watermark && !watermark.facts) {
    const detail = 'The image of the watermark is deleted or blocked; the project needs another.';
    return { code: 'watermark_unavailable', detail };
  }
  const requested = parameters.overlay && overlay && placeOverlay(parameters, overlay, ground);
  const rule = watermark?.facts && placeOverlay(watermark.parameters, watermark.facts, ground);
  return [...(requested ? [requested] : []), ...(rule ? [rule] : [])];
}

/**
 * The part of the rendition key. A digest, since a key is the name of a file, and file systems hold
 * 255 bytes; 120 bits, as an ID has.
 */
export function overlayKey(overlays: readonly Overlay[]): string {
  if (overlays.length === 0) return '';
  const facts = overlays.map(
    ({ imageId, generation, left, top, width, height, opacity, isTiled }) =>
      [imageId, generation, left, top, width, height, opacity, isTiled].join(),
  );
  return `-over${digestOf(facts.join(';'), 30)}`;
}
