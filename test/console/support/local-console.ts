import type { Browser } from 'playwright-core';
import { openBrowser } from '../../browser/support/open-browser.ts';
import {
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';

/** A started service with a browser, for the tests of one file. */
export interface LocalConsole {
  readonly service: StartedService;
  readonly browser: Browser;
  /** Ends both, and removes the data. */
  close(): Promise<void>;
}

/** Starts a service on a new data folder, with options of `npm start`, and a browser. */
export async function openLocalConsole(...options: string[]): Promise<LocalConsole> {
  const folder = await makeDataFolder();
  const service = await startService(folder.path, ...options);
  const browser = await openBrowser();
  return {
    service,
    browser,
    async close() {
      await browser.close();
      await service.stop();
      await folder.remove();
    },
  };
}
