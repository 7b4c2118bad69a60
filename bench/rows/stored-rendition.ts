import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { get } from '../measure/get.ts';
import { inSequence, interleave } from '../measure/interleave.ts';
import { median } from '../measure/statistics.ts';
import { BENCH_FOLDER } from '../originals/originals.ts';
import type { BenchedService } from '../setting/benched-service.ts';
import type { Setting } from '../setting/setting.ts';
import { row } from './row.ts';
import { startFileServer } from './s3-client.ts';

/** The first round is not measured, so the code of the restarted service is warm. */
const A_ROUND = 200;
const FIRST_WIDTH = 100;
const WIDTHS = 400;
const FIRST_QUALITY = 70;

/** The path of the image's rendition of a number, with its query. */
function addressOf(imageId: string, nth: number): string {
  const quality = FIRST_QUALITY + Math.floor(nth / WIDTHS);
  return `/res/${imageId}.webp?width=${FIRST_WIDTH + (nth % WIDTHS)}&quality=${quality}`;
}

/** Stores renditions of a small image, which the edge has forgotten then; the image's ID. */
async function storeRenditions(setting: Setting, service: BenchedService, path: string) {
  const small = await sharp(await setting.original('jpg'))
    .resize(800)
    .jpeg()
    .toBuffer();
  const imageId = await service.store('jpg', small);
  const count = A_ROUND * (setting.rounds + 1);
  let last: Buffer = Buffer.alloc(0);
  for (let nth = 0; nth < count; nth += 1) {
    last = (await get(service.cdnUrl + addressOf(imageId, nth))).body;
  }
  await service.restart(); // the edge forgets, the store does not
  writeFileSync(path, last);
  return imageId;
}

async function measureStored(setting: Setting, service: BenchedService) {
  const path = join(BENCH_FOLDER, 'rendition.webp');
  const imageId = await storeRenditions(setting, service, path);
  const server = await startFileServer(path);
  const times = { ours: [] as number[], floor: [] as number[] };
  const timed = async (who: keyof typeof times, url: string) => {
    const start = performance.now();
    const { cache, body } = await get(url);
    times[who].push(performance.now() - start);
    if (cache.startsWith('Hit')) throw new Error(`${url} was at the edge`);
    return body.length;
  };
  const aRound = (round: number, one: (nth: number) => Promise<number>) =>
    inSequence(A_ROUND, (nth) => one(round * A_ROUND + nth));
  try {
    const ofOurs = (nth: number) => timed('ours', service.cdnUrl + addressOf(imageId, nth));
    const ofFloor = () => timed('floor', server.url);
    const costs = await interleave(
      {
        ours: { pid: service.pid, work: (round) => aRound(round, ofOurs) },
        floor: { pid: server.pid, work: (round) => aRound(round, ofFloor) },
      },
      setting.rounds,
    );
    // many rounds have few ticks: the sum, not the median
    const cpuOf = (who: keyof typeof costs) =>
      costs[who].reduce((sum, { cpuMs }) => sum + cpuMs, 0) / (A_ROUND * setting.rounds);
    const wall = { ours: median(times.ours), floor: median(times.floor) };
    const cpu = { ours: cpuOf('ours'), floor: cpuOf('floor') };
    return {
      p50: { seen: wall.ours - wall.floor, unit: 'ms', beside: wall },
      cpu: { seen: cpu.ours - cpu.floor, unit: 'ms', beside: cpu },
    } as const;
  } finally {
    server.stop();
  }
}

export const STORED_RENDITION = row({
  title: 'a stored rendition that the edge lacks, over a bare read of its file',
  goals: {
    p50: { what: 'time at the median', unit: 'ms', must: { atMost: 1 } },
    cpu: { what: 'CPU', unit: 'ms', must: { atMost: 1.2 } },
  },
  measure: (setting) => setting.withService((service) => measureStored(setting, service)),
});
