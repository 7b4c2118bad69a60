import { gzipSync } from 'node:zlib';
import type { Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type FakeConsole, hasBrowser, useFakeConsole } from './support/fake-console.ts';

/** A phone of the middle range: 1.6 Mbit/s, 150 ms, a processor four times slower. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000 };
const CPU_SLOWDOWN = 4;
/** No requests for so long: all of a round are there. A slow machine gets more, with each try. */
const QUIET_MS = [700, 2_100, 6_300, 18_900];
/** Far above each measured time: the time is printed, the counts are held. */
const MAX_PAINT_MS = 60_000;

/** Bytes of page, styles, scripts and settings, gzipped, until the screen's heading is there. */
const MAX_BYTES = 69_000;
/** The page; its scripts, styles and settings; the code of the screen. */
const MAX_ROUNDS = 3;
/** A new visitor: at the address, and at a link from a colleague. */
const VISITS = [{ path: '/' }, { path: '/console/images' }] as const;

let app: FakeConsole;

const isCounted = (request: Request) => request.resourceType() !== 'image';

/** Waits for the first text of the screen, past the shell. */
async function waitForScreen(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

interface Loaded {
  readonly paths: readonly string[];
  readonly bytes: number;
}

/** Everything that is loaded until the heading is there. */
async function loadScreen(page: Page, url: string): Promise<Loaded> {
  const paths: string[] = [];
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (!isCounted(response.request())) return;
    paths.push(new URL(response.url()).pathname);
    const body = response.body();
    body.catch(() => {}); // of an answer after the screen, whose page may be closed
    bodies.push(body);
  });
  await page.goto(url);
  await waitForScreen(page);
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  return { paths, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Requests in sequence: each round is answered when nothing more is asked for. */
async function countRounds(page: Page, url: string, quietMs: number): Promise<number> {
  let held: Route[] = [];
  let askedMs = Date.now();
  await page.route('**', (route) => {
    if (!isCounted(route.request())) return route.continue();
    askedMs = Date.now();
    held.push(route);
  });
  let isThere = false;
  const shown = page
    .goto(url)
    .then(() => waitForScreen(page))
    .then(() => {
      isThere = true;
    });
  let rounds = 0;
  while (!isThere) {
    await new Promise((done) => setTimeout(done, 50));
    if (held.length === 0 || Date.now() - askedMs < quietMs) continue;
    const round = held;
    held = [];
    rounds += 1;
    await Promise.all(round.map((route) => route.continue()));
  }
  await shown;
  await Promise.all(held.map((route) => route.continue()));
  await page.unroute('**');
  return rounds;
}

async function measurePaint(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { ...NETWORK, uploadThroughput: -1 });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url);
  await waitForScreen(page);
  // it is in the document before it is painted
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  return (await paint.jsonValue()) ?? Number.NaN;
}

describe.skipIf(!hasBrowser)('the first paint', () => {
  app = useFakeConsole();
  const openUrl = async (path: string) => {
    app.service.isSignedIn = false;
    const { page } = await app.openWindow();
    return { page, url: app.service.url + path };
  };

  it.each(VISITS)('of $path is within its bytes, and asks for nothing twice', async (visit) => {
    const { page, url } = await openUrl(visit.path);
    const { paths, bytes } = await loadScreen(page, url);
    console.info(`${visit.path}: ${bytes} bytes gzipped, ${paths.length} requests`);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  });

  it.each(VISITS)('of $path waits for few requests in sequence', async (visit) => {
    const { page, url } = await openUrl(visit.path);
    const counted: number[] = [];
    // a slow machine may split a round, and never joins two
    for (const quietMs of QUIET_MS) {
      counted.push(await countRounds(page, url, quietMs));
      if (Math.min(...counted) <= MAX_ROUNDS) break;
      await page.goto('about:blank');
    }
    console.info(`${visit.path}: ${Math.min(...counted)} requests in sequence`);
    expect(Math.min(...counted)).toBeLessThanOrEqual(MAX_ROUNDS);
  });

  it('on a slow phone is measured, for docs/performance.md', async () => {
    for (const { path } of VISITS) {
      const { page, url } = await openUrl(path);
      const paintMs = await measurePaint(page, url);
      console.info(`| \`${path}\` | ${Math.round(paintMs)} ms |`);
      expect(paintMs).toBeLessThan(MAX_PAINT_MS);
      await page.context().close();
    }
    await openUrl('/');
  });
});
