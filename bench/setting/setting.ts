import { createOriginals } from '../originals/originals.ts';
import type { OriginalFormat } from '../originals/works.ts';
import type { Peer, PeerName } from '../peers/peer.ts';
import { PEERS } from '../peers/peers.ts';
import { type BenchedService, startBenchedService } from './benched-service.ts';

/** The parts that the rows of one run share; each is started when the first row needs it. */
export interface Setting {
  /** Fewer rounds and requests. */
  readonly isQuick: boolean;
  /** Rounds of an interleaved comparison. */
  readonly rounds: number;
  original(format: OriginalFormat): Promise<Buffer>;
  service(): Promise<BenchedService>;
  /** Undefined where the peer is not installed. */
  peer(name: PeerName): Promise<Peer | undefined>;
  /** A service for one row, which is stopped at the end of the row. */
  withService<Result>(use: (service: BenchedService) => Promise<Result>): Promise<Result>;
  /** Ends everything that was started. */
  close(): Promise<void>;
}

/** The setting of one run. */
export function createSetting(isQuick: boolean): Setting {
  const original = createOriginals();
  const peers = new Map<PeerName, Peer>();
  let service: Promise<BenchedService> | undefined;
  return {
    isQuick,
    rounds: isQuick ? 3 : 5,
    original,
    service: () => {
      service ??= startBenchedService(original);
      return service;
    },
    async peer(name) {
      if (PEERS[name].findVersion() === undefined) return undefined;
      for (const format of ['jpg', 'webp'] as const) await original(format);
      const peer = peers.get(name) ?? (await PEERS[name].start());
      peers.set(name, peer);
      return peer;
    },
    async withService(use) {
      const own = await startBenchedService(original);
      try {
        return await use(own);
      } finally {
        await own.stop();
      }
    },
    async close() {
      for (const peer of peers.values()) peer.stop();
      await (await service)?.stop();
    },
  };
}
