import { ratioOf } from '../measure/statistics.ts';
import { WORKS } from '../originals/works.ts';
import { each, pick, race } from './contenders.ts';
import { notInstalled, row } from './row.ts';

const LOAD = { count: 2, most: 1 } as const;

export const DEFAULT_AVIF = row({
  title: `${WORKS.avif800.name} over HTTP at our defaults and those of imgproxy`,
  goals: { cpu: { what: 'CPU over imgproxy', unit: '', must: { atMost: 1.6 } } },
  async measure(setting) {
    const peer = await setting.peer('imgproxy');
    if (!peer) return { cpu: notInstalled('imgproxy', '1.3 on 2026-11-24') };
    const { ours, floor, imgproxy } = await race(setting, WORKS.avif800, LOAD, (all) => ({
      ours: all.ours,
      floor: all.floor,
      imgproxy: all.peerByDefault(peer),
    }));
    return {
      cpu: {
        ...ratioOf(pick(ours, 'cpuMs'), pick(imgproxy, 'cpuMs')),
        unit: 'ms',
        beside: {
          ours: each(ours, 'cpuMs', LOAD.count).seen,
          floor: each(floor, 'cpuMs', LOAD.count).seen,
          imgproxy: each(imgproxy, 'cpuMs', LOAD.count).seen,
        },
      },
    };
  },
});
