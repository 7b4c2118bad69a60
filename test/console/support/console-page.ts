import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { installOracles } from '../../support/oracles/install-oracles.ts';

const AXE = readFileSync(join(await installOracles(), 'axe-core/axe.min.js'), 'utf8');
const SCREENSHOTS = '.build/screens';
/** A bound against a hang alone: a machine may be busy. */
const HANG_MS = 120_000;
/** How much of a failed page goes into the log. */
const REPORTED_LINES = 60;
/** The pages of this file of tests that may be open. */
const opened: Page[] = [];

export type Theme = 'light' | 'dark';

export interface ConsolePage {
  readonly page: Page;
  /** Console errors, page errors and violations of the policy so far. */
  readonly faults: string[];
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: Theme;
  readonly hasTouch?: boolean;
}

/** Opens an empty page that records its faults. */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<ConsolePage> {
  const { width = 1440, height = 900, theme = 'light', hasTouch = false } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    hasTouch,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(HANG_MS);
  opened.push(page);
  const faults: string[] = [];
  page.on('console', (message) => {
    // the browser reports a call that a test lets fail as a network error
    const isNetwork = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isNetwork) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  return { page, faults };
}

/** The answers of 400 and above, and the errors in the browser's console, from now on. */
export function recordRefusals(page: Page): string[] {
  const refusals: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') refusals.push(message.text());
  });
  return refusals;
}

/** The text of the clipboard. */
export const copied = (page: Page): Promise<string> =>
  page.evaluate(() => navigator.clipboard.readText());

/**
 * Expects that axe finds nothing to object to (WCAG 2.2 AA and best practices), but for faults of a
 * library that the caller knows.
 */
export async function expectAccessible(page: Page, known?: RegExp): Promise<void> {
  // past the policy, as the browser's own tools are; a document has it until it is left
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    interface Axe {
      run(options: object): Promise<{ violations: AxeRule[] }>;
    }
    interface AxeRule {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
  });
  expect(found.filter((fault) => !known?.test(fault))).toEqual([]);
}

/** Expects no overflow to the side: a page is never wider than its window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const [scrolled, shown] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(scrolled).toBeLessThanOrEqual(shown ?? 0);
}

/** Takes a screenshot of the page for a reviewer. */
export async function shoot(page: Page, name: string, isWhole = false): Promise<void> {
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: isWhole });
}

/** The session of a page that was here before: it signs in silently. */
export async function rememberSignIn(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('imagewell.signed-in', '1'));
}

/** Prints the address, the focused element and the content of every open page of a failed test. */
export async function reportPages(test: string): Promise<void> {
  const open = opened.filter((page) => !page.isClosed());
  for (const [index, page] of open.entries()) {
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    const lines = (await page.locator('body').ariaSnapshot()).split('\n');
    console.info(`failed: ${test}: page ${index + 1} of ${open.length} is ${page.url()}`);
    console.info(`focused: ${focused}\n${lines.slice(0, REPORTED_LINES).join('\n')}`);
    await shoot(page, `failed-${index + 1}-${test.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)}`);
  }
}

/** A file as a user chooses it. */
interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Chooses files with the chooser of the page; a choice of a folder is another one. */
export const chooseFiles = (page: Page, ...files: ChosenFile[]) =>
  page.locator('input[type=file][multiple]:not([webkitdirectory])').first().setInputFiles(files);

/** Types into the gallery's search, key by key; every key goes to the field. */
export async function typeSearch(page: Page, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Search:' });
  await field.pressSequentially(text);
  await expect.poll(() => field.inputValue()).toBe(text);
}

/** Opens a dialog by its button, expects no fault of axe in it, and closes it by Escape. */
export async function lookAtDialog(page: Page, button: string, picture: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await shoot(page, picture);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
}
