import type { Oracle, Oracles } from '../oracle/open-oracle.ts';
import { bundlePage } from '../oracle/open-oracle.ts';
import { type ServedImages, serveImages } from '../oracle/serve-images.ts';
import type { AskedJob, TruthPage } from '../page/page-jobs.ts';
import { createJobServer, GONE, goneError, type JobServer } from './job-server.ts';
import { findFirefox, type Started, startFirefox, versionOf } from './start-firefox.ts';

/**
 * Longer than any image takes on a busy machine: a browser that hangs is replaced. Firefox keeps
 * the connections of a page whose process alone has died, so such a page is found by this, too.
 */
const ANSWER_MS = 120_000;
/** After so many calls a fresh browser has the memory of a fresh one. */
const CALLS_PER_BROWSER = 1000;

/** A page whose browser is started again when it dies or hangs. */
export interface LastingPage {
  ask(call: AskedJob['call'], argument: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** The parts of a lasting page. */
export interface PageParts {
  readonly jobs: JobServer;
  readonly start: (path: string) => Started;
  readonly answerMs: number;
  readonly callsPerBrowser: number;
}

/**
 * Opens a page. A call whose browser ends is made once more, in a fresh one: only a file that ends
 * two is at fault. A call that isn't answered rejects, and the next has a fresh browser.
 */
export function openLastingPage({
  jobs,
  start,
  answerMs,
  callsPerBrowser,
}: PageParts): LastingPage {
  let browser: Started | undefined;
  let calls = 0;
  async function stop(): Promise<void> {
    const old = browser;
    browser = undefined;
    await old?.stop();
  }
  function open(): void {
    const fresh = start(jobs.nextPage());
    browser = fresh;
    calls = 0;
    void fresh.ended.then(() => browser === fresh && jobs.reject(goneError('browser')));
  }
  async function askOnce(call: AskedJob['call'], argument: unknown): Promise<unknown> {
    if (calls >= callsPerBrowser) await stop();
    if (!browser) open();
    calls += 1;
    const late = new Error('the browser does not answer');
    const timer = setTimeout(() => jobs.reject(late), answerMs);
    try {
      return await jobs.ask(call, argument);
    } catch (error) {
      await stop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    ask: (call, argument) =>
      askOnce(call, argument).catch((error: Error) => {
        if (error.cause !== GONE) throw error;
        return askOnce(call, argument);
      }),
    close: stop,
  };
}

function oracleOf(page: LastingPage, images: ServedImages): Oracle {
  const asked =
    <Name extends keyof TruthPage>(name: Name) =>
    (argument: Parameters<TruthPage[Name]>[0]) =>
      page.ask(name, argument) as ReturnType<TruthPage[Name]>;
  return { images, show: asked('show'), compare: asked('compare') };
}

/** Opens Firefox, whose screen has the colours of sRGB, with one page. */
export async function openFirefox(): Promise<Oracles> {
  const firefox = findFirefox();
  const scripts = ['truth-page.ts', 'job-page.ts'].map(bundlePage);
  const jobs = createJobServer((await Promise.all(scripts)).join(''));
  const images = await serveImages(jobs.answers);
  const page = openLastingPage({
    jobs,
    start: (path) => startFirefox(firefox, images.url + path),
    answerMs: ANSWER_MS,
    callsPerBrowser: CALLS_PER_BROWSER,
  });
  return {
    pages: [oracleOf(page, images)],
    version: versionOf(firefox),
    close: async () => {
      await page.close();
      images.close();
    },
  };
}
