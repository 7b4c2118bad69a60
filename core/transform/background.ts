import { FORMATS, type Format } from './formats.ts';
import { WHITE } from './parameters.ts';

/** Six hex digits for eight. */
function blendOnWhite(color: string): string {
  const alpha = Number.parseInt(color.slice(6), 16) / 255;
  return [0, 2, 4]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    .map((value) => Math.round(value * alpha + 255 * (1 - alpha)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('');
}

/** Whether a colour has eight digits and no strength. */
export function isClear(color: string | undefined): boolean {
  return color?.slice(6) === '00';
}

/**
 * The colour under the transparent parts of a result, if any: six hex digits for a format without
 * transparency, which has white by default.
 */
export function resolveBackground(
  requested: string | undefined,
  format: Format,
  isVisible: boolean,
): string | undefined {
  if (!isVisible) return undefined;
  if (FORMATS[format].hasAlpha) return isClear(requested) ? undefined : requested;
  if (requested === undefined) return WHITE;
  return requested.length === 8 ? blendOnWhite(requested) : requested;
}
