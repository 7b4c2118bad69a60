import { describe, expect, it } from 'vitest';
import { isTextOverlay, overlayKey, placeText } from '../../../../../core/transform/overlay.ts';
import { parseQuery } from '../../../../../core/transform/query.ts';
import {
  isTransformationFault,
  resolveTransformation,
} from '../../../../../core/transform/transformation.ts';

/** The text of a query over an image of 1000 x 500 pixels. */
function overlayOf(query: string) {
  const { parameters } = parseQuery([...new URLSearchParams(query)]);
  const facts = { format: 'png', width: 1000, height: 500, frames: 1, hasAlpha: false } as const;
  const result = resolveTransformation(facts, 'png', parameters);
  const overlay = isTransformationFault(result) ? undefined : result.overlays[0];
  if (!overlay || !isTextOverlay(overlay)) throw new Error(`no text in ${query}`);
  return overlay;
}
const linesOf = (query: string) => overlayOf(query).lines;
const keyOf = (query: string) => overlayKey([overlayOf(query)]);

describe('the lines of overlay-text (transformations.text-lines)', () => {
  it('are those of its line breaks, or of a font size', () => {
    expect(linesOf('overlay-text=Ana')).toBeUndefined();
    const lines = { align: 'right', lineHeight: 1.2, fontPercent: undefined };
    expect(linesOf('overlay-text=Ana%0AEva')).toEqual(lines);
    expect(linesOf('overlay-text=Ana&overlay-font-size=6.5&overlay-line-height=2')).toEqual({
      align: 'right',
      lineHeight: 2,
      fontPercent: 6.5,
    });
  });

  it('leave the key and the spaces of a text in one line as they were', () => {
    const one = overlayOf('overlay-text=a%20%20b&overlay-align=left&overlay-line-height=2');
    expect(one).toMatchObject({ text: 'a  b', lines: undefined });
    // written down before there were lines
    expect(keyOf('overlay-text=Ana')).toBe('-over25ece04bc38e9d263af923dd12dad6');
    expect(keyOf('overlay-text=Ana&overlay-align=left&overlay-line-height=3')).toBe(
      '-over25ece04bc38e9d263af923dd12dad6',
    );
  });

  it('make another key with each of their facts', () => {
    const keys = [
      'overlay-text=a%20b',
      'overlay-text=a%0Ab',
      'overlay-text=a%0Ab&overlay-align=left',
      'overlay-text=a%0Ab&overlay-line-height=2',
      'overlay-text=a%0Ab&overlay-font-size=2',
      'overlay-text=a%20b&overlay-font-size=2',
      'overlay-text=a%20b&overlay-font-size=2.1',
    ].map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('begin and end without spaces, and are one text however many are sent', () => {
    const { text } = overlayOf('overlay-text=%0A%20a%20%20%20b%20%0D%0A%20%0A%20c%20%0A');
    expect(text).toBe('a b\n\nc');
    expect(overlayOf('overlay-text=a%C2%A0%C2%A0b%0Ac').text).toBe('a\u00a0\u00a0b\nc');
    expect(overlayOf('overlay-text=%0Aa%0A')).toMatchObject({ text: 'a', lines: undefined });
  });

  it.each([
    ['top-left', 'left'],
    ['left', 'left'],
    ['top', 'center'],
    ['center', 'center'],
    ['bottom-right', 'right'],
    ['0.33,0', 'left'],
    ['0.34,1', 'center'],
    ['0.66,0', 'center'],
    ['0.67,0', 'right'],
  ])('are aligned by the position %s to the side %s', (position, align) => {
    const query = `overlay-text=a%0Ab&overlay-position=${position}`;
    expect(linesOf(query)?.align).toBe(align);
    expect(linesOf(`${query}&overlay-align=center`)?.align).toBe('center');
  });

  it('are as wide as their box in the font size, and never wider or higher than there is room', () => {
    const sized = overlayOf('overlay-text=a&overlay-font-size=10&overlay-width=50');
    const sizeOf = (width: number, height: number) => {
      const placed = placeText(sized, { width, height });
      return [placed.width, placed.height];
    };
    expect(sizeOf(3, 2)).toEqual([300, 200]);
    expect(sizeOf(10, 2)).toEqual([500, 100]);
    expect(sizeOf(3, 10)).toEqual([150, 500]);
  });
});
