import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { SharpOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../../adapters/sharp/image-engine.ts';
import { findFont } from '../../../../../adapters/sharp/load/find-font.ts';
import { loadSharp, type SharpModule } from '../../../../../adapters/sharp/load/load-sharp.ts';
import { measureText } from '../../../../../adapters/sharp/text/draw-text.ts';
import {
  MAX_DRAWN_PIXELS,
  type TextSetting,
  WIDEST,
} from '../../../../../adapters/sharp/text/set-lines.ts';
import { PARAMETERS, type Parameters } from '../../../../../core/transform/parameters.ts';
import { readDrawableText } from '../../../../../core/transform/text/drawable-text.ts';
import { readCharacters } from '../../../../../scripts/font/read-font.ts';
import { ask } from '../support/ask.ts';
import { draw, drawFrames, quarters } from '../support/drawing.ts';
import { type Seen, see } from '../support/rendition.ts';

const sharp = await loadSharp();
const engine = await createSharpEngine();
const [WIDTH, HEIGHT] = [400, 300];
const under = await draw(WIDTH, HEIGHT, () => [0, 0, 0])
  .png()
  .toBuffer();

async function make(text: string, requested: Parameters = {}): Promise<Seen> {
  const escaped = PARAMETERS['overlay-text'].parse(text) ?? '';
  const parameters = { 'overlay-width': 100, ...requested, 'overlay-text': escaped };
  return see(await engine.render(under, ask({ width: WIDTH, height: HEIGHT }, 'png', parameters)));
}

interface Line {
  readonly top: number;
  readonly left: number;
  readonly right: number;
}

/** The lines of ink, which empty rows divide, from the top. */
function linesOf(seen: Seen): Line[] {
  const lines: { top: number; end: number; left: number; right: number }[] = [];
  for (let y = 0; y < HEIGHT; y += 1) {
    const columns = Array.from({ length: WIDTH }, (_, x) => x).filter(
      (x) => (seen.at(x, y)[0] ?? 0) > 90,
    );
    const [left, right] = [columns[0], columns.at(-1)];
    if (left === undefined || right === undefined) continue;
    const line = lines.at(-1);
    if (!line || line.end < y - 1) lines.push({ top: y, end: y, left, right });
    else Object.assign(line, { end: y, left: Math.min(line.left, left) });
    const last = lines.at(-1);
    if (last) last.right = Math.max(last.right, right);
  }
  return lines;
}

/** So large that a letter is 24 pixels of a font's size. */
const SIZED = { 'overlay-font-size': 6, 'overlay-position': 'top-left' } as const;
const middleOf = ({ left, right }: Line) => (left + right) / 2;

describe('overlay-text in lines (transformations.text-lines)', () => {
  it('begins a line at a line break, and stretches the box to its width', async () => {
    const lines = linesOf(await make('HHHH\nHH', { 'overlay-position': 'center' }));
    expect(lines).toHaveLength(2);
    expect((lines[0]?.right ?? 0) - (lines[0]?.left ?? 0)).toBeGreaterThan(WIDTH * 0.75);
  });

  it('breaks lines at spaces within the width, and nowhere without a font size', async () => {
    const narrow = { ...SIZED, 'overlay-width': 30 } as const;
    const lines = linesOf(await make('HHH HHH HHH', narrow));
    expect(lines).toHaveLength(3);
    for (const { right } of lines) expect(right).toBeLessThan(WIDTH * 0.3);
    expect(linesOf(await make('HHH HHH HHH', { ...SIZED, 'overlay-width': 60 }))).toHaveLength(1);
    expect(
      linesOf(await make('HHH\u00a0HHH HHH', { ...narrow, 'overlay-width': 41 })),
    ).toHaveLength(2);
    expect(linesOf(await make('HHH HHH HHH', { 'overlay-width': 30 }))).toHaveLength(1);
  });

  it('breaks a word that is wider, without a hyphen but at a soft one', async () => {
    const narrow = { ...SIZED, 'overlay-width': 20 } as const;
    const [broken, soft] = [await make('HHHHHH', narrow), await make('HH\u00adHHHH', narrow)];
    const ends = linesOf(broken).map(({ right }) => right);
    expect(ends.length).toBeGreaterThan(1);
    // three letters stand in a line; a hyphen would leave room for two
    expect(ends[0]).toBe(linesOf(await make('HHH', narrow))[0]?.right);
    const withHyphen = linesOf(await make('HH-', narrow))[0]?.right ?? 0;
    expect(Math.abs((linesOf(soft)[0]?.right ?? 0) - withHyphen)).toBeLessThanOrEqual(1);
  });

  it('aligns its lines, by the side of its position unless it is asked', async () => {
    const of = async (requested: Parameters) =>
      linesOf(await make('HHHH\nHH', { ...SIZED, ...requested }));
    const [left, center, right] = [
      await of({}),
      await of({ 'overlay-align': 'center' }),
      await of({ 'overlay-position': 'right' }),
    ];
    expect(left[1]?.left).toBe(left[0]?.left);
    expect(Math.abs(middleOf(center[1] as Line) - middleOf(center[0] as Line))).toBeLessThan(2);
    expect(right[1]?.right).toBe(right[0]?.right);
  });

  it.each([1, 1.2, 2.5])('has lines that are %f font sizes apart', async (height) => {
    const lines = linesOf(await make('H\nH\nH', { ...SIZED, 'overlay-line-height': height }));
    const font = (6 * WIDTH) / 100;
    const apart = ((lines[2]?.top ?? 0) - (lines[0]?.top ?? 0)) / 2;
    expect(Math.abs(apart - height * font)).toBeLessThan(1);
    // a high line leaves no room below the last letters
    const end = linesOf(await make('H\nH\nH', { ...SIZED, 'overlay-position': 'bottom' })).at(-1);
    expect(HEIGHT - (end?.top ?? 0)).toBeLessThan(2 * font);
  });

  it('runs from right to left in a paragraph of Hebrew, with its full stop on the left', async () => {
    const lines = linesOf(await make('שלום.\nH.', { ...SIZED, 'overlay-align': 'left' }));
    expect(lines).toHaveLength(2);
    // a full stop has no ink in the upper half of its line
    const firstInk = (seen: Seen) => {
      const { top, left } = linesOf(seen)[0] ?? { top: 0, left: 0 };
      const columns = Array.from({ length: WIDTH - left }, (_, at) => left + at);
      const hasInk = (x: number) => [0, 2, 4, 6, 8].some((y) => (seen.at(x, top + y)[0] ?? 0) > 90);
      return (columns.find(hasInk) ?? 0) - left;
    };
    expect(firstInk(await make('ש.\nHHH', SIZED))).toBeGreaterThan(4);
    expect(firstInk(await make('ש\nHHH.', SIZED))).toBeLessThan(4);
  });

  it('is a column of letters where the width has room for none, no wider than it', async () => {
    const lines = linesOf(await make('HIH', { ...SIZED, 'overlay-width': 3 }));
    expect(lines).toHaveLength(3);
    for (const { right } of lines) expect(right).toBeLessThan(WIDTH * 0.03);
    // paragraphs of a letter are as far apart as its lines
    const paragraphs = linesOf(await make('H\nI\nH', { ...SIZED, 'overlay-width': 3 }));
    expect(paragraphs.map(({ top }) => top)).toEqual(lines.map(({ top }) => top));
  });

  it('is on every frame of an animation', async () => {
    const frames = [quarters(40, 40), quarters(40, 40, ['green', 'blue', 'yellow', 'red'])];
    const rolled = await drawFrames(40, 40, frames).webp({ lossless: true }).toBuffer();
    const parameters = {
      'overlay-text': PARAMETERS['overlay-text'].parse('██\n██') ?? '',
      'overlay-width': 100,
      'overlay-line-height': 1,
      'overlay-color': 'ff00ff',
      'overlay-position': 'center',
    } as const;
    const facts = { width: 40, height: 40, frames: 2, format: 'webp' } as const;
    const seen = await see(await engine.render(rolled, ask(facts, 'webp', parameters)));
    for (const frame of [0, 1]) {
      const [red, green, blue] = seen.at(20, 12, frame);
      expect([red > 240, green < 15, blue > 240]).toEqual([true, true, true]);
    }
  });
});

/** A library that notes each drawing of a text. */
function noting(drawings: SharpOptions[]): SharpModule {
  return new Proxy(sharp, {
    apply: (target, self, sent: [Buffer | SharpOptions | undefined, ...unknown[]]) => {
      if (sent[0] && 'text' in sent[0]) drawings.push(sent[0]);
      return Reflect.apply(target, self, sent);
    },
  });
}

/** The pixels of a drawing. */
async function pixelsOf(drawing: SharpOptions): Promise<number> {
  const { width, height } = await sharp(drawing).metadata();
  return width * height;
}

const anyText = fc
  .array(
    fc.constantFrom(
      'W',
      '‱',
      'a',
      ' ',
      '\n',
      '\u00ad',
      '\u200b',
      '\u00a0',
      'é',
      'ش',
      'ل',
      'א',
      '-',
    ),
    { minLength: 1, maxLength: 99 },
  )
  .map((signs) => `H${signs.join('')}`);
const anySetting: fc.Arbitrary<TextSetting> = fc.record({
  align: fc.constantFrom('left', 'center', 'right'),
  lineHeight: fc.integer({ min: 5, max: 40 }).map((tenths) => tenths / 10),
  width: fc.oneof(fc.constant(undefined), fc.double({ min: 0.01, max: 200, noNaN: true })),
  fontPixels: fc.oneof(fc.constant(undefined), fc.double({ min: 0.01, max: 8192, noNaN: true })),
});

describe('the work of lines (security.overlay-text)', () => {
  it('is a drawing of at most four megapixels, and one more at most', async () => {
    const property = fc.asyncProperty(anyText, anySetting, async (text, setting) => {
      const drawings: SharpOptions[] = [];
      const measured = await measureText(noting(drawings), text, setting);
      for (const drawing of drawings) {
        expect(await pixelsOf(drawing)).toBeLessThanOrEqual(MAX_DRAWN_PIXELS);
      }
      const { width, height } = measured.box;
      const size = { width: 500, height: Math.ceil((500 * height) / width) };
      // lines that break by their width are drawn once: in another size they could break elsewhere
      if (size.height < 4_000) expect(await measured.draw(size)).toHaveLength(500 * size.height);
      expect(drawings.length).toBeLessThanOrEqual(setting.width === undefined ? 2 : 1);
    });
    await fc.assert(property, { numRuns: 150 });
  });

  it.each([
    ['of a letter each', 'W'],
    ['of a Hebrew letter each', 'ש'],
  ])(
    'is bounded for paragraphs %s in a box that is narrower (security.overlay-text)',
    async (_, letter) => {
      const text = Array(49).fill(letter).join('\n');
      for (const lineHeight of [0.5, 1.2, 4]) {
        const drawings: SharpOptions[] = [];
        const setting = { align: 'left', lineHeight, width: 0.01, fontPixels: 8192 } as const;
        await measureText(noting(drawings), text, setting);
        expect(drawings).toHaveLength(1);
        for (const drawing of drawings) {
          expect(await pixelsOf(drawing)).toBeLessThanOrEqual(MAX_DRAWN_PIXELS);
        }
      }
    },
  );

  it('has no letter that is wider than the estimate', () => {
    const drawable = [...readCharacters(readFileSync(findFont()))].filter(
      ([code]) => code <= 0xffff && readDrawableText(`~${code}.`).detail === undefined,
    );
    const widest = Math.max(...drawable.map(([, { advance }]) => advance));
    expect(drawable.length).toBeGreaterThan(1_000);
    expect(widest).toBeLessThan(WIDEST);
  });
});
