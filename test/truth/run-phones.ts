import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser/support/open-browser.ts';
import { HDR_FLAGS, showHdr } from '../browser/support/show-hdr.ts';
import { createTally } from '../support/hostile/tally.ts';
import { makeDataFolder, startService } from '../support/service/start-service.ts';
import { fetchCorpora } from './corpora/fetch-corpora.ts';
import { PHONES, REFUSED } from './corpora/phones.ts';
import { connectService, saveImage, type TestedService } from './oracle/save-image.ts';
import type { TruthOptions, TruthResult } from './run-truth.ts';

/** Six renditions of the whole image, so that the mean of their light is the one of the image. */
const RENDITIONS = [
  'width=600',
  'width=320&quality=90',
  'width=320&flop=true',
  'width=320&rotate=90',
  'width=320&rotate=180&quality=auto',
  'width=300&height=300&fit=fill&gamut=keep',
];
/** Of the mean light: JPEG loses some, and a smaller map is smoother. */
const MOST = 0.05;

const meanLight = async (page: Page, bytes: Uint8Array) => (await showHdr(page, bytes, true)).mean;

/** The faults of a stored image with a gain map, and of its renditions, in Chromium. */
async function findHdrFaults(
  { client }: TestedService,
  page: Page,
  imageUrl: string,
): Promise<string[]> {
  const lightOf = async (query: string) => {
    const { bytes } = await client.get(new URL(imageUrl).pathname + query);
    return meanLight(page, bytes);
  };
  const plain = await lightOf('?width=600');
  const due = await lightOf('');
  const faults = due > plain ? [] : ['the stored image is no brighter than without its map'];
  for (const query of RENDITIONS) {
    const seen = await lightOf(`?${query}&hdr=true`);
    if (Math.abs(seen / due - 1) > MOST) faults.push(`${query}: ${seen} in place of ${due}`);
  }
  return faults;
}

async function findFaults(
  service: TestedService,
  page: Page,
  name: string,
  bytes: Buffer,
): Promise<string[]> {
  const expected = REFUSED[basename(name)];
  const saved = await saveImage(service, bytes, 'image/heic');
  if ('refused' in saved) {
    const { code, detail } = saved.refused;
    return code === expected ? [] : [`refused ${code}: ${detail}`];
  }
  if (expected !== undefined) return [`accepted, in place of ${expected}`];
  const { imageUrl } = saved;
  const { json } = await service.client.call('get-image', { imageId: imageUrl });
  const { hasGainMap, lost } = json as { hasGainMap: boolean; lost: string[] };
  // an item of this type derives an HDR image, and another name is Apple's own
  const hasMap = bytes.includes('tmap');
  const isLost = !hasMap && bytes.includes('hdrgainmap');
  const faults = hasGainMap === hasMap ? [] : [`hasGainMap is ${hasGainMap}`];
  if (lost.includes('gainMap') !== isLost) faults.push(`lost ${lost}`);
  return hasMap ? [...faults, ...(await findHdrFaults(service, page, imageUrl))] : faults;
}

/** Saves files of phones and cameras, and shows those with a gain map in Chromium. */
export async function runPhones(
  { cache, only }: TruthOptions,
  print: (line: string) => void,
): Promise<TruthResult> {
  const { files, missing } = await fetchCorpora(PHONES, cache);
  for (const { corpus, reason } of missing) print(`NOT RUN: ${corpus}: ${reason}`);
  const tally = createTally(print);
  const folder = await makeDataFolder();
  const started = await startService(folder.path, '--plan', 'unlimited');
  const browser = await openBrowser(...HDR_FLAGS);
  try {
    const service = connectService(started);
    const page = await browser.newPage();
    for (const { name, path } of files) {
      if (only && !only.test(name)) continue;
      tally.record(name, await findFaults(service, page, name, readFileSync(path)));
    }
    return { passed: tally.passed(), failed: tally.failed(), missing: missing.length };
  } finally {
    await browser.close();
    await started.stop();
    await folder.remove();
  }
}
