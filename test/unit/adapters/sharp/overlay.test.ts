import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { BrokenImageError } from '../../../../core/ports/images/image-engine.ts';
import type { OverlayFacts } from '../../../../core/transform/overlay.ts';
import type { Parameters } from '../../../../core/transform/parameters.ts';
import { ask } from './support/ask.ts';
import { draw } from './support/drawing.ts';
import { type Seen, see } from './support/rendition.ts';

const engine = await createSharpEngine();
const ID = 'img_mzxw6ytboi2dkmrvgezdgnbvgy';
const factsOf = (width: number, height: number): OverlayFacts => ({
  imageId: ID,
  generation: 0,
  width,
  height,
});

/** Of 40 x 20 pixels; clear on the left, then half-clear, then opaque. */
const alphaAt = (x: number) => (x < 10 ? 0 : x < 20 ? 100 : 255);
const under = await draw(40, 20, (x, y) => [x * 6, y * 12, 90, alphaAt(x)])
  .png()
  .toBuffer();
/** As wide, so that no pixel is resized; its alpha grows downwards. */
const over = await draw(40, 20, (x, y) => [200, x * 5, y * 9, y * 13])
  .png()
  .toBuffer();

async function make(requested: Parameters, mark: Uint8Array, facts = factsOf(40, 20)) {
  const size = { width: 40, height: 20, hasAlpha: true, overlay: facts };
  const overlaid = { ...requested, overlay: ID };
  return see(await engine.render(under, ask(size, 'png', overlaid), [mark]));
}

const isRed = (seen: Seen, x: number, y: number) => {
  const [red, green, blue] = seen.at(x, y);
  return red > 200 && green < 60 && blue < 60;
};

describe('overlay (transformations.overlay)', () => {
  it.each([100, 40, 1])('is drawn as the formula says, with an opacity of %i', async (percent) => {
    const seen = await make({ 'overlay-width': 100, 'overlay-opacity': percent }, over);
    for (let y = 0; y < 20; y += 1) {
      for (let x = 0; x < 40; x += 1) {
        const s = ((y * 13) / 255) * (percent / 100);
        const u = (alphaAt(x) / 255) * (1 - s);
        const [red, , blue, alpha] = seen.at(x, y);
        expect(alpha).toBe(Math.round((s + u) * 255));
        if (alpha === 0) continue;
        expect(red).toBe(Math.round((s * 200 + u * x * 6) / (s + u)));
        expect(blue).toBe(Math.round((s * y * 9 + u * 90) / (s + u)));
      }
    }
  });

  it('of grey, of a palette, turned by its orientation or animated is drawn in its colours', async () => {
    const red = await draw(20, 10, () => [255, 0, 0])
      .png()
      .toBuffer();
    const palette = await sharp(red).png({ palette: true, colours: 2 }).toBuffer();
    expect(isRed(await make({}, palette, factsOf(20, 10)), 39, 19)).toBe(true);
    const grey = await draw(20, 10, () => [120, 120, 120, 255])
      .toColourspace('b-w')
      .png()
      .toBuffer();
    expect((await make({}, grey, factsOf(20, 10))).at(39, 19)).toEqual([120, 120, 120, 255]);
    // red above blue, shown with the red on the right
    const tall = await draw(10, 20, (_, y) => (y < 10 ? [255, 0, 0] : [0, 0, 255]))
      .jpeg({ chromaSubsampling: '4:4:4' })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const turned = await make({ 'overlay-width': 50 }, tall, factsOf(20, 10));
    expect([isRed(turned, 37, 15), isRed(turned, 22, 15)]).toEqual([true, false]);
    const blue = await draw(20, 10, () => [0, 0, 255])
      .png()
      .toBuffer();
    const animated = await sharp([red, blue], { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(isRed(await make({}, animated, factsOf(20, 10)), 39, 19)).toBe(true);
  });

  it('is as wide as asked, and never higher than the image', async () => {
    const red = await draw(20, 10, () => [255, 0, 0])
      .png()
      .toBuffer();
    const quarter = await make({ 'overlay-position': 'top-left' }, red, factsOf(20, 10));
    expect([isRed(quarter, 9, 4), isRed(quarter, 10, 4), isRed(quarter, 9, 5)]).toEqual([
      true,
      false,
      false,
    ]);
    const tall = await draw(10, 40, () => [255, 0, 0])
      .png()
      .toBuffer();
    const whole = await make({ 'overlay-width': 100 }, tall, factsOf(10, 40));
    expect([isRed(whole, 39, 0), isRed(whole, 35, 19), isRed(whole, 34, 19)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('that is missing or broken leaves no image', async () => {
    const size = { width: 40, height: 20, overlay: factsOf(40, 20) };
    const transformation = ask(size, 'png', { overlay: ID });
    await expect(engine.render(under, transformation)).rejects.toThrow(RangeError);
    const cut = over.subarray(0, over.length / 2);
    await expect(engine.render(under, transformation, [cut])).rejects.toThrow(BrokenImageError);
  });
});
