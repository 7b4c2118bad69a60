import type { Cost } from '../measure/interleave.ts';
import { median } from '../measure/statistics.ts';
import type { Setting } from '../setting/setting.ts';
import { WORKS } from '../setting/works.ts';
import { atEqualSettings, each, pick, race } from './contenders.ts';
import { failed, notInstalled, row, type Seen } from './row.ts';

const COUNT = 16;
const SECOND_MS = 1_000;

/** How much of another's throughput ours is, by the times of the same work. */
const share = (ours: readonly number[], theirs: readonly number[]) =>
  median(ours.map((wall, round) => (theirs[round] ?? Number.NaN) / wall));

const rateOf = (costs: readonly Cost[]) => SECOND_MS / each(costs, 'wallMs', COUNT);

async function overFloor(setting: Setting, most: number): Promise<Seen> {
  const { ours, floor } = await race(setting, WORKS.webp400, { count: COUNT, most }, (all) => ({
    ours: all.ours,
    floor: all.floor,
  }));
  return {
    seen: share(pick(ours, 'wallMs'), pick(floor, 'wallMs')),
    unit: '/s',
    beside: { ours: rateOf(ours), floor: rateOf(floor) },
  };
}

async function overImgproxy(setting: Setting, most: number): Promise<Seen> {
  const peer = await setting.peer('imgproxy');
  if (!peer) return notInstalled('imgproxy');
  const seen = await race(setting, WORKS.webp400, { count: COUNT, most }, (all) => ({
    ours: all.ours,
    floor: all.floor,
    floorOfPeers: all.floorOfPeers,
    imgproxy: all.peer(peer),
  }));
  const wallOf = (who: keyof typeof seen) => pick(seen[who], 'wallMs');
  const equal = atEqualSettings(wallOf('ours'), wallOf('floor'), wallOf('floorOfPeers'));
  return {
    seen: share(equal, wallOf('imgproxy')),
    unit: '/s',
    beside: { ours: rateOf(seen.ours), imgproxy: rateOf(seen.imgproxy) },
  };
}

export const THROUGHPUT = row({
  title: `throughput of distinct addresses, ${WORKS.webp400.name}`,
  goals: {
    floor4: { what: '4 in flight over the floor', unit: '', must: { atLeast: 0.85 } },
    floor8: { what: '8 in flight over the floor', unit: '', must: { atLeast: 0.85 } },
    imgproxy4: { what: '4 in flight over imgproxy', unit: '', must: { atLeast: 1 } },
    imgproxy8: { what: '8 in flight over imgproxy', unit: '', must: { atLeast: 1 } },
  },
  measure: async (setting) => ({
    floor4: await overFloor(setting, 4),
    floor8: await overFloor(setting, 8),
    imgproxy4: await overImgproxy(setting, 4).catch(failed),
    imgproxy8: await overImgproxy(setting, 8).catch(failed),
  }),
});
