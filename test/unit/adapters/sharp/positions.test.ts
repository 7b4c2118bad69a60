import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import type { CompassPosition, Parameters } from '../../../../core/transform/parameters.ts';
import { ask } from './support/ask.ts';
import { type ColorName, draw, PALETTE } from './support/drawing.ts';
import { type Seen, see } from './support/rendition.ts';

const engine = await createSharpEngine();

/** Nine fields of 30 pixels, one colour each but the corners and the middle, by column and row. */
const ACROSS: ColorName[] = ['red', 'green', 'blue'];
const columnsWide = await draw(90, 30, (x) => PALETTE[ACROSS[Math.floor(x / 30)] ?? 'black'])
  .png()
  .toBuffer();
const rowsHigh = await draw(30, 90, (_, y) => PALETTE[ACROSS[Math.floor(y / 30)] ?? 'black'])
  .png()
  .toBuffer();

const middle = (seen: Seen) => seen.nameAt(seen.width >> 1, seen.height >> 1);

function along(position: CompassPosition, first: string, last: string): ColorName {
  if (position.includes(first)) return 'red';
  return position.includes(last) ? 'blue' : 'green';
}

const POSITIONS: CompassPosition[] = [
  'center',
  'top',
  'top-right',
  'right',
  'bottom-right',
  'bottom',
  'bottom-left',
  'left',
  'top-left',
];

describe('position (transformations.fit)', () => {
  it.each(POSITIONS)('keeps the %s of what cover cuts', async (position) => {
    const requested: Parameters = { width: 20, height: 20, position };
    const wide = await engine.render(columnsWide, ask({ width: 90, height: 30 }, 'png', requested));
    const high = await engine.render(rowsHigh, ask({ width: 30, height: 90 }, 'png', requested));
    expect(middle(await see(wide))).toBe(along(position, 'left', 'right'));
    expect(middle(await see(high))).toBe(along(position, 'top', 'bottom'));
  });

  it.each(POSITIONS)('takes %s from the turned and mirrored image', async (position) => {
    const facts = { width: 90, height: 30 };
    const requested: Parameters = { width: 20, height: 20, position };
    // a quarter clockwise: the red left end comes on top
    const turned = ask(facts, 'png', { ...requested, rotate: 90 });
    const seen = await see(await engine.render(columnsWide, turned));
    expect(middle(seen)).toBe(along(position, 'top', 'bottom'));
    // mirrored: the red left end comes to the right
    const mirrored = ask(facts, 'png', { ...requested, flop: true });
    const other = await see(await engine.render(columnsWide, mirrored));
    expect(middle(other)).toBe(along(position, 'right', 'left'));
  });

  it.each(POSITIONS)('puts the image at the %s of a contain box', async (position) => {
    const facts = { width: 90, height: 30 };
    const requested: Parameters = { width: 150, height: 90, fit: 'contain', position };
    const left = position.includes('left') ? 0 : position.includes('right') ? 60 : 30;
    const top = position.includes('top') ? 0 : position.includes('bottom') ? 60 : 30;
    const seen = await see(await engine.render(columnsWide, ask(facts, 'png', requested)));
    const corners = [
      seen.nameAt(left, top),
      seen.nameAt(left + 89, top + 29),
      left > 0 ? seen.nameAt(left - 1, top) : 'none',
      top > 0 ? seen.nameAt(left, top - 1) : 'none',
      left < 60 ? seen.nameAt(left + 90, top) : 'none',
      top < 60 ? seen.nameAt(left, top + 30) : 'none',
    ];
    expect(corners).toEqual(['red', 'blue', 'none', 'none', 'none', 'none']);
  });

  it('puts the turned image into a contain box where position says', async () => {
    const requested: Parameters = {
      width: 90,
      height: 90,
      fit: 'contain',
      position: 'left',
      rotate: 90,
    };
    const seen = await see(
      await engine.render(columnsWide, ask({ width: 90, height: 30 }, 'png', requested)),
    );
    expect([seen.nameAt(15, 5), seen.nameAt(15, 85), seen.nameAt(45, 45)]).toEqual([
      'red',
      'blue',
      'none',
    ]);
  });

  it('contain never enlarges the image in its box by default (transformations.enlarging)', async () => {
    const facts = { width: 90, height: 30 };
    const requested: Parameters = { width: 180, height: 180, fit: 'contain' };
    const small = await see(await engine.render(columnsWide, ask(facts, 'png', requested)));
    expect([small.nameAt(44, 90), small.nameAt(46, 90)]).toEqual(['none', 'red']);
    const large = ask(facts, 'png', { ...requested, enlarge: true });
    const seen = await see(await engine.render(columnsWide, large));
    expect([seen.nameAt(2, 90), seen.nameAt(177, 90), seen.nameAt(90, 50)]).toEqual([
      'red',
      'blue',
      'none',
    ]);
  });
});

describe('position=attention and entropy (transformations.fit)', () => {
  // one busy, bright, colourful third on a dull plain
  const busy = (at: number) => (x: number, y: number) => {
    const isBusy = x >= at && x < at + 60;
    if (!isBusy) return [60, 60, 62] as const;
    return (x >> 2) % 2 === (y >> 2) % 2 ? PALETTE.red : PALETTE.yellow;
  };

  it.each(['attention', 'entropy'] as const)(
    '%s keeps the busy end of an image',
    async (position) => {
      for (const [at, format] of [
        [10, 'jpeg'],
        [230, 'png'],
      ] as const) {
        const bytes = await draw(300, 80, busy(at)).toFormat(format).toBuffer();
        for (const rotate of [undefined, 90, 180] as const) {
          const requested: Parameters = {
            width: 80,
            height: 80,
            position,
            ...(rotate && { rotate }),
          };
          const seen = await see(
            await engine.render(bytes, ask({ width: 300, height: 80 }, 'png', requested)),
          );
          let colourful = 0;
          for (let y = 0; y < 80; y += 4) {
            for (let x = 0; x < 80; x += 4) {
              const [red, , blue] = seen.at(x, y);
              if (red - blue > 80) colourful += 1;
            }
          }
          expect(colourful / 400).toBeGreaterThan(0.6);
        }
      }
    },
  );
});
