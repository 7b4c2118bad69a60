import { resolveBackground } from './background.ts';
import { mayBeWide } from './colour-profiles.ts';
import { EFFECT_KEY_PARTS, EFFECT_STEPS, type EffectFields, resolveEffects } from './effects.ts';
import { FORMATS, type Format, type UploadFormat } from './formats.ts';
import { mayHaveGainMap, stepsWithoutGainMap } from './gain-map.ts';
import {
  cutCrop,
  isSameSize,
  movePoint,
  NAMED_POINTS,
  type Place,
  placePoint,
  type Resize,
  resolveResize,
  type Size,
  sizeBeforeCut,
} from './geometry.ts';
import { COMPASS, digestOf, fileKey, part, resizeText } from './key-parts.ts';
import {
  canvasOf,
  type DrawableOverlays,
  type Overlay,
  overlayKey,
  overlaysFor,
} from './overlay.ts';
import type {
  AutoQuality,
  Crop,
  NamedPosition,
  Parameters,
  PointPosition,
  Position,
} from './parameters.ts';
import { queryOf, simplifyParameters } from './query.ts';
import {
  type Border,
  type Pad,
  paddedSize,
  resolveBorder,
  resolveOutline,
  resolvePad,
} from './shape.ts';
import {
  findAnimationFault,
  findCutFault,
  findSizeFault,
  isStrategy,
  type TransformationFault,
} from './transformation-faults.ts';

/** The facts of the original that a transformation needs. */
export interface OriginalFacts extends DrawableOverlays {
  readonly format: UploadFormat;
  /** Pixels of one frame, upright. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly hasAlpha: boolean;
  /** The point that is kept with the image, for a request without a position. */
  readonly focalPoint?: PointPosition | null;
  /** Whether it has colours beyond sRGB; null: unknown. */
  readonly hasWideGamut?: boolean | null;
  /** Whether it has a gain map. */
  readonly hasGainMap?: boolean;
}

/**
 * THE order of the steps (transformations.order), with the names in the documents: the image engine
 * runs this list. A step for one parameter has that parameter's name.
 */
export const STEPS = {
  orient: 'orient',
  trim: 'trim',
  crop: 'crop',
  turn: 'rotate, flip and flop',
  resize: 'resize and pad',
  ...EFFECT_STEPS,
  border: 'border',
  shape: 'radius and mask',
  background: 'background',
  overlay: 'overlay',
  encode: 'encode',
} as const;
export type StepName = keyof typeof STEPS;

/** A request whose size depends on the pixels: resolveTrimmed resolves it again. */
export interface Trim {
  /** The largest difference between the values of one border, 0 to 255. */
  readonly tolerance: number;
  readonly original: OriginalFacts;
  readonly parameters: Parameters;
}

/**
 * The effective result of a request for one original: everything resolved, nothing left to
 * defaults.
 */
export interface Transformation extends EffectFields {
  readonly format: Format;
  /** Undefined: nothing is trimmed. Else the fields below are those of the untrimmed image. */
  readonly trim: Trim | undefined;
  /** On the upright image; undefined if it is the whole. */
  readonly crop: Crop | undefined;
  /** Clockwise, after the crop. */
  readonly turn: 0 | 90 | 180 | 270;
  /** Left and right change places, after the turn. */
  readonly isMirrored: boolean;
  readonly resize: Resize;
  /** Around the resized image; undefined for none. */
  readonly pad: Pad | undefined;
  /**
   * The part that `cover` keeps and the place where `contain` puts the image; `center` elsewhere.
   */
  readonly position: NamedPosition;
  /** The same by numbers, where a point was requested; undefined elsewhere. */
  readonly place: Place | undefined;
  /** Undefined for none. */
  readonly border: Border | undefined;
  /** Of the corners, in pixels of the output, 0 for none. */
  readonly radius: number;
  /** Only the largest circle in the middle is left, of an output that is no square. */
  readonly isCircle: boolean;
  /** Six or eight hex digits; undefined: transparent. */
  readonly background: string | undefined;
  /** The colours are those of Display P3, else of sRGB. */
  readonly isDisplayP3: boolean;
  /** The gain map of the image follows the steps, and is in the file. */
  readonly hasGainMap: boolean;
  /** In the order of their drawing: the requested one, then the project's rule. */
  readonly overlays: readonly Overlay[];
  /** 1 to 100, or chosen by the pixels; undefined where the format has none. */
  readonly quality: number | AutoQuality | undefined;
  /** All frames are kept. */
  readonly isAnimated: boolean;
  /** One frame, on request, of an animation in a format that could keep all of them. */
  readonly isFirstFrame: boolean;
  /** The usual settings of its encoder would be too dear (security.bounded-price). */
  readonly isFastEncoded: boolean;
  /** The stored image is served if it has fewer bytes (delivery.never-larger). */
  readonly mayServeOriginal: boolean;
}

type Turn = Transformation['turn'];

/**
 * Every combination of rotate, flip and flop is one of eight: a rotation, then perhaps a mirror.
 */
