import { geometricMean, mean, medianRatio } from '../measure/statistics.ts';
import { WORKS } from '../originals/works.ts';
import type { PeerName } from '../peers/peer.ts';
import type { Setting } from '../setting/setting.ts';
import { atEqualSettings, each, type Load, pick, race } from './contenders.ts';
import { failed, notInstalled, row, type Seen } from './row.ts';

/** One after the other; enough for the kernel's ticks, a few percent of them in a short run. */
const loadOf = ({ isQuick }: Setting): Load => ({ count: isQuick ? 3 : 8, most: 1 });
const OF_PEERS = [WORKS.jpeg400, WORKS.webp400, WORKS.cover, WORKS.fromWebp] as const;

async function comparePeer(setting: Setting, name: PeerName): Promise<Seen> {
  const peer = await setting.peer(name);
  if (!peer) return notInstalled(name);
  const load = loadOf(setting);
  const ratios: number[] = [];
  const costs = { ours: [] as number[], floor: [] as number[], peer: [] as number[] };
  for (const work of OF_PEERS) {
    const seen = await race(setting, work, load, ({ ours, floor, floorOfPeers, ...all }) => ({
      ours,
      floor,
      floorOfPeers,
      peer: all.peer(peer),
    }));
    const cpuOf = (who: keyof typeof seen) => pick(seen[who], 'cpuMs');
    const equal = atEqualSettings(cpuOf('ours'), cpuOf('floor'), cpuOf('floorOfPeers'));
    ratios.push(medianRatio(equal, cpuOf('peer')));
    for (const who of ['ours', 'floor', 'peer'] as const) {
      costs[who].push(each(seen[who], 'cpuMs', load.count));
    }
  }
  const beside = { ours: mean(costs.ours), floor: mean(costs.floor), [name]: mean(costs.peer) };
  return { seen: geometricMean(ratios), unit: 'ms', beside };
}

export const HTTP_CPU = row({
  title: 'the service over HTTP at equal settings, the mean of four works',
  goals: {
    ipx: { what: 'CPU over ipx', unit: '', must: { atMost: 1.05 } },
    imgproxy: { what: 'CPU over imgproxy', unit: '', must: { atMost: 0.9 } },
  },
  measure: async (setting) => ({
    ipx: await comparePeer(setting, 'ipx').catch(failed),
    imgproxy: await comparePeer(setting, 'imgproxy').catch(failed),
  }),
});

/** New renditions over local HTTP beside sharp alone, over three works. */
export const NEW_RENDITION = row({
  title: 'a new rendition over local HTTP over sharp alone, the mean of three works',
  goals: {
    cpu: { what: 'CPU', unit: '', must: { atMost: 1.12 } },
    wall: { what: 'time', unit: '', must: { atMost: 1.12 } },
    bytes: { what: 'bytes', unit: '', must: { atMost: 1 } },
  },
  async measure(setting) {
    const load = loadOf(setting);
    const ratios = { cpuMs: [] as number[], wallMs: [] as number[], bytes: [] as number[] };
    const beside = { ours: [] as number[], floor: [] as number[] };
    for (const work of [WORKS.jpeg400, WORKS.webp400, WORKS.cover]) {
      const { ours, floor } = await race(setting, work, load, (all) => ({
        ours: all.ours,
        floor: all.floor,
      }));
      for (const kind of ['cpuMs', 'wallMs', 'bytes'] as const) {
        ratios[kind].push(medianRatio(pick(ours, kind), pick(floor, kind)));
      }
      beside.ours.push(each(ours, 'cpuMs', load.count));
      beside.floor.push(each(floor, 'cpuMs', load.count));
    }
    return {
      cpu: {
        seen: geometricMean(ratios.cpuMs),
        unit: 'ms',
        beside: { ours: mean(beside.ours), floor: mean(beside.floor) },
      },
      wall: { seen: geometricMean(ratios.wallMs) },
      bytes: { seen: geometricMean(ratios.bytes) },
    };
  },
});
