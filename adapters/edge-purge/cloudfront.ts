import { randomUUID } from 'node:crypto';
import { type CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import type { AnyImageId } from '../../core/images/ids.ts';
import type { EdgePurge } from '../../core/ports.ts';
import { type Pause, untilAccepted } from './until-accepted.ts';

/** What one entry of an invalidation says of a picture, and how many may go together. */
export interface InvalidationForm {
  entryOf(id: AnyImageId): string;
  entryOfProject(projectId: string): string;
  readonly maxEntries: number;
}

/**
 * By the tag that delivery gives every answer: whatever its address, and live in seconds. An entry that starts with # is a tag (CloudFront developer
 * guide, "Invalidating content by cache tags"); the distribution has to have CacheTagConfig, or nothing is forgotten.
 */
export const BY_TAG: InvalidationForm = {
  entryOf: (id) => `#${id}`,
  entryOfProject: (projectId) => `#${projectId}`,
  maxEntries: 100,
};

/**
 * By path, where a distribution has no tags: one wildcard covers every extension and query of a picture. At most fifteen may be in progress at once
 * (CloudFront quotas, "Quotas on invalidations").
 */
export const BY_PATH: InvalidationForm = {
  entryOf: (id) => `/res/${id}*`,
  entryOfProject: () => '/res/*', // no path tells whose a picture is
  maxEntries: 15,
};

const PAUSE: Pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Invalidations in CloudFront, as few as the form allows. Where CloudFront has too many in progress it waits a little; rejects where it goes on
 * refusing: the purge is then tried again by its queue.
 */
export function createCloudFrontEdgePurge(
  client: CloudFrontClient,
  distributionId: string,
  form: InvalidationForm = BY_TAG,
  pause = PAUSE,
): EdgePurge {
  const invalidate = async (entries: readonly string[]): Promise<void> => {
    const batch = {
      Paths: { Quantity: entries.length, Items: [...entries] },
      // the same for the client's own retries of this request, and for nothing else: a later purge of the same pictures, such as the last sweep,
      // must not be answered with this one, which knew nothing of what was kept since
      CallerReference: randomUUID(),
    };
    const input = { DistributionId: distributionId, InvalidationBatch: batch };
    await untilAccepted(() => client.send(new CreateInvalidationCommand(input)), pause);
  };
  return {
    purge: async (ids) => {
      const entries = [...new Set(ids)].map(form.entryOf);
      for (let at = 0; at < entries.length; at += form.maxEntries) {
        await invalidate(entries.slice(at, at + form.maxEntries));
      }
    },
    purgeProject: (projectId) => invalidate([form.entryOfProject(projectId)]),
  };
}
