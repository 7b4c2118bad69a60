import { formatNumber } from './styles/read-lengths.ts';

/** Of light, by the eye: Filter Effects 1, 9.6. */
const [RED, GREEN, BLUE] = [0.213, 0.715, 0.072];

/**
 * The values of a `feColorMatrix` that saturates by any number, as browsers draw it. The renderer
 * cuts that number to one.
 */
export function saturationMatrix(share: number): string {
  const rest = 1 - share;
  const rows = [0, 1, 2].map((channel) =>
    [RED, GREEN, BLUE].map((weight, at) => weight * rest + (at === channel ? share : 0)),
  );
  return `${rows.map((row) => `${row.map(formatNumber).join(' ')} 0 0`).join(' ')} 0 0 0 1 0`;
}

/** Writes a step of a filter that saturates beyond one, or below zero, as its matrix. */
export function writeSaturation(attributes: Map<string, string>): void {
  if (attributes.get('type') !== 'saturate') return;
  const written = (attributes.get('values') ?? '1').trim();
  const share = Number(written);
  if (written === '' || !Number.isFinite(share) || (share >= 0 && share <= 1)) return;
  attributes.set('type', 'matrix');
  attributes.set('values', saturationMatrix(share));
}
