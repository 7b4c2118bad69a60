import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { get } from '../measure/get.ts';
import { inSequence, interleave } from '../measure/interleave.ts';
import { differences, mean, median, spreadOf } from '../measure/statistics.ts';
import { BENCH_FOLDER } from '../originals/originals.ts';
import type { BenchedService } from '../setting/benched-service.ts';
import type { Setting } from '../setting/setting.ts';
import { type Measured, row } from './row.ts';
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
    const mediansOf = (who: keyof typeof times) =>
      Array.from({ length: setting.rounds }, (_, at) =>
        median(times[who].slice((at + 1) * A_ROUND, (at + 2) * A_ROUND)),
      );
    const cpuOf = (who: keyof typeof costs) => costs[who].map(({ cpuMs }) => cpuMs / A_ROUND);
    const beyond = (of: (who: keyof typeof costs) => readonly number[]): Measured => ({
      ...spreadOf(differences(of('ours'), of('floor'))),
      unit: 'ms',
      beside: { ours: median(of('ours')), floor: median(of('floor')) },
    });
    // a tick of 10 ms is 0.05 ms of a request: the mean of the rounds, which has no steps
    const added = mean(differences(cpuOf('ours'), cpuOf('floor')));
    return { p50: beyond(mediansOf), cpu: { ...beyond(cpuOf), seen: added } };
  } finally {
    server.stop();
  }
}

export const STORED_RENDITION = row({
  title: 'a stored rendition that the edge lacks, over a bare read of its file',
  goals: {
    p50: { what: 'time at the median', unit: 'ms', must: { atMost: 0.8 } },
    cpu: { what: 'CPU', unit: 'ms', must: { atMost: 1.1 } },
  },
  measure: (setting) => setting.withService((service) => measureStored(setting, service)),
});
