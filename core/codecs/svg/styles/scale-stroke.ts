import { refuseUndrawn } from '../svg-faults.ts';
import { formatNumber } from './read-lengths.ts';
import type { Matrix } from './read-transform.ts';

/** Lengths of a stroke, which scale with the units of the element. */
const LENGTHS = ['stroke-width', 'stroke-dasharray', 'stroke-dashoffset'] as const;
const INITIAL: Readonly<Record<(typeof LENGTHS)[number], string>> = {
  'stroke-width': '1',
  'stroke-dasharray': 'none',
  'stroke-dashoffset': '0',
};
const CLOSE = 1e-6;

/** By how much a matrix scales, if it does so alike in all directions. */
function scaleOf([a, b, c, d]: Matrix): number | undefined {
  const [first, second] = [Math.hypot(a, b), Math.hypot(c, d)];
  const isAlike =
    Math.abs(first - second) <= CLOSE * first && Math.abs(a * c + b * d) <= CLOSE * first * first;
  return isAlike && first > 0 ? first : undefined;
}

/**
 * Draws a stroke that doesn't scale: its lengths are divided by the scale of its element. An
 * ImageFileFault where that isn't known, or differs by direction.
 */
export function unscaleStroke(
  written: Map<string, string>,
  inherited: ReadonlyMap<string, string>,
  matrix: Matrix | undefined,
): void {
  const lengthsOf = (name: string) => written.get(name) ?? inherited.get(name);
  written.delete('vector-effect');
  if ((lengthsOf('stroke') ?? 'none') === 'none') return;
  const scale = matrix && scaleOf(matrix);
  if (scale === undefined) refuseUndrawn('vector-effect: non-scaling-stroke');
  if (Math.abs(scale - 1) < CLOSE) return;
  for (const name of LENGTHS) {
    const value = lengthsOf(name) ?? INITIAL[name];
    if (value === 'none' || value === '0') continue;
    if (value.includes('%')) refuseUndrawn('vector-effect: non-scaling-stroke');
    const lengths = value.split(' ').map((one) => formatNumber(Number(one) / scale));
    written.set(name, lengths.join(' '));
  }
}
