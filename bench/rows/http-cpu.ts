import { differences, mean, meanOfWorks, quotients, spreadOf } from '../measure/statistics.ts';
import { WORKS } from '../originals/works.ts';
import type { PeerName } from '../peers/peer.ts';
import type { Setting } from '../setting/setting.ts';
import { atEqualSettings, type CostsOf, each, pick, race, raceBesidePeers } from './contenders.ts';
import { type Goal, notInstalled, row, type Seen } from './row.ts';

const OF_PEERS = [WORKS.jpeg400, WORKS.webp400, WORKS.cover, WORKS.fromWebp] as const;
/** One after the other; enough for the kernel's ticks, a few percent of them in a short run. */
const loadOf = ({ isQuick }: Setting) => ({ count: isQuick ? 3 : 8, most: 1 });

/** Our CPU in each round, and its comparisons. */
const CPU_OF = {
  equal: (costsOf: CostsOf) => {
    const [ours, floor, floorOfPeers] = (['ours', 'floor', 'floorOfPeers'] as const).map((who) =>
      pick(costsOf(who), 'cpuMs'),
    );
    return atEqualSettings(ours ?? [], floor ?? [], floorOfPeers ?? []);
  },
  own: (costsOf: CostsOf) => pick(costsOf('ours'), 'cpuMs'),
} as const;

/** The mean of the works in each round, over a peer. */
function overPeer(
  works: readonly CostsOf[],
  peer: PeerName,
  settings: keyof typeof CPU_OF,
  count: number,
): Seen {
  const ratios = works.map((costsOf) =>
    quotients(CPU_OF[settings](costsOf), pick(costsOf(peer), 'cpuMs')),
  );
  const costOf = (who: 'ours' | 'floor' | PeerName) =>
    mean(works.map((costsOf) => each(costsOf(who), 'cpuMs', count).seen));
  const beside = { ours: costOf('ours'), floor: costOf('floor'), [peer]: costOf(peer) };
  return { ...spreadOf(meanOfWorks(ratios)), unit: 'ms', beside };
}

const goal = (what: string, atMost?: number): Goal => ({
  what,
  unit: '',
  ...(atMost !== undefined && { must: { atMost } }),
});

export const HTTP_CPU = row({
  title: 'the service over HTTP, the mean of four works',
  goals: {
    ipxEqual: goal('CPU over ipx, equal settings', 1.05),
    ipxOwn: goal('CPU over ipx, own settings', 1.2),
    imgproxyEqual: goal('CPU over imgproxy, equal settings'),
    imgproxyOwn: goal('CPU over imgproxy, own settings'),
  },
  async measure(setting) {
    const load = loadOf(setting);
    const works: CostsOf[] = [];
    for (const work of OF_PEERS) works.push(await raceBesidePeers(setting, work, load));
    const over = (peer: PeerName, settings: keyof typeof CPU_OF, last?: string) =>
      works.every((costsOf) => costsOf(peer).length > 0)
        ? overPeer(works, peer, settings, load.count)
        : notInstalled(peer, last);
    return {
      ipxEqual: over('ipx', 'equal'),
      ipxOwn: over('ipx', 'own'),
      imgproxyEqual: over('imgproxy', 'equal', '1.12 on 2026-11-24'),
      imgproxyOwn: over('imgproxy', 'own'),
    };
  },
});

/** A round has enough renditions for the kernel's ticks of 10 ms. */
const NEW_ONES = 16;

/** New renditions over local HTTP beside sharp alone. */
export const NEW_RENDITION = row({
  title: `a new rendition over local HTTP beside sharp alone, ${WORKS.webp400.name}`,
  goals: {
    cpu: { what: 'CPU added', unit: 'ms', must: { atMost: 6.5 } },
    wall: { what: 'time added', unit: 'ms', must: { atMost: 6 } },
  },
  async measure(setting) {
    const load = { count: NEW_ONES, most: 1 };
    const { ours, floor } = await race(setting, WORKS.webp400, load, (all) => ({
      ours: all.ours,
      floor: all.floor,
    }));
    const added = (kind: 'cpuMs' | 'wallMs'): Seen => {
      const rounds = differences(pick(ours, kind), pick(floor, kind));
      const [own, alone] = [each(ours, kind, NEW_ONES), each(floor, kind, NEW_ONES)];
      return {
        ...spreadOf(rounds.map((ms) => ms / NEW_ONES)),
        unit: 'ms',
        beside: { ours: own.seen, floor: alone.seen },
      };
    };
    return { cpu: added('cpuMs'), wall: added('wallMs') };
  },
});
