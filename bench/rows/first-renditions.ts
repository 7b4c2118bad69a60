import { setTimeout } from 'node:timers/promises';
import { inFlight, interleave } from '../measure/interleave.ts';
import { treeCpuMs } from '../measure/process-tree.ts';
import { ratioOf } from '../measure/statistics.ts';
import type { OriginalFormat, Work } from '../originals/works.ts';
import type { NewRendition } from '../setting/benched-service.ts';
import { each, pick } from './contenders.ts';
import { type Goal, row } from './row.ts';

const COUNT = 4;
const FORMATS: readonly OriginalFormat[] = ['jpg', 'webp', 'png'];
const QUIET_MS = 500;
const MAX_WAIT_MS = 20_000;

/** Waits until a process tree has had nothing to do for a while, at most 20 s. */
async function untilQuiet(pid: number): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let before = Number.NaN; performance.now() < deadline; ) {
    const now = treeCpuMs(pid);
    if (now === before) return;
    before = now;
    await setTimeout(QUIET_MS);
  }
}

const goal = (what: string): Goal => ({ what, unit: '', must: { atMost: 1.3 } });

export const FIRST_RENDITIONS = row({
  title: 'a first rendition of 12 MP over that of the JPEG, to 400 webp',
  goals: { webp: goal('CPU of WebP'), png: goal('CPU of PNG') },
  async measure(setting) {
    const service = await setting.service();
    const taken: Record<string, NewRendition[]> = {};
    for (const from of FORMATS) {
      const work: Work = { name: `first of ${from}`, from, format: 'webp', width: 400 };
      taken[from] = await service.take(work, COUNT * (setting.rounds + 1));
    }
    await untilQuiet(service.pid); // work in the background after the uploads has ended
    const contender = (from: OriginalFormat) => ({
      pid: service.pid,
      work: (round: number) => {
        const renditions = taken[from]?.slice(round * COUNT, (round + 1) * COUNT) ?? [];
        return inFlight(renditions, 1, service.render);
      },
    });
    const contenders = { jpg: contender('jpg'), webp: contender('webp'), png: contender('png') };
    const costs = await interleave(contenders, setting.rounds);
    const over = (from: OriginalFormat) => ({
      ...ratioOf(pick(costs[from], 'cpuMs'), pick(costs.jpg, 'cpuMs')),
      unit: 'ms' as const,
      beside: { ours: each(costs[from], 'cpuMs', COUNT) },
    });
    return { webp: over('webp'), png: over('png') };
  },
});
