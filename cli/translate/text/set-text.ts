import type { Draft } from '../draft.ts';
import { REASONS } from '../read-values.ts';
import type { Values } from '../translation.ts';
import { findMissingCharacter, textWidth } from './measure-text.ts';

/** The width of a text in the old service. */
export type OldWidth =
  | { readonly fontPixels: number; readonly maxPixels?: number | undefined }
  | { readonly pixels: number }
  | { readonly percent: number };

/** A text over an image, as an old address has it. */
export interface OldText {
  readonly text: string;
  /** Six or eight hex digits; undefined if it is no colour of ours. */
  readonly color: string | undefined;
  readonly position: NonNullable<Values['overlay-position']> | undefined;
  /** Read after the text is set, since it adds notes. */
  readonly width: () => OldWidth;
}

/** The old parameters that say these parts, for notes. */
export interface TextNames {
  readonly text: string;
  readonly color: string;
  readonly position: string;
  readonly width: string;
}

const PERCENT = 100;

/** The width in per cent of the image; undefined, and the reason, if it can't be known. */
function percentOf(
  draft: Draft,
  parameter: string,
  { text, width: readWidth }: OldText,
): number | undefined {
  const width = readWidth();
  if ('percent' in width) return width.percent;
  const side = draft.values.width;
  if (side === undefined) {
    draft.note(parameter, 'unmappable', REASONS.textSize);
    return undefined;
  }
  if ('pixels' in width) return (PERCENT * width.pixels) / side;
  const ems = textWidth(text);
  if (ems === undefined) {
    draft.note(parameter, 'unmappable', REASONS.textLetters);
    return undefined;
  }
  const pixels = Math.min(ems * width.fontPixels, width.maxPixels ?? Infinity);
  return (PERCENT * pixels) / side;
}

function setWidth(draft: Draft, parameter: string, old: OldText): void {
  const percent = percentOf(draft, parameter, old);
  if (percent === undefined) return;
  if (percent > PERCENT) draft.note(parameter, 'approximate', REASONS.textWidest);
  const whole = Math.min(PERCENT, Math.max(1, Math.round(percent)));
  draft.set(parameter, 'overlay-width', whole);
}

/**
 * Sets a text over the image, or names the reason why it stays out. Its size is known where the
 * width of the image is, so it comes after the size.
 */
export function setText(draft: Draft, names: TextNames, old: OldText): boolean {
  const { text, color, position } = old;
  if (draft.values['overlay-text'] !== undefined) {
    draft.note(names.text, 'unmappable', 'An address has one text.');
    return false;
  }
  const missing = findMissingCharacter(text);
  if (missing !== undefined) {
    const reason = /\p{C}|\s/u.test(missing)
      ? 'A text has one line, without control characters.'
      : `The font has no ${missing}.`;
    draft.note(names.text, 'unmappable', reason);
    return false;
  }
  draft.set(names.text, 'overlay-text', text.replaceAll('~', '~126.'));
  if (draft.values['overlay-text'] === undefined) return false;
  draft.note(names.text, 'approximate', REASONS.font);
  if (color === undefined) draft.note(names.color, 'unmappable', REASONS.colour);
  else draft.set(names.color, 'overlay-color', color);
  if (position !== undefined) draft.set(names.position, 'overlay-position', position);
  setWidth(draft, names.width, old);
  return true;
}
