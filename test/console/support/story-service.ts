import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { openBrowser } from '../../browser/support/open-browser.ts';
import { makeDataFolder, startServiceWith } from '../../support/service/start-service.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { signIn, takeOver } from './local-sign-in.ts';

/** A service as a browser meets it. */
export interface StoryService {
  /** Of its API as this process reaches it, without a slash at the end. */
  readonly apiUrl: string;
  /** Of the webhooks that it sends; undefined where its functions send to public names alone. */
  readonly receiver: Receiver | undefined;
  openBrowser(): Promise<Browser>;
  /**
   * From `/`, at which `look` is called, to the gallery of a project without images, as its owner.
   */
  enter(page: Page, email: string, look: (name: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const LEAD_TO_RECEIVER = new URL('../../support/webhooks/lead-to-receiver.ts', import.meta.url)
  .href;

async function startLocalService(): Promise<StoryService> {
  const folder = await makeDataFolder();
  const receiver = await startReceiver();
  const env = {
    NODE_OPTIONS: `--import=${LEAD_TO_RECEIVER}`,
    IMAGEWELL_RECEIVER_PORT: String(receiver.port),
  };
  const service = await startServiceWith(env, folder.path, '--events');
  return {
    apiUrl: service.baseUrl,
    receiver,
    openBrowser: () => openBrowser(),
    enter: async (page, _, look) => {
      await page.goto(service.baseUrl);
      await page.getByRole('button', { name: 'Take over and open' }).waitFor();
      await look('welcome');
      await takeOver(page, service.baseUrl);
    },
    stop: async () => {
      await service.stop();
      await receiver.stop();
      await folder.remove();
    },
  };
}

/** A stack: whoever signs in for the first time has an empty project. */
function openDeployed({ baseUrl, cdnUrl }: Credentials, browserArgs: string[]): StoryService {
  return {
    apiUrl: baseUrl,
    receiver: undefined,
    openBrowser: () => openBrowser(...browserArgs),
    enter: async (page, email, look) => {
      await page.goto(cdnUrl);
      const button = page.getByRole('button', { name: 'Sign in' });
      await button.waitFor();
      await look('welcome');
      await button.click();
      await signIn(page, email);
      await page.getByRole('heading', { level: 1, name: 'Images', exact: true }).waitFor();
    },
    stop: async () => {},
  };
}

/**
 * The stack whose credentials file IMAGEWELL_CREDENTIALS names, in a browser with the arguments
 * IMAGEWELL_BROWSER_ARGS (JSON); without them a local service, started as `npm start` does.
 */
export async function startStoryService(): Promise<StoryService> {
  const { IMAGEWELL_CREDENTIALS: path, IMAGEWELL_BROWSER_ARGS: args = '[]' } = process.env;
  if (!path) return startLocalService();
  return openDeployed(JSON.parse(readFileSync(path, 'utf8')), JSON.parse(args));
}
