import type { Draft } from '../draft.ts';
import { REASONS } from '../read-values.ts';
import { setHue, setPercent, setTint, sixDigits } from '../set-colours.ts';
import { colourText, isObject, type Json, jsonOf } from './dit-json.ts';

const percentOf = (json: Json | undefined) => 100 * Number(json);

/** Factors of the lightness and the colours in LCH, and degrees. */
export function readModulate(draft: Draft, value: string): void {
  const json = jsonOf(value);
  if (!isObject(json)) {
    draft.note('modulate', 'unmappable', 'It must have keys such as brightness.');
    return;
  }
  for (const [key, factor] of Object.entries(json)) {
    const parameter = `modulate.${key}`;
    if (key === 'brightness' || key === 'saturation') {
      setPercent(draft, parameter, key, percentOf(factor));
    } else if (key === 'hue') setHue(draft, parameter, Number(factor));
    else draft.note(parameter, 'unmappable', REASONS.noColours);
  }
}

/** `a * v + b`: a brightness without b, and a contrast where the middle stays. */
export function readLinear(draft: Draft, value: string): void {
  const json = jsonOf(value);
  const [a, b = 0] = (Array.isArray(json) ? json : isObject(json) ? [json.a, json.b] : [json]).map(
    (one) => Number(one ?? 0),
  );
  const middle = 127.5 * (1 - (a ?? 0));
  if (a === undefined || !Number.isFinite(a) || !Number.isFinite(b)) {
    draft.note('linear', 'unmappable', 'It must be two numbers.');
  } else if (b === 0) setPercent(draft, 'linear', 'brightness', percentOf(a));
  else if (Math.abs(b - middle) < 1) setPercent(draft, 'linear', 'contrast', percentOf(a));
  else draft.note('linear', 'unmappable', 'It is neither a brightness nor a contrast.');
}

/** Shades of one colour. */
export function readTint(draft: Draft, value: string): void {
  const json = jsonOf(value);
  if (json === false) draft.note('tint', 'dropped', REASONS.off);
  else setTint(draft, 'tint', sixDigits(colourText(json)));
}
