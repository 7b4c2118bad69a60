import { median } from '../measure/statistics.ts';
import { WORKS } from '../originals/works.ts';
import type { Setting } from '../setting/setting.ts';
import { atEqualSettings, perSecond, pick, race } from './contenders.ts';
import { failed, notInstalled, row, type Seen } from './row.ts';

const COUNT = 16;

/** How much of another's throughput ours is, by the times of the same work. */
const share = (ours: readonly number[], theirs: readonly number[]) =>
  median(ours.map((wall, round) => (theirs[round] ?? Number.NaN) / wall));

async function overFloor(setting: Setting, most: number): Promise<Seen> {
  const { ours, floor } = await race(setting, WORKS.webp400, { count: COUNT, most }, (all) => ({
    ours: all.ours,
    floor: all.floor,
  }));
  return {
    seen: share(pick(ours, 'wallMs'), pick(floor, 'wallMs')),
    unit: '/s',
    beside: { ours: perSecond(ours, COUNT), floor: perSecond(floor, COUNT) },
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
    beside: { ours: perSecond(seen.ours, COUNT), imgproxy: perSecond(seen.imgproxy, COUNT) },
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
