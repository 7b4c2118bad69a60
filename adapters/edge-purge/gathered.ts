import type { AnyImageId } from '../../core/images/ids.ts';
import type { EdgePurge } from '../../core/ports.ts';

interface Waiting {
  readonly ids: readonly AnyImageId[];
  readonly settle: (sent: Promise<void>) => void;
}

const GATHER_MS = 100;

/** The first of those that wait whose ids fit together, at least one. */
function takeFitting(waiting: Waiting[], maxIds: number): Waiting[] {
  const taken = waiting.splice(0, 1);
  const ids = new Set(taken[0]?.ids);
  while (waiting[0] && new Set([...ids, ...waiting[0].ids]).size <= maxIds) {
    const [next] = waiting.splice(0, 1) as [Waiting];
    for (const id of next.ids) ids.add(id);
    taken.push(next);
  }
  return taken;
}

/**
 * Gathers what is asked for at about the same time into as few purges as `maxIds` allows, one after the other. Each caller hears of the purge that
 * its own pictures were in, so that one that is refused holds up nobody else.
 */
export function createGatheredEdgePurge(
  edge: EdgePurge,
  maxIds: number,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
): EdgePurge {
  const waiting: Waiting[] = [];
  let isSending = false;
  const sendAll = async () => {
    isSending = true;
    await pause(GATHER_MS);
    while (waiting.length > 0) {
      const taken = takeFitting(waiting, maxIds);
      const sent = edge.purge([...new Set(taken.flatMap(({ ids }) => ids))]);
      for (const { settle } of taken) settle(sent);
      await sent.catch(() => undefined); // the callers are told
    }
    isSending = false;
  };
  return {
    purge: (ids) => {
      if (ids.length === 0) return Promise.resolve();
      const done = new Promise<void>((settle) => waiting.push({ ids, settle }));
      if (!isSending) void sendAll();
      return done;
    },
  };
}