function resolveTurn(parameters: Parameters): { turn: Turn; isMirrored: boolean } {
  const isFlipped = parameters.flip ?? false;
  const turn = (((parameters.rotate ?? 0) + (isFlipped ? 180 : 0)) % 360) as Turn;
  return { turn, isMirrored: isFlipped !== (parameters.flop ?? false) };
}

function isPoint(position: Position): position is PointPosition {
  return position.includes(',');
}

function positionFor(
  from: Size,
  resize: Resize,
  requested: Position = 'center',
): Pick<Transformation, 'position' | 'place'> {
  if (resize.how === 'scale') return { position: 'center', place: undefined };
  const position = NAMED_POINTS[requested] ?? requested;
  if (isPoint(position)) return { position: 'center', place: placePoint(position, from, resize) };
  // only cover uses an area of interest
  const isUnused = resize.how === 'contain' && isStrategy(position);
  return { position: isUnused ? 'center' : position, place: undefined };
}

/** Only `cover` has a part to choose by the image's own point. */
function focusFor(
  original: OriginalFacts,
  crop: Crop,
  { how }: Resize,
  turned: Pick<Transformation, 'turn' | 'isMirrored'>,
): PointPosition | undefined {
  const { focalPoint } = original;
  return how === 'cover' && focalPoint ? movePoint(focalPoint, original, crop, turned) : undefined;
}

function resolveTrim(
  original: OriginalFacts,
  format: Format,
  parameters: Parameters,
): Trim | undefined {
  const { trim: tolerance } = parameters;
  if (tolerance === undefined) return undefined;
  return { tolerance, original, parameters: simplifyParameters(parameters, format) };
}

/** Whether colours beyond sRGB are kept; an image of which it is unknown may have them. */
function isDisplayP3(
  { hasWideGamut = false }: OriginalFacts,
  format: Format,
  { gamut, grayscale }: Parameters,
  isAnimated: boolean,
): boolean {
  const isKept = gamut === 'keep' && mayBeWide(hasWideGamut, format);
  return isKept && grayscale !== true && !isAnimated;
}

function resolve(
  original: OriginalFacts,
  format: Format,
  parameters: Parameters,
): Omit<Transformation, 'hasGainMap'> | TransformationFault {
  const mayAnimate = original.frames > 1 && FORMATS[format].hasAnimation;
  const isFirstFrame = mayAnimate && parameters.frame === 0;
  const isAnimated = mayAnimate && !isFirstFrame;
  const crop = cutCrop(parameters.crop, original);
  if (!crop)
    return { code: 'invalid_parameter', detail: 'The rectangle of `crop` lies outside the image.' };

  const { turn, isMirrored } = resolveTurn(parameters);
  const turned = turn % 180 === 0 ? crop : { width: crop.height, height: crop.width };
  const from = { width: turned.width, height: turned.height };
  const resize = resolveResize(from, parameters);
  const { position, place } = positionFor(
    from,
    resize,
    parameters.position ?? focusFor(original, crop, resize, { turn, isMirrored }),
  );
  const animationFault = isAnimated ? findAnimationFault(parameters, position) : undefined;
  if (animationFault) return animationFault;
  const frames = isAnimated ? original.frames : 1;
  const pad = resolvePad(parameters);
  const size = paddedSize(resize.size, pad);
  const trim = resolveTrim(original, format, parameters);
  const fault =
    findSizeFault(size, format, frames) ?? findCutFault(sizeBeforeCut(from, resize), frames);
  // the trimmed image has sizes of its own
  if (fault && !trim) return fault;

  const outline = resolveOutline(size, parameters);
  const canvas = canvasOf({ resize, pad, position, place, outline });
  const overlays = overlaysFor(original, parameters, canvas);
  if ('code' in overlays) return overlays;
  const isCut = outline.radius > 0 || outline.isCircle;
  return {
    format,
    trim,
    crop: isSameSize(crop, original) ? undefined : crop,
    turn,
    isMirrored,
    resize,
    pad,
    position,
    place,
    ...resolveEffects(parameters, size),
    border: resolveBorder(size, parameters),
    ...outline,
    background: resolveBackground(
      parameters.background,
      format,
      original.hasAlpha || resize.how === 'contain' || pad !== undefined || isCut,
    ),
    isDisplayP3: isDisplayP3(original, format, parameters, isAnimated),
    overlays,
    quality:
      FORMATS[format].defaultQuality && (parameters.quality ?? FORMATS[format].defaultQuality),
    isAnimated,
    isFirstFrame,
    isFastEncoded: false,
    mayServeOriginal: false,
  };
}

/** The same with the gain map. Without one the result has no trace of the wish for it. */
function resolveWithMap(
  original: OriginalFacts,
  format: Format,
  parameters: Parameters,
): Transformation | TransformationFault {
  const result = resolve(original, format, parameters);
  if ('code' in result) return result;
  const isWanted = parameters.hdr === true && mayHaveGainMap(original.hasGainMap ?? false, format);
  const hasGainMap = isWanted && stepsWithoutGainMap(result, parameters, original).length === 0;
  if (hasGainMap || !result.trim) return { ...result, hasGainMap };
  const { hdr: _, ...others } = result.trim.parameters;
  return { ...result, trim: { ...result.trim, parameters: others }, hasGainMap };
}

