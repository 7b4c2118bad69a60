import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import type { ImageEngine } from '../../core/ports/images/image-engine.ts';
import type { Parameters } from '../../core/transform/parameters.ts';
import { type AcceptedImage, acceptImage } from '../../core/use-cases/uploads/accept-image.ts';
import { openBrowser } from '../browser/support/open-browser.ts';
import { HDR_FLAGS, showHdr } from '../browser/support/show-hdr.ts';
import { createTally } from '../support/hostile/tally.ts';
import { UNHURRIED_MS } from '../support/images/accept-unhurried.ts';
import { ask } from '../unit/adapters/sharp/support/ask.ts';
import { fetchCorpora } from './corpora/fetch-corpora.ts';
import { PHONES, REFUSED } from './corpora/phones.ts';
import type { TruthOptions, TruthResult } from './run-truth.ts';

/** Six renditions of the whole image, so that the mean of their light is the one of the image. */
const RENDITIONS: readonly Parameters[] = [
  { width: 600 },
  { width: 320, quality: 90 },
  { width: 320, flop: true },
  { width: 320, rotate: 90 },
  { width: 320, rotate: 180, quality: 'auto' },
  { width: 300, height: 300, fit: 'fill', gamut: 'keep' },
];
/** Of the mean light: JPEG loses some, and a smaller map is smoother. */
const MOST = 0.05;

const meanLight = async (page: Page, bytes: Uint8Array) => (await showHdr(page, bytes, true)).mean;

/** The faults of a stored image with a gain map, and of its renditions, in Chromium. */
async function findHdrFaults(
  engine: ImageEngine,
  page: Page,
  { bytes, facts, hasWideGamut }: AcceptedImage,
): Promise<string[]> {
  const make = (parameters: Parameters) => {
    const original = { ...facts, format: 'jpg' as const, hasGainMap: true, hasWideGamut };
    return engine.render(bytes, ask(original, 'jpg', parameters));
  };
  const plain = await meanLight(page, await make({ width: 600 }));
  const due = await meanLight(page, bytes);
  const faults = due > plain ? [] : ['the stored image is no brighter than without its map'];
  for (const parameters of RENDITIONS) {
    const seen = await meanLight(page, await make({ ...parameters, hdr: true }));
    const error = Math.abs(seen / due - 1);
    if (error > MOST) faults.push(`${JSON.stringify(parameters)}: ${seen} in place of ${due}`);
  }
  return faults;
}

async function findFaults(
  engine: ImageEngine,
  page: Page,
  name: string,
  bytes: Uint8Array,
): Promise<string[]> {
  const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
  const expected = REFUSED[basename(name)];
  try {
    const sent = { bytes, contentType: 'image/heic' };
    const image = await acceptImage(services, sent, LIMITS.maxDirectUploadBytes, UNHURRIED_MS);
    if (expected !== undefined) return [`accepted, in place of ${expected}`];
    // an item of this type derives an HDR image, and another name is Apple's own
    const file = Buffer.from(bytes);
    const hasMap = file.includes('tmap');
    const isLost = !hasMap && file.includes('hdrgainmap');
    const faults = image.hasGainMap === hasMap ? [] : [`hasGainMap is ${image.hasGainMap}`];
    if ((image.lost?.includes('gainMap') ?? false) !== isLost) faults.push(`lost ${image.lost}`);
    return hasMap ? [...faults, ...(await findHdrFaults(engine, page, image))] : faults;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.code === expected ? [] : [`refused ${error.code}: ${error.options?.detail}`];
  }
}

/** Accepts files of phones and cameras, and shows those with a gain map in Chromium. */
export async function runPhones(
  { cache, only }: TruthOptions,
  print: (line: string) => void,
): Promise<TruthResult> {
  const { files, missing } = await fetchCorpora(PHONES, cache);
  for (const { corpus, reason } of missing) print(`NOT RUN: ${corpus}: ${reason}`);
  const tally = createTally(print);
  const engine = await createSharpEngine();
  const browser = await openBrowser(...HDR_FLAGS);
  try {
    const page = await browser.newPage();
    for (const { name, path } of files) {
      if (only && !only.test(name)) continue;
      tally.record(name, await findFaults(engine, page, name, readFileSync(path)));
    }
    return { passed: tally.passed(), failed: tally.failed(), missing: missing.length };
  } finally {
    await browser.close();
  }
}
