import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../browser/support/open-browser.ts';
import { makeDataFolder, startService } from '../../support/service/start-service.ts';
import { takeOver } from './local-sign-in.ts';

/** A service as a browser meets it. */
export interface StoryService {
  /** Of its API as this process reaches it, without a slash at the end. */
  readonly apiUrl: string;
  openBrowser(): Promise<Browser>;
  /** From `/` to the gallery of a project without images, as its owner. */
  enter(page: Page, email: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a local service, as `npm start` does. */
export async function startStoryService(): Promise<StoryService> {
  const folder = await makeDataFolder();
  const service = await startService(folder.path);
  return {
    apiUrl: service.baseUrl,
    openBrowser,
    enter: (page, email) => takeOver(page, service.baseUrl, email),
    stop: async () => {
      await service.stop();
      await folder.remove();
    },
  };
}
