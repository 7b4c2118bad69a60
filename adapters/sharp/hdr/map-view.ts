import {
  innerCorner,
  placeInside,
  type Size,
  sizeBeforeCut,
} from '../../../core/transform/geometry.ts';
import type { Crop } from '../../../core/transform/parameters.ts';
import { outputSize, type Transformation } from '../../../core/transform/transformation.ts';
import type { Area } from './resample.ts';

/** The fields of a transformation that move pixels. */
export type Moves = Pick<
  Transformation,
  'crop' | 'turn' | 'isMirrored' | 'resize' | 'pad' | 'position' | 'place'
>;

/** The part of a turned image that a result shows, and its place in the result. */
export interface View {
  /** The whole image, turned: the area's unit is its pixel. */
  readonly turned: Size;
  readonly area: Area;
  readonly output: Size;
  readonly inner: Area;
}

const onSide = ({ width, height }: Size): Size => ({ width: height, height: width });

/** A rectangle of the upright image in the turned and mirrored one. */
function turnCrop(crop: Crop, upright: Size, { turn, isMirrored }: Moves): Area {
  const { x, y, width, height } = crop;
  const [right, bottom] = [upright.width - x - width, upright.height - y - height];
  const turned = {
    0: { left: x, top: y, width, height },
    90: { left: bottom, top: x, width: height, height: width },
    180: { left: right, top: bottom, width, height },
    270: { left: y, top: right, width: height, height: width },
  }[turn];
  const wide = turn % 180 === 0 ? upright.width : upright.height;
  return isMirrored ? { ...turned, left: wide - turned.left - turned.width } : turned;
}

/** The image between its resize and its cut, and the part of it that is left. */
function cutOf(from: Size, { resize, position, place }: Moves): { scaled: Size; cut: Area } {
  if (resize.how !== 'cover') {
    const scaled = resize.how === 'contain' ? resize.inner : resize.size;
    return { scaled, cut: { left: 0, top: 0, ...scaled } };
  }
  const scaled = place?.scaled ?? sizeBeforeCut(from, resize);
  const { left, top } = place ?? placeInside(position, resize.size, scaled);
  return { scaled, cut: { left, top, ...resize.size } };
}

/** The view of an upright image that a transformation shows. */
export function viewOf(upright: Size, moves: Moves): View {
  const { resize, pad, position, place } = moves;
  const crop = turnCrop(moves.crop ?? { x: 0, y: 0, ...upright }, upright, moves);
  const { scaled, cut } = cutOf(crop, moves);
  const [across, down] = [crop.width / scaled.width, crop.height / scaled.height];
  const corner =
    resize.how === 'contain' ? innerCorner(resize, position, place) : { left: 0, top: 0 };
  return {
    turned: moves.turn % 180 === 0 ? upright : onSide(upright),
    area: {
      left: crop.left + cut.left * across,
      top: crop.top + cut.top * down,
      width: cut.width * across,
      height: cut.height * down,
    },
    output: outputSize(moves),
    inner: {
      left: corner.left + (pad?.left ?? 0),
      top: corner.top + (pad?.top ?? 0),
      width: cut.width,
      height: cut.height,
    },
  };
}
