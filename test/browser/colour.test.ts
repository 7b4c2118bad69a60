import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { rebuildImage } from '../../core/codecs/rebuild-image.ts';
import {
  boundOf,
  makeColourSamples,
  readQuarters,
  SAMPLE_SIDE,
} from '../support/images/colour-samples.ts';
import { ask } from '../unit/adapters/sharp/support/ask.ts';
import { openBrowser } from './support/open-browser.ts';
import { showImage } from './support/show-image.ts';

const engine = await createSharpEngine();
const samples = await makeColourSamples();
const SIZE = { width: SAMPLE_SIDE, height: SAMPLE_SIDE };
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser('--force-color-profile=srgb');
  page = await browser.newPage();
});
afterAll(() => browser?.close());

const show = (bytes: Uint8Array, type: string) => showImage(page, bytes, type);

function farthest(seen: string, due: string): number {
  const [one, other] = [seen, due].map((text) => text.split(/[ ,]/).map(Number));
  return Math.max(...(one ?? []).map((value, at) => Math.abs(value - (other?.[at] ?? 999))));
}

describe('a file, as it is sent, stored and rendered (transformations.colour)', () => {
  it.each(samples.map((sample) => [sample.name, sample] as const))(
    '%s looks the same in the browser',
    async (name, { bytes, type }) => {
      const sent = readQuarters(await show(bytes, type));
      const stored = rebuildImage(bytes).bytes;
      expect(readQuarters(await show(stored, type))).toBe(sent);
      const rendition = await engine.render(stored, ask(SIZE, 'png'));
      const seen = readQuarters(await show(rendition, 'image/png'));
      expect(farthest(seen, sent)).toBeLessThanOrEqual(boundOf(name));
    },
  );
});
