import type { ImageStore, PurgeQueue, Services } from '../../core/ports.ts';
import { lazily } from '../lazily.ts';
import { awsPurgeQueue } from '../purge-queue.ts';
import { awsServices } from '../services.ts';

const MAX_AT_ONCE = 500;

/** Queues again, oldest first, what is due and not purged: whatever was lost on the way, it ends here. */
export function createHandler(
  { images, log }: Pick<Services, 'log'> & { images: Pick<ImageStore, 'listPurgesDue'> },
  queue: PurgeQueue,
) {
  return async (): Promise<void> => {
    const ids = await images.listPurgesDue(MAX_AT_ONCE);
    if (ids.length > 0) await queue.add(ids);
    log.info('purges queued again', { count: ids.length });
  };
}

export const handler = /* @__PURE__ */ lazily(() => createHandler(awsServices(), awsPurgeQueue()));
