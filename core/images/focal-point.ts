import { PARAMETERS, type PointPosition } from '../transform/parameters.ts';

/**
 * The point of an image in its shortest form: fractions of its width and its height, as `position`
 * takes them. Undefined for any other text, such as the name of a position.
 */
export function parseFocalPoint(text: string): PointPosition | undefined {
  return text.includes(',') ? (PARAMETERS.position.parse(text) as PointPosition) : undefined;
}
