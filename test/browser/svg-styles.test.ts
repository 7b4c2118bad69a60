import { readFileSync } from 'node:fs';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWasm } from '../../adapters/wasm/find-wasm.ts';
import { rebuildSvg } from '../../core/codecs/svg/rebuild-svg.ts';
import { LIT_DRAWINGS } from '../support/images/svg/lit-drawings.ts';
import { STYLED_DRAWINGS } from '../support/images/svg/styled-drawings.ts';
import { openDesktopBrowser } from './support/open-browser.ts';

/** Of a drawing that is twice as wide as it is high. */
const WIDTH = 80;
/** Of 255: edges are smoothed in two ways, and a gradient is rounded in two. */
const MOST_DISTANCE = 24;
/** The share of pixels, those of edges, that may be farther apart. */
const MOST_FAR = 0.04;

/** Pixels of an SVG in an `<img>`, whose colours aren't multiplied by their alpha. */
async function pixelsInBrowser(page: Page, svg: string, width: number): Promise<readonly number[]> {
  return page.evaluate(
    async ({ url, width, height }) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0, width, height);
      return [...(context?.getImageData(0, 0, width, height).data ?? [])];
    },
    {
      url: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
      width,
      height: width / 2,
    },
  );
}

/** The share of pixels that differ; ours are multiplied by their alpha. */
function farShare(browser: readonly number[], ours: Uint8Array): number {
  let far = 0;
  for (let at = 0; at < ours.length; at += 4) {
    const alpha = browser[at + 3] ?? 0;
    const distances = [0, 1, 2].map((channel) =>
      Math.abs(((browser[at + channel] ?? 0) * alpha) / 255 - (ours[at + channel] ?? 0)),
    );
    if (Math.max(Math.abs(alpha - (ours[at + 3] ?? 0)), ...distances) > MOST_DISTANCE) far += 1;
  }
  return far / (ours.length / 4);
}

describe('an SVG with styles looks as Chromium shows it', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const wasm = findWasm('svg');
    if (!wasm) throw new Error('@resvg/resvg-wasm is not installed');
    await initWasm(readFileSync(wasm.module));
    browser = await openDesktopBrowser('--force-color-profile=srgb');
    page = await browser.newPage();
  });
  afterAll(() => browser.close());

  it.each(Object.entries(STYLED_DRAWINGS))('%s (uploads.svg)', async (name, svg) => {
    const rebuilt = rebuildSvg(Buffer.from(svg));
    // the slope of a lit surface is written for the bitmap that it gets
    const value = Object.hasOwn(LIT_DRAWINGS, name) ? rebuilt.width : WIDTH;
    const drawn = new Resvg(rebuilt.svg, { fitTo: { mode: 'width', value } }).render();
    const share = farShare(await pixelsInBrowser(page, svg, value), drawn.pixels);
    expect(share).toBeLessThan(MOST_FAR);
  });
});
