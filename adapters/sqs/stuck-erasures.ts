import type { ImageId } from '../../core/images/ids.ts';
import type { DeadLetter, DeadLetters, LetterOutcome } from '../../core/ports/dead-letters.ts';
import type { ImageStore } from '../../core/ports/images/image-store.ts';
import type { Services } from '../../core/ports/services.ts';

type Needs = Pick<Services, 'clock'> & {
  readonly images: Pick<ImageStore, 'listPurgesDue' | 'getImage' | 'getOutdated' | 'getPurgeSteps'>;
};

const QUEUE = 'purges';
/** A purge takes some twenty seconds, because of its last sweep. */
const STUCK_AFTER_MS = 120_000;
const MAX_READ = 1_000;

/**
 * For a service without dead-letter queues: purges that are long overdue. Their worker retries as
 * long as it runs, and deleted images must be erased: so none can be resent or dropped.
 */
export function createStuckPurges({ clock, images }: Needs): DeadLetters {
  const letterOf = async (id: ImageId): Promise<DeadLetter | undefined> => {
    const { state, deletedAt } = (await images.getImage(id)) ?? {};
    // one in the bin was deleted long ago, and waits for nothing
    const since = state === 'deleting' ? deletedAt : (await images.getOutdated(id))?.outdatedAt;
    if (since === undefined || since === null || clock() - since < STUCK_AFTER_MS) return undefined;
    const done = Object.keys(await images.getPurgeSteps(id));
    return { id, queue: QUEUE, since, body: JSON.stringify({ imageId: id, done }) };
  };
  const listAll = async () => {
    const due = await images.listPurgesDue(MAX_READ, clock());
    return (await Promise.all(due.map(letterOf))).filter((letter) => letter !== undefined);
  };
  const keep = async (ids: readonly string[]) => {
    const known = new Set((await listAll()).map(({ id }) => id));
    const outcomeOf = (id: string): LetterOutcome => (known.has(id) ? 'kept' : 'not_found');
    return new Map(ids.map((id) => [id, outcomeOf(id)]));
  };
  return {
    listQueues: async () => [{ name: QUEUE, count: (await listAll()).length, isResendable: false }],
    list: async (queue, limit) =>
      queue === undefined || queue === QUEUE ? (await listAll()).slice(0, limit) : [],
    find: async (id) => (await listAll()).find((letter) => letter.id === id),
    resend: keep,
    drop: keep,
  };
}
