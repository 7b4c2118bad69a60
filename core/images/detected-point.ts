import { largest, smallest } from '../foundation/numbers/extremes.ts';
import type { PointPosition } from '../transform/parameters.ts';

/** A face or an object that was found in an upright image; a part of it may be outside. */
export interface DetectedBox {
  /** Fractions of the image's width and height. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Per cent. */
  readonly confidence: number;
}

/** Below it a detector finds faces in patterns. */
const MIN_FACE_CONFIDENCE = 90;
/** Objects are many, and seldom as certain as faces. */
const MIN_OBJECT_CONFIDENCE = 70;
/** Smaller faces, compared with the tallest one, are passers-by. */
const MIN_SHARE_OF_TALLEST = 0.5;

const within = (fraction: number) => Math.min(1, Math.max(0, fraction));
const middle = (from: number, to: number) => Number(((within(from) + within(to)) / 2).toFixed(3));

/** The centre of the part inside the image of the rectangle around all boxes. */
function centreOf(boxes: readonly DetectedBox[]): PointPosition | undefined {
  if (boxes.length === 0) return undefined;
  const x = middle(
    smallest(boxes.map(({ left }) => left)),
    largest(boxes.map(({ left, width }) => left + width)),
  );
  const y = middle(
    smallest(boxes.map(({ top }) => top)),
    largest(boxes.map(({ top, height }) => top + height)),
  );
  return `${x},${y}`;
}

/**
 * The centre of all faces of 90 per cent or more that have at least half the height of the tallest;
 * undefined without one.
 */
export function pointOfFaces(faces: readonly DetectedBox[]): PointPosition | undefined {
  const certain = faces.filter(({ confidence }) => confidence >= MIN_FACE_CONFIDENCE);
  const tallest = largest(
    certain.map(({ height }) => height),
    0,
  );
  return centreOf(certain.filter(({ height }) => height >= MIN_SHARE_OF_TALLEST * tallest));
}

/**
 * The centre of the object with the greatest product of confidence and area, of those of 70 per
 * cent or more; undefined without one.
 */
export function pointOfObjects(objects: readonly DetectedBox[]): PointPosition | undefined {
  const weight = ({ width, height, confidence }: DetectedBox) => width * height * confidence;
  const certain = objects.filter(({ confidence }) => confidence >= MIN_OBJECT_CONFIDENCE);
  const [first] = certain.toSorted((one, other) => weight(other) - weight(one));
  return centreOf(first ? [first] : []);
}
