import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { HAS_PROFILE } from '../../core/transform/colour-profiles.ts';
import { FORMAT_NAMES, FORMATS, type Format } from '../../core/transform/formats.ts';
import { ask } from '../unit/adapters/sharp/support/ask.ts';
import { statedDisplayP3 } from '../unit/adapters/sharp/support/display-p3.ts';
import { draw } from '../unit/adapters/sharp/support/drawing.ts';
import { openBrowser } from './support/open-browser.ts';
import { showImage } from './support/show-image.ts';

const engine = await createSharpEngine();
const SIZE = { width: 64, height: 64 };
/** The purest red, and a green that sRGB lacks. */
const RED = [255, 0, 0] as const;
const GREEN = [40, 220, 60] as const;
const drawn = await draw(SIZE.width, SIZE.height, (x) => (x < 32 ? RED : GREEN))
  .png()
  .toBuffer();
const original = await statedDisplayP3(drawn);
/** Of an encoder at quality 100, away from the edge between the colours. */
const MOST = 4;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
});
afterAll(() => browser?.close());

/** The colours of both halves as the browser has them in Display P3. */
async function coloursOf(bytes: Uint8Array, type: string): Promise<number[][]> {
  const pixels = await showImage(page, bytes, type, 'display-p3');
  return [16, 48].map((x) => {
    const at = (32 * SIZE.width + x) * 4;
    return pixels.slice(at, at + 3);
  });
}

async function renditionIn(format: Format, gamut: { readonly gamut?: 'keep' }) {
  const requested = ask({ ...SIZE, hasWideGamut: true }, format, { ...gamut, quality: 100 });
  return coloursOf(await engine.render(original, requested), FORMATS[format].contentType);
}

function distance(seen: readonly (readonly number[])[], due: readonly (readonly number[])[]) {
  const values = seen.flatMap((colour, at) =>
    colour.map((value, channel) => Math.abs(value - (due[at]?.[channel] ?? 999))),
  );
  return Math.max(...values);
}

describe('colours beyond sRGB in Chromium (transformations.gamut)', () => {
  it('are those of the original file', async () => {
    expect(distance(await coloursOf(original, 'image/png'), [RED, GREEN])).toBeLessThanOrEqual(1);
  });

  it.each(FORMAT_NAMES.filter((name) => HAS_PROFILE[name]))(
    'are the same in %s with gamut=keep, and others without',
    async (format) => {
      const kept = await renditionIn(format, { gamut: 'keep' });
      expect(distance(kept, [RED, GREEN]), String(kept)).toBeLessThanOrEqual(MOST);
      const converted = await renditionIn(format, {});
      expect(distance(converted, [RED, GREEN]), String(converted)).toBeGreaterThan(30);
    },
  );
});
