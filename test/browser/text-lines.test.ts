import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFont } from '../../adapters/sharp/load/find-font.ts';
import { loadSharp } from '../../adapters/sharp/load/load-sharp.ts';
import { measureText } from '../../adapters/sharp/text/draw-text.ts';
import { openBrowser } from './support/open-browser.ts';

const FONT_SIZE = 64;
const LINE_HEIGHT = 1.2;
/** In font sizes. */
const WIDTHS = Array.from({ length: 14 }, (_, at) => 3 + at * 0.9);

/** Not among them: an address, which browsers break at other signs. */
const TEXTS = [
  'The best photographs of the year, chosen by our readers',
  'a-b c/d e.f (g h) «i j» “k l” 10 000 € 50 % no\u00a0break here',
  'Die Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesell\u00adschaft fährt',
  'Съешь же ещё этих мягких французских булок, да выпей чаю',
  'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία',
  'שלום עולם, זה טקסט ארוך מאוד! (א) סוף.',
  'هذا نص عربي طويل يلتف على عدة أسطر، جميل!',
  'A\nB C\n\nD e f g',
  'x\u200by\u200bzzzzz\u200bwwwww'.repeat(4),
  'WWWWWWWWWWWWWWWWWWWWWWW iiii',
  'e\u0301a\u0308o\u0323'.repeat(8),
  'one—two–three… four! five? six; seven: eight',
  'Price: $1,234.56 (incl. VAT) – 3.14 & 2+2=4',
] as const;

const PAGE = `<style>
  @font-face { font-family: same; src: url(data:font/ttf;base64,${readFileSync(findFont()).toString('base64')}) }
  p { font: ${FONT_SIZE}px/${LINE_HEIGHT} same; white-space: pre-line; overflow-wrap: anywhere; margin: 0 }
</style><p></p>`;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
  await page.setContent(PAGE);
  await page.evaluate(() => document.fonts.load('64px same'));
});
afterAll(() => browser.close());

/** The lines of a text in the browser. */
async function linesInBrowser(text: string, width: number): Promise<number> {
  const height = await page.evaluate(
    ([shown, pixels]) => {
      const paragraph = document.querySelector('p');
      if (!paragraph) return 0;
      paragraph.textContent = shown;
      paragraph.style.width = `${pixels}px`;
      return paragraph.getBoundingClientRect().height;
    },
    [text, width * FONT_SIZE] as const,
  );
  return Math.round(height / (FONT_SIZE * LINE_HEIGHT));
}

const sharp = await loadSharp();

/** The lines of the same text in an overlay; another one below it shows where they end. */
async function linesOfOverlay(text: string, width: number): Promise<number> {
  const inner = { align: 'left', lineHeight: LINE_HEIGHT, fontPixels: FONT_SIZE } as const;
  const { box } = await measureText(sharp, `${text}\nH`, { ...inner, width: width + 0.5 });
  return Math.round((box.height - 0.35) / LINE_HEIGHT) - 1;
}

describe('a text in lines, beside Chromium with the same font (transformations.text-lines)', () => {
  it.each(TEXTS)('has as many lines at each width: %s', async (text) => {
    for (const width of WIDTHS) {
      const [here, there] = [await linesOfOverlay(text, width), await linesInBrowser(text, width)];
      expect([width, here]).toEqual([width, there]);
    }
  });
});
