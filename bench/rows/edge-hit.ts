import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { get } from '../measure/get.ts';
import { repeatGet } from '../measure/hit-load.ts';
import { interleave } from '../measure/interleave.ts';
import { median } from '../measure/statistics.ts';
import { BENCH_FOLDER } from '../originals/originals.ts';
import { WORKS } from '../originals/works.ts';
import { each, perSecond } from './contenders.ts';
import { row } from './row.ts';
import { startFileServer } from './s3-client.ts';

const MANY = 32;
const MICROSECONDS = 1_000;

export const EDGE_HIT = row({
  title: 'a hit at the edge; the floor is Node answering from memory',
  goals: {
    p50: { what: 'time at the median, one connection', unit: 'ms', must: { atMost: 0.1 } },
    rate: { what: 'requests a second, 32 connections', unit: '/s', must: { atLeast: 18_000 } },
    cpu: { what: 'CPU a request', unit: 'µs', must: { atMost: 55 } },
  },
  async measure(setting) {
    const service = await setting.service();
    const [rendition] = await service.take(WORKS.webp400, 1);
    const url = `${service.cdnUrl}/res/${rendition?.imageId}.webp?width=${rendition?.width}`;
    const path = join(BENCH_FOLDER, 'hit.webp');
    writeFileSync(path, (await get(url)).body);
    const server = await startFileServer(path);
    const count = setting.isQuick ? 5_000 : 40_000;
    const alone = { ours: [] as number[], floor: [] as number[] };
    const contender = (pid: number, address: string) => ({
      pid,
      work: async () => (await repeatGet(address, count, MANY)).length,
    });
    try {
      const urls = { ours: url, floor: `${server.url}/memory` };
      const costs = await interleave(
        { ours: contender(service.pid, urls.ours), floor: contender(server.pid, urls.floor) },
        setting.rounds,
      );
      for (let round = 0; round < setting.rounds; round += 1) {
        for (const who of ['ours', 'floor'] as const) {
          alone[who].push(median(await repeatGet(urls[who], count / MANY, 1)));
        }
      }
      const rateOf = (who: keyof typeof costs) => perSecond(costs[who], count);
      const cpuOf = (who: keyof typeof costs) => each(costs[who], 'cpuMs', count) * MICROSECONDS;
      const p50 = { ours: median(alone.ours), floor: median(alone.floor) };
      const rate = { ours: rateOf('ours'), floor: rateOf('floor') };
      const cpu = { ours: cpuOf('ours'), floor: cpuOf('floor') };
      return {
        p50: { seen: p50.ours, unit: 'ms', beside: p50 },
        rate: { seen: rate.ours, unit: '/s', beside: rate },
        cpu: { seen: cpu.ours, unit: 'µs', beside: cpu },
      };
    } finally {
      server.stop();
    }
  },
});
