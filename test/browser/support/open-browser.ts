import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { BROWSERS, HEADLESS_SHELL } from '../../support/needs/needs.ts';

/** Starts it without a window; its sandbox needs rights that a container doesn't give. */
function launch(paths: readonly string[], more: readonly string[]): Promise<Browser> {
  const browserPath = paths.find((path) => existsSync(path));
  if (browserPath === undefined) throw new Error(`none of ${paths.join(', ')}`);
  return chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', ...more] });
}

/** Opens the headless shell where there is one, because it takes half of the CPU. */
export const openBrowser = (...more: readonly string[]): Promise<Browser> =>
  launch([HEADLESS_SHELL.path, ...BROWSERS], more);

/** Opens one with the preferences of a user, whose language the headless shell lacks. */
export const openDesktopBrowser = (...more: readonly string[]): Promise<Browser> =>
  launch(BROWSERS, more);

/** Lets the page send so many bytes a second. */
export async function slowDown(page: Page, uploadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}

/** Keeps every value that the page's progress bar is given in `window.seen`. */
export async function recordProgress(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const bar = HTMLProgressElement.prototype;
    const { set, ...rest } = Object.getOwnPropertyDescriptor(bar, 'value') ?? {};
    Object.defineProperty(bar, 'value', {
      ...rest,
      set(value: number) {
        seen.push(value);
        set?.call(this, value);
      },
    });
  });
}
