import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import type { Parameters } from '../../../../core/transform/parameters.ts';
import { parseQuery } from '../../../../core/transform/query.ts';
import { renditionKey } from '../../../../core/transform/transformation.ts';
import { ask } from './support/ask.ts';
import { draw, drawFrames } from './support/drawing.ts';
import { see } from './support/rendition.ts';

const engine = await createSharpEngine();
const read = (query: string): Parameters => parseQuery([...new URLSearchParams(query)]).parameters;

/** Red says the column, green the row: each pixel tells its place in the original. */
const paintPlace = (x: number, y: number) => [x, y, 0, 255] as const;
const WIDE = { width: 200, height: 50 };
const wide = await draw(200, 50, (x, y) => [...paintPlace(x, y)])
  .png()
  .toBuffer();

async function seen(query: string, facts = WIDE) {
  const image = await see(await engine.render(wide, ask(facts, 'png', read(query))));
  const [left, top] = image.at(0, 0);
  return { size: [image.width, image.height], corner: [left, top] };
}

describe('a point (transformations.point)', () => {
  it.each([
    ['0.3,0.7', 35],
    ['0.1,0.5', 0],
    ['0.95,0', 150],
    ['0.625,1', 100],
  ])('position=%s keeps the part from column %i', async (position, column) => {
    const query = `width=50&height=50&position=${position}`;
    expect(await seen(query)).toEqual({ size: [50, 50], corner: [column, 0] });
  });

  it('is of the cropped image', async () => {
    const query = 'crop=100,0,100,50&width=50&height=50&position=0.5,0.5';
    expect((await seen(query)).corner).toEqual([125, 0]);
    const left = 'crop=100,0,100,50&width=50&height=50&position=0.3,0.5';
    expect((await seen(left)).corner).toEqual([105, 0]);
  });

  it('is of the turned and mirrored image', async () => {
    const mirrored = 'width=50&height=50&flop=true&position=0.3,0.5';
    // mirrored, column 35 of the result's direction is column 164 of the original
    expect((await seen(mirrored)).corner).toEqual([164, 0]);
    const turned = 'width=50&height=50&rotate=90&position=0.5,0.3';
    expect((await seen(turned)).corner).toEqual([35, 49]);
  });

  it('divides the free space of contain in its proportions', async () => {
    const query = 'width=250&height=90&fit=contain&position=0.3,0.75';
    const image = await see(await engine.render(wide, ask(WIDE, 'png', read(query))));
    expect(image.at(15, 30).slice(0, 2)).toEqual([0, 0]);
    expect([image.at(14, 30)[3], image.at(15, 29)[3], image.at(15, 30)[3]]).toEqual([0, 0, 255]);
  });

  it('cuts every frame of an animation at the same place', async () => {
    const rolled = await drawFrames(200, 50, [
      (x, y) => [...paintPlace(x, y)],
      (x, y) => [x, y, 255, 255],
    ])
      .webp({ lossless: true })
      .toBuffer();
    const facts = { ...WIDE, format: 'webp' as const, frames: 2 };
    const query = read('width=50&height=50&position=0.3,0.5&quality=100');
    const image = await see(await engine.render(rolled, ask(facts, 'webp', query)));
    expect([image.frames, image.width, image.height]).toEqual([2, 50, 50]);
    for (const frame of [0, 1]) expect(Math.abs(image.at(25, 25, frame)[0] - 60)).toBeLessThan(6);
  });

  it('has the key of a name where it is that name, and one key for one result', () => {
    const keyOf = (query: string) => renditionKey(ask(WIDE, 'png', read(query)));
    const box = 'width=50&height=50';
    expect(keyOf(`${box}&position=0.5,0.50`)).toBe(keyOf(box));
    expect(keyOf(`${box}&position=1.0,0`)).toBe(keyOf(`${box}&position=top-right`));
    expect(keyOf(`${box}&position=0.3,0.2`)).toBe(keyOf(`${box}&position=0.3,0.9`));
    expect(keyOf(`${box}&position=0.3,0.2`)).not.toBe(keyOf(`${box}&position=0.4,0.2`));
  });
});

describe('a crop in per cent (transformations.crop)', () => {
  it.each([
    ['10p,20p,50p,60p', [100, 30], [20, 10]],
    ['99.9p,99.9p,50p,0.01p', [1, 1], [199, 49]],
    ['25p,0p,100p,100p', [150, 50], [50, 0]],
  ])('crop=%s', async (crop, size, corner) => {
    expect(await seen(`crop=${crop}`)).toEqual({ size, corner });
  });

  it('meets its neighbours without a gap, whatever the rounding', async () => {
    const parts = [];
    for (const x of ['0p', '12.25p', '24.5p']) parts.push(await seen(`crop=${x},0p,12.25p,100p`));
    // half a pixel is rounded up at each edge
    expect(parts.map(({ corner }) => corner[0])).toEqual([0, 25, 49]);
    expect(parts.map(({ size }) => size[0])).toEqual([25, 24, 25]);
  });

  it('that leaves nothing is refused', () => {
    expect(() => ask(WIDE, 'png', read('crop=100p,0p,10p,10p'))).toThrow('outside the image');
  });
});

describe('a ratio (transformations.ratio)', () => {
  it.each([
    ['ratio=1:1', [50, 50], [75, 0]],
    ['ratio=1:1&position=left', [50, 50], [0, 0]],
    ['ratio=8:1', [200, 25], [0, 13]],
    ['width=80&ratio=2:1', [80, 40], [52, 2]],
    ['height=30&ratio=1:1&dpr=1.5', [45, 45], [78, 2]],
    ['width=20&height=10&ratio=1:1', [20, 10], undefined],
    ['rotate=90&ratio=1:1', [50, 50], undefined],
    ['ratio=1:1&fit=fill', [50, 50], undefined],
    ['ratio=9999:1', [200, 1], undefined],
  ])('%s', async (query, size, corner) => {
    const made = await seen(query);
    expect(made.size).toEqual(size);
    if (!corner) return;
    corner.forEach((value, side) => {
      expect(Math.abs(value - (made.corner[side] ?? 0)), `${made.corner}`).toBeLessThan(4);
    });
  });

  it('is the smallest box around the image for contain, with margins', async () => {
    const query = read('ratio=1:1&fit=contain');
    const image = await see(await engine.render(wide, ask(WIDE, 'png', query)));
    expect([image.width, image.height]).toEqual([200, 200]);
    expect([image.at(0, 74)[3], image.at(0, 75)[3], image.at(0, 125)[3]]).toEqual([0, 255, 0]);
  });

  it('too wide for any format is refused by its pixels', () => {
    const query = read('ratio=9999:1&fit=contain');
    expect(() => ask({ width: 10, height: 6000 }, 'png', query)).toThrow('image_too_large');
  });
});
