import type { Draft } from './draft.ts';
import { numberOf, REASONS } from './read-values.ts';

/** Sets the border that lies within the edges. Its width is whole pixels. */
export function setBorder(
  draft: Draft,
  parameter: string,
  width: string,
  colour: string | undefined,
): void {
  const pixels = numberOf(width);
  if (pixels === undefined || !Number.isInteger(pixels) || pixels < 0) {
    draft.note(parameter, 'unmappable', 'The width of a border must be whole pixels.');
  } else if (colour === undefined) draft.note(parameter, 'unmappable', REASONS.colour);
  else draft.set(parameter, 'border', `${pixels},${colour}`);
  if (draft.values.border !== undefined) draft.note(parameter, 'approximate', REASONS.border);
}

/**
 * Sets margins of whole pixels, as CSS reads one to four of them. An empty one is as its opposite.
 */
export function setPad(draft: Draft, parameter: string, sent: readonly string[]): void {
  const [top = '0', right = '', bottom = '', left = ''] = sent;
  const across = right || top;
  const sides = [top || '0', across, bottom || top || '0', left || across].map(
    (side) => side || '0',
  );
  if (!sides.every((side) => /^\d{1,4}$/.test(side))) {
    draft.note(parameter, 'unmappable', 'Margins must be whole pixels.');
    return;
  }
  const pixels = sides.map(Number);
  if (pixels.every((side) => side === pixels[0])) draft.set(parameter, 'pad', String(pixels[0]));
  else draft.set(parameter, 'pad', pixels.join(','));
}

/** Sets the trimming of borders, with a tolerance whose scale differs. Empty is ours. */
export function setTrim(draft: Draft, parameter: string, tolerance: string): void {
  const value = tolerance === '' ? 10 : numberOf(tolerance);
  if (value === undefined || value < 0) {
    draft.note(parameter, 'unmappable', 'The tolerance must be a number.');
    return;
  }
  draft.set(parameter, 'trim', Math.min(255, Math.round(value)));
  draft.note(parameter, 'approximate', REASONS.trim);
}

const ROUNDED = 'Corners are smoothed by another formula.';

/** Whether the result is a square, however large the image is. */
export function isSquare({ values: { width, height, fit } }: Draft): boolean {
  return width !== undefined && width === height && fit !== 'inside' && fit !== 'outside';
}

/** Sets the largest circle, where the result is a square; an oval has no equal. */
export function setCircle(draft: Draft, parameter: string): void {
  if (isSquare(draft)) {
    draft.set(parameter, 'mask', 'circle');
    draft.note(parameter, 'approximate', ROUNDED);
  } else draft.note(parameter, 'unmappable', REASONS.circle);
}

/** Sets round corners by a word for the most, or by one to four radii that are equal. */
export function setCorners(draft: Draft, parameter: string, value: string): void {
  if (value === 'max' && isSquare(draft)) {
    setCircle(draft, parameter);
    return;
  }
  const radii = new Set(value === 'max' ? ['8192'] : value.split(/[:_,]/));
  const [radius = ''] = radii;
  if (radii.size > 1 || !/^\d{1,4}$/.test(radius)) {
    draft.note(parameter, 'unmappable', 'It must be max or one radius in pixels.');
    return;
  }
  draft.set(parameter, 'radius', Number(radius));
  const reason = value === 'max' ? `${ROUNDED} Only the most of a square is an oval.` : ROUNDED;
  draft.note(parameter, 'approximate', reason);
}
