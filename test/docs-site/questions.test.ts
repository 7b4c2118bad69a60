import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../browser/support/open-browser.ts';
import { lacks } from '../support/needs/needs.ts';
import { serveSite } from './support/serve-site.ts';

/** Questions as users type them, and the pages of which one must be among the first three. */
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  resize: ['tasks/resize'],
  'resize an image': ['tasks/resize'],
  thumbnail: ['tasks/resize'],
  'crop image': ['tasks/resize', 'transformations'],
  webp: ['tasks/formats'],
  'convert png to jpg': ['tasks/formats'],
  'avif not working': ['tasks/formats'],
  'CORS error': ['tasks/cors'],
  'blocked by cors policy': ['tasks/cors'],
  'failed to fetch': ['tasks/cors'],
  'private images': ['tasks/private-images'],
  'signed url': ['signed-urls', 'tasks/private-images'],
  pricing: ['tasks/pricing'],
  'how much does it cost': ['tasks/pricing', 'costs'],
  'is it free': ['tasks/pricing'],
  'how to delete an image': ['tasks/delete'],
  'remove all images': ['tasks/delete'],
  'search images': ['tasks/find'],
  'find duplicates': ['tasks/find'],
  'replace an image': ['tasks/replace'],
  'new image under the same url': ['tasks/replace'],
  'overwrite image': ['tasks/replace'],
  'restore a deleted image': ['tasks/restore'],
  'undo a deletion': ['tasks/restore'],
  'old version of an image': ['tasks/restore'],
  'upload from react': ['guides/frameworks'],
  'upload from browser': ['guides/browser-uploads'],
  'drag and drop upload': ['guides/browser-uploads', 'guides/frameworks'],
  'large file upload': ['guides/direct-uploads'],
  'rate limit': ['tasks/troubleshooting'],
  '429': ['tasks/troubleshooting', 'errors'],
  'too many requests': ['tasks/troubleshooting'],
  'image is blurry': ['tasks/troubleshooting'],
  'image not loading': ['tasks/troubleshooting'],
  cache: ['tasks/troubleshooting'],
  'deploy to aws': ['deploy'],
  'run with docker': ['guides/docker'],
  'self host on a server': ['machine', 'public'],
  'custom domain': ['deploy', 'public'],
  's3 bucket': ['object-store'],
  backup: ['backup'],
  watermark: ['guides/watermarks'],
  'add text to image': ['guides/watermarks'],
  heic: ['guides/heic'],
  'iphone photos': ['guides/heic'],
  svg: ['guides/svg'],
  'next.js': ['guides/frameworks', 'guides/responsive-images'],
  srcset: ['guides/responsive-images'],
  'lazy loading placeholder': ['guides/frameworks'],
  'migrate from cloudinary': ['guides/migrating', 'guides/moving-in'],
  'api key': ['calls/keys'],
  'error codes': ['errors'],
  'python sdk': ['guides/python'],
  webhook: ['guides/webhooks'],
  'user permissions': ['guides/teams'],
  'face detection': ['guides/focal-points'],
  'nsfw filter': ['guides/moderation'],
  'getting started': ['start', 'install'],
  'maximum file size': ['guides/direct-uploads', 'configuration'],
  'invalidate cloudfront': ['tasks/troubleshooting'],
  'quota exceeded': ['tasks/pricing', 'tasks/troubleshooting', 'errors'],
  'hdr photos': ['photographs/hdr'],
  'display p3': ['photographs/wide-gamut'],
  'copyright exif': ['photographs/credit'],
  blurhash: ['guides/frameworks'],
  'low quality placeholder': ['guides/frameworks'],
  'rotate photo': ['transformations'],
  'rounded corners': ['transformations'],
  'crop to face': ['guides/focal-points'],
  'upload progress bar': ['guides/browser-uploads'],
  'presigned upload': ['guides/direct-uploads'],
  'rails backend': ['guides/back-ends'],
  'go client': ['calls/generators', 'guides/back-ends'],
  'text multiple lines': ['guides/watermarks'],
  'export images': ['guides/moving-out'],
  imgproxy: ['guides/addresses', 'guides/migrating'],
  'upgrade version': ['deploy'],
  'old image still cached': ['tasks/troubleshooting'],
};
const FIRST = 3;

it('the questions are forty or more', () => {
  expect(Object.keys(QUESTIONS).length).toBeGreaterThanOrEqual(40);
});

/** In the search box of the built site, with its own index and options. */
describe.skipIf(lacks('chromium'))('the search of the docs', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;
  let page: Page;

  beforeAll(async () => {
    browser = await openBrowser();
    site = await serveSite('.build/docs');
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(site.url);
    await page.click('.DocSearch-Button');
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  /** The pages that the box lists for a question, in their order. */
  async function ask(question: string): Promise<readonly string[]> {
    const box = page.locator('#localsearch-input');
    const links = () =>
      page
        .locator('.result')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    await box.fill('zzzzqqqq');
    await expect.poll(links).toEqual([]);
    await box.fill(question);
    await expect.poll(async () => (await links()).length).toBeGreaterThan(0);
    const paths = await links();
    return paths.map((path) => path.replace(/^\/docs\//, '').replace(/(\.html)?(#.*)?$/, ''));
  }

  it.each(Object.entries(QUESTIONS))('answers: %s', async (question, pages) => {
    const first = (await ask(question)).slice(0, FIRST);
    expect(
      first.filter((path) => pages.includes(path)),
      first.join(),
    ).not.toEqual([]);
  });
});
