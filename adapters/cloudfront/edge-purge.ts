import { randomUUID } from 'node:crypto';
import { type CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { CachedImage, ImageIds } from '../../core/images/ids.ts';
import type { EdgePurge } from '../../core/ports/images/edge-purge.ts';

/**
 * What CloudFront says where the same call may be taken a little later (Amazon CloudFront API
 * reference, "CreateInvalidation" and "Common errors").
 */
const PASSING = new Set([
  'TooManyInvalidationsInProgress',
  'Throttling',
  'ThrottlingException',
  'ServiceUnavailable',
  'InternalFailure',
]);
const FIRST_WAIT_MS = 1_000;
/**
 * With the rest of a purge well within the worker's timeout; after that its queue delivers it
 * again.
 */
const PATIENCE_MS = 20_000;

export type Pause = (ms: number) => Promise<void>;

/**
 * Calls until CloudFront takes it, with pauses that double; rejects after some 15 s, or at once
 * where waiting doesn't help.
 */
export async function untilAccepted<T>(call: () => Promise<T>, pause: Pause): Promise<T> {
  for (let wait = FIRST_WAIT_MS, waited = 0; ; wait *= 2) {
    try {
      return await call();
    } catch (error) {
      waited += wait;
      if (!PASSING.has((error as Error).name) || waited > PATIENCE_MS) throw error;
      await pause(wait);
    }
  }
}

/** What the entries of an invalidation say of a picture, and how many may go together. */
export interface InvalidationForm {
  entriesOf(picture: ImageIds): readonly string[];
  entryOfProject(projectId: string): string;
  readonly maxEntries: number;
  /**
   * Of more pictures of one project at once the whole project is forgotten: one entry, and the rest
   * of its pictures are asked for once more.
   */
  readonly maxPicturesOfProject: number;
}

/**
 * By the tag that delivery gives every answer, one for a temporary image and its image: whatever
 * their addresses, and live in seconds. An entry that starts with # is a tag (CloudFront developer
 * guide, "Invalidating content by cache tags"); the distribution has to have CacheTagConfig, or
 * nothing is forgotten.
 */
export const BY_TAG: InvalidationForm = {
  entriesOf: ({ imageId }) => [`#${imageId}`],
  entryOfProject: (projectId) => `#${projectId}`,
  maxEntries: 100,
  maxPicturesOfProject: LIMITS.maxImageTagsOfProject,
};

/**
 * By path, where a distribution has no tags: one wildcard covers every extension and query of a
 * picture. At most fifteen may be in progress at once (CloudFront quotas, "Quotas on
 * invalidations").
 */
export const BY_PATH: InvalidationForm = {
  entriesOf: ({ imageId, temporaryImageId }) => [`/res/${imageId}*`, `/res/${temporaryImageId}*`],
  entryOfProject: () => '/res/*', // no path tells whose a picture is
  maxEntries: 15,
  maxPicturesOfProject: Infinity, // everybody's would go
};

function entriesFor(form: InvalidationForm, pictures: readonly CachedImage[]): string[] {
  const byProject = Map.groupBy(pictures, ({ projectId }) => projectId);
  const entries = [...byProject].flatMap(([projectId, own]) => {
    const count = new Set(own.map(({ imageId }) => imageId)).size;
    return projectId !== undefined && count > form.maxPicturesOfProject
      ? [form.entryOfProject(projectId)]
      : own.flatMap(form.entriesOf);
  });
  return [...new Set(entries)];
}

const PAUSE: Pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Invalidations in CloudFront, as few as the form allows. Where CloudFront has too many in progress
 * it waits a little; rejects where it goes on refusing: the purge is then tried again by its queue.
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
      // the same for the client's own retries of this request, and for nothing else: a later purge
      // of the same pictures, such as the last sweep, must not be answered with this one, which
      // knew nothing of what was kept since
      CallerReference: randomUUID(),
    };
    const input = { DistributionId: distributionId, InvalidationBatch: batch };
    await untilAccepted(() => client.send(new CreateInvalidationCommand(input)), pause);
  };
  return {
    purge: async (pictures) => {
      const entries = entriesFor(form, pictures);
      for (let at = 0; at < entries.length; at += form.maxEntries) {
        await invalidate(entries.slice(at, at + form.maxEntries));
      }
    },
    purgeProject: (projectId) => invalidate([form.entryOfProject(projectId)]),
  };
}
