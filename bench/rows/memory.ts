import sharp from 'sharp';
import { ask, get } from '../measure/get.ts';
import { inFlight } from '../measure/interleave.ts';
import { peakBytesWithSharp, treeBytes } from '../measure/process-tree.ts';
import { spreadOf } from '../measure/statistics.ts';
import type { BenchedService } from '../setting/benched-service.ts';
import type { Setting } from '../setting/setting.ts';
import { row, type Seen } from './row.ts';

const MEBIBYTE = 1024 ** 2;
const SECOND_MS = 1_000;

const PEAKS = 3;

/** The peaks of the process that makes the first rendition after a start, in MiB. */
async function peakOf(service: BenchedService, pathOf: (nth: number) => string): Promise<Seen> {
  const peaks: number[] = [];
  for (let nth = 0; nth < PEAKS; nth += 1) {
    await service.restart();
    await get(service.cdnUrl + pathOf(nth));
    const peak = peakBytesWithSharp(service.pid);
    if (peak === undefined) return { reason: 'no process has sharp loaded, or /proc is missing' };
    peaks.push(peak / MEBIBYTE);
  }
  return spreadOf(peaks);
}

export const PEAK_MEMORY = row({
  title: 'peak memory of a fresh process',
  goals: {
    mp12: { what: '12 MP -> 400', unit: 'MiB', must: { atMost: 110 } },
    mp50: { what: '50 MP -> 800', unit: 'MiB', must: { atMost: 125 } },
  },
  measure: (setting) =>
    setting.withService(async (service) => {
      const original = await setting.original('jpg');
      const large = await sharp(original).resize(8_160, 6_120).jpeg({ quality: 75 }).toBuffer();
      const ids = [await service.store('jpg'), await service.store('jpg', large)];
      return {
        mp12: await peakOf(service, (nth) => `/res/${ids[0]}.jpg?width=${400 - nth}`),
        mp50: await peakOf(service, (nth) => `/res/${ids[1]}.jpg?width=${800 - nth}`),
      };
    }),
});

const REQUESTS = 20_000;
const MOST_IN_FLIGHT = 8;
const IMAGES = 4;

/** One of the mixed requests: of a hundred, three new renditions, two uploads, calls and hits. */
async function sendMixed(
  { cdnUrl, client, store }: BenchedService,
  { ids, small }: { readonly ids: readonly string[]; readonly small: Buffer },
  nth: number,
): Promise<number> {
  const imageId = ids[nth % IMAGES] ?? '';
  const kind = nth % 100;
  const image = `${cdnUrl}/res/${imageId}.jpg`;
  const fresh = 90 + Math.floor(nth / 100);
  if (kind < 3) await get(`${image}?width=${fresh}`);
  else if (kind < 5) await store('jpg', small);
  else if (kind < 20) await client.call('get-image', { imageId });
  else if (kind < 25) {
    await client.call('update-image-metadata', { imageUrl: imageId, add: { note: `${nth}` } });
  } else if (kind < 30) await client.call('list-images', { limit: 10 });
  else if (kind < 40) await ask(`${image}?nonsense=${nth}`);
  else await get(`${image}?width=${40 + (nth % 50)}`);
  return 1;
}

async function startToReady(setting: Setting): Promise<Seen> {
  const times: number[] = [];
  await setting.withService(async (service) => {
    for (let round = 0; round < setting.rounds; round += 1) times.push(await service.restart());
  });
  return spreadOf(times.map((ms) => ms / SECOND_MS));
}

async function memoryAfterRequests(setting: Setting): Promise<Seen> {
  if (setting.isQuick) return { reason: 'a short run has too few requests' };
  return setting.withService(async (service) => {
    const original = sharp(await setting.original('jpg'));
    const image = await original.clone().resize(1_632).jpeg().toBuffer();
    const small = await original.clone().resize(320).jpeg().toBuffer();
    const ids: string[] = [];
    while (ids.length < IMAGES) ids.push(await service.store('jpg', image));
    const all = Array.from({ length: REQUESTS }, (_, nth) => nth);
    await inFlight(all, MOST_IN_FLIGHT, (nth) => sendMixed(service, { ids, small }, nth));
    return { seen: treeBytes(service.pid) / 1e6 };
  });
}

export const MEMORY = row({
  title: 'all processes of the local service, 20,000 mixed requests, 8 in flight',
  goals: {
    memory: {
      what: 'memory after the requests',
      unit: 'MB',
      must: { atMost: 380 },
    },
    ready: { what: 'start to ready', unit: 's', must: { atMost: 0.4 } },
  },
  measure: async (setting) => ({
    memory: await memoryAfterRequests(setting),
    ready: await startToReady(setting),
  }),
});
