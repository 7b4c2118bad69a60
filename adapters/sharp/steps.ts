import type { Sharp } from 'sharp';
import type { Size } from '../../core/transform/geometry.ts';
import type { Position } from '../../core/transform/parameters.ts';
import type { Transformation } from '../../core/transform/transformation.ts';
import { isPaintedFirst, isSheer, readColor, TRANSPARENT } from './background.ts';

/** What a step may read is what its type names, so that the types tell which parts are read (every-part-is-used.ts). */
type Parts<Name extends keyof Transformation> = Pick<Transformation, Name>;

/** Cuts the crop out of the upright picture. */
export function crop(picture: Sharp, { crop: area }: Parts<'crop'>): Sharp {
  if (!area) return picture;
  const { x, y, width, height } = area;
  return picture.extract({ left: x, top: y, width, height });
}

/** sharp's spelling: `centre`, `left top`; the areas of interest are its own words. */
function wordOf(position: Position): string {
  if (position === 'center') return 'centre';
  return position.replace(/^(top|bottom)-(left|right)$/, '$2 $1');
}

/** Resizes to the asked size, or to the inner size of `contain`. */
export function resize(
  picture: Sharp,
  { resize: to, position }: Parts<'resize' | 'position'>,
  fastShrinkOnLoad: boolean,
): Sharp {
  const { width, height } = to.how === 'contain' ? to.inner : to.size;
  if (to.how !== 'cover') return picture.resize(width, height, { fit: 'fill', fastShrinkOnLoad });
  return picture.resize(width, height, {
    fit: 'cover',
    position: wordOf(position),
    fastShrinkOnLoad,
  });
}

function beforeTurn({ width, height }: Size, { turn: angle }: Parts<'turn'>): Size {
  return angle % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Resizes a picture that is going to be turned, in its own direction: to the asked size, or as `cover` needs it before the cut. */
export function resizeBeforeTurn(
  picture: Sharp,
  asked: Parts<'resize' | 'turn'>,
  fastShrinkOnLoad: boolean,
): Sharp {
  const { resize: to } = asked;
  const { width, height } = beforeTurn(to.how === 'contain' ? to.inner : to.size, asked);
  const fit = to.how === 'cover' ? 'outside' : 'fill';
  return picture.resize(width, height, { fit, fastShrinkOnLoad });
}

/** Lets left and right change places; for a picture that `turnMirrored` turns then. */
export function mirror(picture: Sharp, { isMirrored }: Parts<'isMirrored'>): Sharp {
  return picture.flop(isMirrored);
}

/** Turns clockwise what is mirrored already, as if it were mirrored after the turn: that is the other way round. */
export function turnMirrored(
  picture: Sharp,
  { turn: angle, isMirrored }: Parts<'turn' | 'isMirrored'>,
): Sharp {
  return picture.rotate(isMirrored ? (360 - angle) % 360 : angle);
}

/** Puts the inner picture of `contain` into its box. */
export function pad(
  picture: Sharp,
  asked: Parts<'resize' | 'position' | 'background' | 'isGrayscale' | 'sharpen'>,
): Sharp {
  const { resize: to, position, background } = asked;
  if (to.how !== 'contain') return picture;
  const wide = to.size.width - to.inner.width;
  const high = to.size.height - to.inner.height;
  const left = position.endsWith('left') ? 0 : position.endsWith('right') ? wide : wide >> 1;
  const top = position.startsWith('top') ? 0 : position.startsWith('bottom') ? high : high >> 1;
  return picture.extend({
    left,
    right: wide - left,
    top,
    bottom: high - top,
    background: background && isPaintedFirst(asked) ? readColor(background) : TRANSPARENT,
  });
}

/** Takes the colour out. */
export function grayscale(picture: Sharp, { isGrayscale }: Parts<'isGrayscale'>): Sharp {
  return isGrayscale ? picture.grayscale() : picture;
}

/** Blurs by a Gaussian of this sigma. */
export function blur(picture: Sharp, { blur: sigma }: Parts<'blur'>): Sharp {
  return sigma > 0 ? picture.blur(sigma) : picture;
}

/** Sharpens by an unsharp mask of this sigma. */
export function sharpen(picture: Sharp, { sharpen: sigma }: Parts<'sharpen'>): Sharp {
  return sigma > 0 ? picture.sharpen({ sigma }) : picture;
}

/** Lays the background under what is transparent. */
export function paint(picture: Sharp, { background }: Parts<'background'>): Sharp {
  if (background === undefined) return picture;
  if (!isSheer(background)) return picture.flatten({ background: readColor(background) });
  const tile = { width: 1, height: 1, channels: 4 as const, background: readColor(background) };
  const layer = { input: { create: tile }, tile: true, blend: 'dest-over' as const };
  return picture.ensureAlpha().composite([layer]);
}
