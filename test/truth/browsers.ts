import { join } from 'node:path';
import { openFirefox } from './firefox/open-firefox.ts';
import { type Oracles, openOracles } from './oracle/open-oracle.ts';

/** A browser that says how an image looks. */
export interface AskedBrowser {
  readonly title: string;
  open(): Promise<Oracles>;
  /** The file of its known differences. */
  readonly lines: string;
}

const PAGES = 2;
const expected = (name: string) => join(import.meta.dirname, 'expected', name);

/** The browsers, by the names of the option `--browser`. */
export const BROWSERS = {
  chromium: {
    title: 'Chromium',
    open: () => openOracles(PAGES),
    lines: expected('differences.tsv'),
  },
  firefox: {
    title: 'Firefox',
    open: openFirefox,
    lines: expected('firefox.tsv'),
  },
} as const satisfies Readonly<Record<string, AskedBrowser>>;

/** The name of a browser. */
export type BrowserName = keyof typeof BROWSERS;

/** The browser's name; throws for another text. */
export function browserNamed(text: string): BrowserName {
  if (Object.hasOwn(BROWSERS, text)) return text as BrowserName;
  throw new Error(`--browser is one of ${Object.keys(BROWSERS).join(', ')}`);
}
