import { describe, expect, it } from 'vitest';
import { loadSharp } from '../../../../adapters/sharp/load/load-sharp.ts';
import { measureText } from '../../../../adapters/sharp/text/draw-text.ts';
import { findMissingCharacter, textWidth } from '../../../../cli/translate/text/measure-text.ts';
import { readDrawableText } from '../../../../core/transform/text/drawable-text.ts';

const TEXTS = [
  '© Ana 2026',
  'WATERMARK',
  ' illicit. ',
  'Größe: 12 €',
  'Λόγος',
  'Привет',
  '“A—b…”',
  'i',
  'To.',
  'two lines\nof words',
];

describe('the width of a text in an old address', () => {
  it.each(TEXTS)('equals the engine’s within a tenth: %s', async (text) => {
    const { box } = await measureText(await loadSharp(), text);
    const ratio = (textWidth(text) ?? 0) / box.width;
    expect(Math.abs(ratio - 1)).toBeLessThan(0.1);
  });

  it('is not known of other scripts, which the font may have', () => {
    for (const text of ['שלום', 'سلام', 'Ana ♥']) {
      expect([text, textWidth(text)]).toEqual([text, undefined]);
      expect(findMissingCharacter(text)).toBeUndefined();
    }
  });

  it('has the characters that the service draws, and no other', () => {
    const escaped = (character: string) =>
      character.replaceAll(/[^\w.-]/g, (sign) => `~${sign.charCodeAt(0)}.`);
    const wrong = Array.from({ length: 0x3100 }, (_, code) => String.fromCodePoint(code)).filter(
      (character) =>
        (findMissingCharacter(`a${character}`) === undefined) !==
        (readDrawableText(`a${escaped(character)}`).detail === undefined),
    );
    expect(wrong).toEqual([]);
  });
});
