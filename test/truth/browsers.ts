import { join } from 'node:path';
import { type BrowserName, LINE_FILES } from './expected/differences.ts';
import { openFirefox } from './firefox/open-firefox.ts';
import { type Oracles, openOracles } from './oracle/open-oracle.ts';

/** How each browser opens so many pages; Firefox has one, since its memory would double. */
export const OPENERS: Readonly<Record<BrowserName, (pages: number) => Promise<Oracles>>> = {
  chromium: openOracles,
  firefox: openFirefox,
};

/** The path of the browser's file of known differences. */
export const linesPath = (browser: BrowserName) =>
  join(import.meta.dirname, 'expected', LINE_FILES[browser]);

/** The browser of this name; throws for another text. */
export function browserNamed(text: string): BrowserName {
  if (Object.hasOwn(OPENERS, text)) return text as BrowserName;
  throw new Error(`--browser is one of ${Object.keys(OPENERS).join(', ')}`);
}
