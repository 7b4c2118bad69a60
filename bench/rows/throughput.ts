import { ratioOf } from '../measure/statistics.ts';
import { WORKS } from '../originals/works.ts';
import type { PeerName } from '../peers/peer.ts';
import { type CostsOf, perSecond, pick, raceBesidePeers } from './contenders.ts';
import { type Goal, notInstalled, row, type Seen } from './row.ts';

const COUNT = 16;

/** How much of another's throughput ours is, by the times of the same work. */
function shareOf(costsOf: CostsOf, other: 'floor' | PeerName): Seen {
  const [ours, others] = [costsOf('ours'), costsOf(other)];
  const beside = { ours: perSecond(ours, COUNT).seen, [other]: perSecond(others, COUNT).seen };
  return { ...ratioOf(pick(others, 'wallMs'), pick(ours, 'wallMs')), unit: '/s', beside };
}

const floor = (most: number): Goal => ({
  what: `${most} in flight over the floor`,
  unit: '',
  must: { atLeast: 0.88 },
});
const peer = (most: number, name: PeerName): Goal => ({
  what: `${most} in flight over ${name}, own settings`,
  unit: '',
});

export const THROUGHPUT = row({
  title: `throughput of distinct addresses, ${WORKS.webp400.name}`,
  goals: {
    floor4: floor(4),
    floor8: floor(8),
    ipx4: peer(4, 'ipx'),
    ipx8: peer(8, 'ipx'),
    imgproxy4: peer(4, 'imgproxy'),
    imgproxy8: peer(8, 'imgproxy'),
  },
  async measure(setting) {
    const at4 = await raceBesidePeers(setting, WORKS.webp400, { count: COUNT, most: 4 });
    const at8 = await raceBesidePeers(setting, WORKS.webp400, { count: COUNT, most: 8 });
    const over = (costsOf: CostsOf, name: PeerName, last?: string) =>
      costsOf(name).length > 0 ? shareOf(costsOf, name) : notInstalled(name, last);
    return {
      floor4: shareOf(at4, 'floor'),
      floor8: shareOf(at8, 'floor'),
      ipx4: over(at4, 'ipx'),
      ipx8: over(at8, 'ipx'),
      imgproxy4: over(at4, 'imgproxy', '0.62 on 2026-11-25'),
      imgproxy8: over(at8, 'imgproxy', '0.62 on 2026-11-25'),
    };
  },
});
