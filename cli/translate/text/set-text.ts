import type { Draft } from '../draft.ts';
import { REASONS } from '../read-values.ts';
import type { Values } from '../translation.ts';
import { findMissingCharacter, textWidth } from './measure-text.ts';

/** The width of a text in the old service. */
export type OldWidth =
  | {
      readonly fontPixels: number;
      /** A longer text has smaller letters. */
      readonly maxPixels?: number | undefined;
      /** A longer text has more lines. */
      readonly linePixels?: number | undefined;
    }
  | { readonly pixels: number }
  | { readonly percent: number };

/** A text over an image, as an old address has it. */
export interface OldText {
  readonly text: string;
  /** Six or eight hex digits; undefined if it is no colour of ours. */
  readonly color: string | undefined;
  readonly position: NonNullable<Values['overlay-position']> | undefined;
  /** Of its lines; undefined as ours. */
  readonly align?: Values['overlay-align'] | undefined;
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

/** The bounds of `overlay-font-size`. */
const FONT_PERCENT = { least: 0.5, most: 100 } as const;

type LinesWidth = Extract<OldWidth, { readonly fontPixels: number }>;

/** The width in per cent of the image; undefined, and the reason, if it can't be known. */
function percentOf(
  draft: Draft,
  parameter: string,
  text: string,
  width: OldWidth,
): number | undefined {
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

const wholePercent = (percent: number) => Math.min(PERCENT, Math.max(1, Math.round(percent)));

/** Whether a text of this font has several lines in the old service. */
function hasLines(text: string, { fontPixels, linePixels }: LinesWidth): boolean {
  if (text.includes('\n')) return true;
  if (linePixels === undefined) return false;
  return (textWidth(text) ?? Infinity) * fontPixels > linePixels;
}

/** The size of the font and the width of the lines, in per cent of the image's width. */
function setLines(draft: Draft, parameter: string, side: number, width: LinesWidth): void {
  const size = Math.round((PERCENT * 10 * width.fontPixels) / side) / 10;
  const { least, most } = FONT_PERCENT;
  const bounded = Math.min(most, Math.max(least, size));
  if (bounded !== size) draft.note(parameter, 'approximate', REASONS.textFont);
  draft.set(parameter, 'overlay-font-size', bounded);
  const line = width.linePixels ?? width.maxPixels ?? side;
  draft.set(parameter, 'overlay-width', wholePercent((PERCENT * line) / side));
}

function setWidth(draft: Draft, parameter: string, { text, width: readWidth }: OldText): void {
  const width = readWidth();
  const side = draft.values.width;
  if (side !== undefined && 'fontPixels' in width && hasLines(text, width)) {
    setLines(draft, parameter, side, width);
    return;
  }
  const percent = percentOf(draft, parameter, text, width);
  if (percent === undefined) return;
  if (percent > PERCENT) draft.note(parameter, 'approximate', REASONS.textWidest);
  draft.set(parameter, 'overlay-width', wholePercent(percent));
}

/**
 * Sets a text over the image, or names the reason why it stays out. Its size is known where the
 * width of the image is, so it comes after the size.
 */
export function setText(draft: Draft, names: TextNames, old: OldText): boolean {
  const { color, position, align } = old;
  const text = old.text.replaceAll('\r\n', '\n');
  if (draft.values['overlay-text'] !== undefined) {
    draft.note(names.text, 'unmappable', 'An address has one text.');
    return false;
  }
  const missing = findMissingCharacter(text);
  if (missing !== undefined) {
    const reason = /\p{C}|\s/u.test(missing)
      ? 'A text has no control characters but line breaks.'
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
  setWidth(draft, names.width, { ...old, text });
  const isInLines = text.includes('\n') || draft.values['overlay-font-size'] !== undefined;
  if (isInLines && align !== undefined) draft.set(names.text, 'overlay-align', align);
  return true;
}
