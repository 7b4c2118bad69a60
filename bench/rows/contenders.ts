import { get } from '../measure/get.ts';
import {
  type Contender,
  type Cost,
  inFlight,
  inSequence,
  interleave,
} from '../measure/interleave.ts';
import { ratioOf, spreadOf } from '../measure/statistics.ts';
import type { Work } from '../originals/works.ts';
import { PEER_NAMES, type Peer, type PeerName } from '../peers/peer.ts';
import type { BenchedService, NewRendition } from '../setting/benched-service.ts';
import type { Setting } from '../setting/setting.ts';
import { renderAlone, renderByDefaults } from '../setting/sharp-alone.ts';
import type { Measured } from './row.ts';

/** How many renditions of a work each round has, and how many of them are in flight. */
export interface Load {
  readonly count: number;
  readonly most: number;
}

/** The contenders of a work; each makes the renditions of the same widths in a round. */
export function contendersOf(
  original: Buffer,
  service: BenchedService,
  most: number,
  renditions: () => readonly NewRendition[],
) {
  const inProcess = (render: typeof renderAlone): Contender => ({
    work: () =>
      inFlight(renditions(), most, async ({ work, width }) => {
        const { length } = await render(original, work, width);
        return length;
      }),
  });
  const ofPeer = (peer: Peer): Contender => ({
    pid: peer.pid,
    work: () =>
      inFlight(renditions(), most, async ({ work, width }) => {
        const { body } = await get(peer.url(work, width));
        return body.length;
      }),
  });
  return {
    ours: { pid: service.pid, work: () => inFlight(renditions(), most, service.render) },
    floor: inProcess(renderAlone),
    floorOfPeers: inProcess(renderByDefaults),
    peerByDefault: ofPeer,
  };
}

/**
 * Interleaves contenders over a work, new renditions for every round; `choose` names those that
 * run.
 */
export async function race<Name extends string>(
  setting: Setting,
  work: Work,
  { count, most }: Load,
  choose: (all: ReturnType<typeof contendersOf>) => Readonly<Record<Name, Contender>>,
): Promise<Record<Name, Cost[]>> {
  const service = await setting.service();
  const original = await setting.original(work.from);
  const rounds: NewRendition[][] = [];
  for (let round = 0; round <= setting.rounds; round += 1) {
    rounds.push(await service.take(work, count));
  }
  let now = 0;
  const chosen = choose(contendersOf(original, service, most, () => rounds[now] ?? []));
  const entries = Object.entries<Contender>(chosen).map(([name, contender]) => {
    const run = (round: number) => {
      now = round;
      return contender.work(round);
    };
    return [name, { ...contender, work: run }];
  });
  return interleave(Object.fromEntries(entries) as Record<Name, Contender>, setting.rounds);
}

/** The peers that are installed, started. */
export async function findPeers(setting: Setting): Promise<readonly (readonly [PeerName, Peer])[]> {
  const peers: (readonly [PeerName, Peer])[] = [];
  for (const name of PEER_NAMES) {
    const peer = await setting.peer(name);
    if (peer) peers.push([name, peer]);
  }
  return peers;
}

/** The costs of a contender; empty where it is a peer that is not installed. */
export type CostsOf = (who: 'ours' | 'floor' | 'floorOfPeers' | PeerName) => readonly Cost[];

/** Ours, both floors and each installed peer at its own settings, over a work. */
export async function raceBesidePeers(setting: Setting, work: Work, load: Load): Promise<CostsOf> {
  const peers = await findPeers(setting);
  const costs = await race<string>(setting, work, load, ({ ours, floor, floorOfPeers, ...all }) => {
    const besides = peers.map(([name, peer]) => [name, all.peerByDefault(peer)] as const);
    return { ours, floor, floorOfPeers, ...Object.fromEntries(besides) };
  });
  return (who) => costs[who] ?? [];
}

/** One kind of cost, divided among so many results: the middle round, the least and the most. */
export function each(costs: readonly Cost[], kind: keyof Cost, count: number) {
  return spreadOf(costs.map((cost) => cost[kind] / count));
}

const SECOND_MS = 1_000;

/** The results a second of rounds, each of which made so many. */
export function perSecond(costs: readonly Cost[], count: number) {
  return spreadOf(costs.map(({ wallMs }) => (SECOND_MS * count) / wallMs));
}

/** One kind of cost of every round. */
export const pick = (costs: readonly Cost[], kind: keyof Cost) => costs.map((cost) => cost[kind]);

/** Our CPU over the floor, of results that this process makes one after the other. */
export async function compareAlone(
  { rounds }: Pick<Setting, 'rounds'>,
  count: number,
  make: Readonly<Record<'ours' | 'floor', () => Promise<Uint8Array>>>,
): Promise<Measured> {
  const contender = (one: () => Promise<Uint8Array>) => ({
    work: () => inSequence(count, async () => (await one()).length),
  });
  const both = { ours: contender(make.ours), floor: contender(make.floor) };
  const { ours, floor } = await interleave(both, rounds);
  const costOf = (costs: readonly Cost[]) => each(costs, 'cpuMs', count).seen;
  return {
    ...ratioOf(pick(ours, 'cpuMs'), pick(floor, 'cpuMs')),
    unit: 'ms',
    beside: { ours: costOf(ours), floor: costOf(floor) },
  };
}

/**
 * Our costs as they would be at the settings of a peer, which can't have ours. They are our costs
 * beyond the floor of our settings, and the floor of its settings.
 */
export function atEqualSettings(
  ours: readonly number[],
  floor: readonly number[],
  floorOfPeers: readonly number[],
): number[] {
  return ours.map((cost, round) => cost - (floor[round] ?? 0) + (floorOfPeers[round] ?? 0));
}
