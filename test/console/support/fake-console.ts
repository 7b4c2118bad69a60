import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openBrowser } from '../../browser/support/open-browser.ts';
import { lacks } from '../../support/needs/needs.ts';
import { type ConsolePage, openPage, type PageOptions, rememberSignIn } from './console-page.ts';
import { answerExamples } from './example-answers.ts';
import { type FakeService, startFakeService } from './fake-service.ts';

/** The widths and themes in which each screen is looked at. */
export const LOOKS = [
  { width: 1440, theme: 'light' },
  { width: 1440, theme: 'dark' },
  { width: 800, theme: 'light' },
  { width: 360, theme: 'light' },
  { width: 360, theme: 'dark' },
] as const;

/** Two of them, where a screen is looked at in steps. */
export const TWO_LOOKS = [LOOKS[0], LOOKS[4]] as const;

/** Whether there is a Chromium, which all tests of the console need. */
export const hasBrowser = !lacks('chromium');

/** The console over a fake service, new for each test. */
export interface FakeConsole {
  readonly service: FakeService;
  /** Opens a window on an empty page. */
  openWindow(options?: PageOptions): Promise<ConsolePage>;
  /** Opens a path of the console in a window that was signed in before. */
  open(path: string, options?: PageOptions): Promise<Page>;
  /** The same, until the screen's heading is there. */
  openScreen(path: string, title: string, options?: PageOptions): Promise<Page>;
  /** The first request of a call. */
  sent(name: string): FakeService['calls'][number]['request'] | undefined;
}

/**
 * Gives the tests of a suite a console: one browser for all, and for each test a service that
 * answers the examples. The browser may have more options. After each test, the last window must
 * have had no fault. The suite is skipped without a browser.
 */
export function useFakeConsole(...more: readonly string[]): FakeConsole {
  let browser: Browser;
  let service: FakeService;
  let opened: ConsolePage;
  beforeAll(async () => {
    browser = await openBrowser(...more);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    service = await startFakeService();
    answerExamples(service);
  });
  afterEach(async () => {
    await opened.page.context().close();
    await service.close();
    expect(opened.faults).toEqual([]);
  });
  const openWindow = async (options: PageOptions = {}) => {
    opened = await openPage(browser, { hasTouch: (options.width ?? 1440) < 768, ...options });
    return opened;
  };
  const open = async (path: string, options?: PageOptions) => {
    const { page } = await openWindow(options);
    await rememberSignIn(page);
    await page.goto(service.url + path);
    return page;
  };
  return {
    get service() {
      return service;
    },
    openWindow,
    open,
    async openScreen(path, title, options) {
      const page = await open(path, options);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      return page;
    },
    sent: (name) => service.calls.find((call) => call.name === name)?.request,
  };
}