/** The parameters that the stored image meets as it is: it has its own colours, and its map. */
function metByOriginal({ gamut, hdr }: Parameters): Parameters {
  return { ...(gamut ? { gamut } : {}), ...(hdr ? { hdr } : {}) };
}

/** The result of valid parameters for one original, or the first reason why it can't be made. */
export function resolveTransformation(
  original: OriginalFacts,
  format: Format,
  parameters: Parameters,
): Transformation | TransformationFault {
  const result = resolveWithMap(original, format, parameters);
  if (isTransformationFault(result)) return result;
  if (format !== original.format || parameters.quality !== undefined) return result;
  if (result.overlays.length > 0) return result; // the original has none of them
  if (original.hasGainMap && !result.hasGainMap) return result; // the original has it
  const unchanged = resolveWithMap(original, format, metByOriginal(parameters));
  const isUnchanged =
    !isTransformationFault(unchanged) && renditionKey(unchanged) === renditionKey(result);
  return { ...result, mayServeOriginal: isUnchanged };
}

/**
 * The transformation of a trimmed image, whose content is this rectangle of the upright original,
 * or the reason why it can't be made. `crop` and the focal point are of the content.
 */
export function resolveTrimmed(
  { original, parameters: { trim: _, ...parameters } }: Trim,
  format: Format,
  content: Crop,
): Transformation | TransformationFault {
  const { width, height } = content;
  const { focalPoint } = original;
  const upright = { turn: 0, isMirrored: false } as const;
  const moved = focalPoint ? movePoint(focalPoint, original, content, upright) : null;
  const facts = { ...original, width, height, focalPoint: moved };
  const result = resolveWithMap(facts, format, parameters);
  if (isTransformationFault(result)) return result;
  const within = result.crop ?? { x: 0, y: 0, width, height };
  const crop = { ...within, x: content.x + within.x, y: content.y + within.y };
  return { ...result, crop: isSameSize(crop, original) ? undefined : crop };
}

/** The size of a rendition, in pixels. */
export function outputSize({ resize, pad }: Pick<Transformation, 'resize' | 'pad'>): Size {
  return paddedSize(resize.size, pad);
}

/** Distinguishes the two results of resolveTransformation. */
export function isTransformationFault(
  answer: Transformation | TransformationFault,
): answer is TransformationFault {
  return 'code' in answer;
}

/** Of a request whose geometry isn't known before its pixels: equal requests have equal digests. */
function trimDigest({ parameters, original: { watermark } }: Trim): string {
  const rule = watermark ? `;${queryOf(watermark.parameters).join('&')}` : '';
  return digestOf(queryOf(parameters).join('&') + rule, 20);
}

/**
 * The part of each field in the rendition key, in the key's order: a field without its line doesn't
 * compile.
 */
const KEY_PARTS: {
  readonly [Field in keyof Transformation]: (value: Transformation[Field]) => string;
} = {
  resize: resizeText,
  trim: (trim) => part('trim', trim && `${trim.tolerance}x${trimDigest(trim)}`),
  pad: (pad) => part('pad', pad && [pad.top, pad.right, pad.bottom, pad.left].join('x')),
  position: (position) => COMPASS[position],
  place: (place) => part('at', place && `${place.left}x${place.top}`),
  crop: (crop) => part('crop', crop && [crop.x, crop.y, crop.width, crop.height].join('x')),
  turn: (turn) => part('turn', turn),
  isMirrored: (isMirrored) => part('mirror', isMirrored),
  ...EFFECT_KEY_PARTS,
  border: (border) => part('border', border && `${border.width}x${border.color}`),
  radius: (radius) => part('radius', radius),
  isCircle: (isCircle) => part('circle', isCircle),
  background: (color) => part('on', color),
  isDisplayP3: (is) => part('p3', is),
  hasGainMap: (has) => part('hdr', has),
  overlays: overlayKey,
  quality: (quality) => part('q', quality),
  // an image has its frames, and a format may or may not animate: the next line has the rest
  isAnimated: () => '',
  isFirstFrame: (is) => part('frame0', is),
  isFastEncoded: (is) => part('fast', is),
  mayServeOriginal: (may) => part('orless', may),
  format: (format) => `.${format}`,
};

function keyPart<Field extends keyof Transformation>(field: Field, result: Transformation): string {
  return KEY_PARTS[field](result[field]);
}

const FIELDS = Object.keys(KEY_PARTS) as (keyof Transformation)[];

/**
 * The rendition's name, unique to its effective result: equal results have equal keys, different
 * ones different keys. Lower-case letters, digits, `-` and `.` only; the extension is the format's.
 */
export function renditionKey(result: Transformation): string {
  return fileKey(FIELDS.map((field) => keyPart(field, result)).join(''));
}
