import type { Draft } from './draft.ts';
import { colourOf, hexOf, numberOf, REASONS } from './read-values.ts';

type Percent = 'brightness' | 'contrast' | 'saturation';

/** The most that THE table takes. */
const MOST = 400;

/** Sets a strength in per cent; 100 changes nothing. */
export function setPercent(
  draft: Draft,
  parameter: string,
  name: Percent,
  percent: number | undefined,
  reason: string = REASONS.colours,
): void {
  if (percent === undefined || !Number.isFinite(percent)) {
    draft.note(parameter, 'unmappable', `${name} must be a number.`);
    return;
  }
  const whole = Math.min(MOST, Math.max(0, Math.round(percent)));
  if (whole === 100) draft.note(parameter, 'dropped', REASONS.off);
  else if (whole === 0 && name === 'saturation') draft.set(parameter, 'grayscale', true);
  else {
    draft.set(parameter, name, whole);
    draft.note(parameter, 'approximate', reason);
  }
}

/** Sets a strength whose 0 changes nothing, and whose -100 leaves nothing. */
export function setShift(draft: Draft, parameter: string, name: Percent, value: string): void {
  const shift = numberOf(value);
  setPercent(draft, parameter, name, shift === undefined ? undefined : 100 + shift);
}

/** Sets a strength whose 1 changes nothing. */
export function setFactor(draft: Draft, parameter: string, name: Percent, value: string): void {
  const factor = numberOf(value);
  setPercent(draft, parameter, name, factor === undefined ? undefined : 100 * factor);
}

/** Sets a rotation of the hue in degrees. */
export function setHue(draft: Draft, parameter: string, degrees: number | undefined): void {
  if (degrees === undefined || !Number.isFinite(degrees)) {
    draft.note(parameter, 'unmappable', REASONS.degrees);
    return;
  }
  const angle = ((Math.round(degrees) % 360) + 360) % 360;
  if (angle === 0) draft.note(parameter, 'dropped', REASONS.off);
  else {
    draft.set(parameter, 'hue', angle);
    draft.note(parameter, 'approximate', REASONS.colours);
  }
}

/** Sets the gamma, whose 1 changes nothing. */
export function setGamma(draft: Draft, parameter: string, gamma: number | undefined): void {
  const rounded = gamma === undefined ? Number.NaN : Math.round(gamma * 10) / 10;
  if (rounded === 1) draft.note(parameter, 'dropped', REASONS.off);
  else draft.set(parameter, 'gamma', rounded);
  if (draft.values.gamma !== undefined) draft.note(parameter, 'approximate', REASONS.colours);
}

/** The tint of sepia. */
export const SEPIA = '704214';

/** Sets shades of one colour, by a strength from 0 to 1. */
export function setTint(
  draft: Draft,
  parameter: string,
  colour: string | undefined,
  strength: number = 1,
): void {
  if (colour === undefined || !Number.isFinite(strength)) {
    draft.note(parameter, 'unmappable', REASONS.colour);
    return;
  }
  if (strength <= 0) {
    draft.note(parameter, 'dropped', REASONS.off);
    return;
  }
  const opacity = strength < 1 ? hexOf(strength * 255) : '';
  draft.set(parameter, 'tint', `${colour}${opacity}`);
  draft.note(parameter, 'approximate', REASONS.tint);
}

/** Sets the side of squares of one colour, in pixels. */
export function setPixelate(draft: Draft, parameter: string, value: string): void {
  const side = numberOf(value);
  if (side === 0 || side === 1) draft.note(parameter, 'dropped', REASONS.off);
  else if (side === undefined || side < 1 || side > 1000) {
    draft.note(parameter, 'unmappable', REASONS.squareSide);
  } else {
    draft.set(parameter, 'pixelate', Math.round(side));
    draft.note(parameter, 'approximate', REASONS.squares);
  }
}

/** Colours of three digits as six; the tint has its strength behind them. */
export function sixDigits(text: string): string | undefined {
  const colour = colourOf(text);
  return colour?.length === 3 ? colour.replaceAll(/./g, '$&$&') : colour?.slice(0, 6);
}
