import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { openDesktopBrowser } from '../../browser/support/open-browser.ts';
import type { Finding, Job, Sent, Shown } from '../page/page-jobs.ts';
import type {} from '../page/truth-page.ts';
import { type ServedImages, serveImages } from './serve-images.ts';
import { within } from './within.ts';

/** A page of the browser that shows and compares images. */
export interface Oracle {
  readonly images: ServedImages;
  /** Undefined: the browser shows nothing of it. */
  show(image: Sent): Promise<Shown | undefined>;
  compare(job: Job): Promise<readonly Finding[]>;
}

/** A browser, and its pages. */
export interface Oracles {
  readonly pages: readonly Oracle[];
  readonly version: string;
  close(): Promise<void>;
}

/** The script of a page of the folder `page`. */
export async function bundlePage(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../page', entry)],
    bundle: true,
    format: 'iife',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

async function openPage(browser: Browser, url: string, script: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.addScriptTag({ content: script });
  return page;
}

async function openOracle(browser: Browser, images: ServedImages, script: string): Promise<Oracle> {
  let page = await openPage(browser, images.url, script);
  const ask = async <Argument, Result>(
    call: (argument: Argument) => Promise<Result>,
    argument: Argument,
  ) => {
    try {
      const answer = page.evaluate(call as never, argument as never) as Promise<Result>;
      return await within('browser', answer);
    } catch (error) {
      // a page that a file has ended or stopped must not end the next ones
      void page.close().catch(() => undefined);
      page = await openPage(browser, images.url, script);
      throw error;
    }
  };
  return {
    images,
    show: (image) => ask((one: Sent) => window.truth.show(one), image),
    compare: (job) => ask((one: Job) => window.truth.compare(one), job),
  };
}

/** Opens the browser, whose screen has the colours of sRGB, with so many pages. */
export async function openOracles(count: number): Promise<Oracles> {
  const browser = await openDesktopBrowser('--force-color-profile=srgb');
  const images = await serveImages();
  const script = await bundlePage('truth-page.ts');
  const pages = Array.from({ length: count }, () => openOracle(browser, images, script));
  return {
    pages: await Promise.all(pages),
    version: browser.version(),
    close: async () => {
      images.close();
      await browser.close();
    },
  };
}
