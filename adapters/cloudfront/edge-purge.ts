import { randomUUID } from 'node:crypto';
import { type CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { CachedImage, ImageIds } from '../../core/images/ids.ts';
import type { EdgePurge } from '../../core/ports/images/edge-purge.ts';
import { TIME_LIMITS } from '../aws-clients/time-limits.ts';

/**
 * CloudFront's errors after which the same call may succeed later (Amazon CloudFront API reference,
 * "CreateInvalidation" and "Common errors").
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
const { patienceMs: PATIENCE_MS } = TIME_LIMITS.function.CloudFrontClient;

export type Pause = (ms: number) => Promise<void>;

/**
 * Calls until CloudFront accepts it, with pauses that double. Rejects after some 15 s, or
 * immediately if waiting doesn't help. The time of the calls counts, so that the last one begins
 * within the patience of the client's row.
 */
export async function untilAccepted<T>(call: () => Promise<T>, pause: Pause): Promise<T> {
  for (let wait = FIRST_WAIT_MS, waited = 0; ; wait *= 2) {
    const begun = performance.now();
    try {
      return await call();
    } catch (error) {
      waited += wait + (performance.now() - begun);
      if (!PASSING.has((error as Error).name) || waited > PATIENCE_MS) throw error;
      await pause(wait);
    }
  }
}

/** The paths of an image in an invalidation, and the maximum of images in one. */
export interface InvalidationForm {
  entriesOf(image: ImageIds): readonly string[];
  entryOfProject(projectId: string): string;
  readonly maxEntries: number;
  /**
   * Above this number of images of one project the whole project is purged by one path. The rest of
   * its images are then requested from the origin again.
   */
  readonly maxImagesOfProject: number;
}

/**
 * By the tag of every response, one for a temporary image and its image: all addresses, effective
 * in seconds. A path that starts with # is a tag (CloudFront developer guide, "Invalidating content
 * by cache tags"). The distribution must have CacheTagConfig, or nothing is purged.
 */
export const BY_TAG: InvalidationForm = {
  entriesOf: ({ imageId }) => [`#${imageId}`],
  entryOfProject: (projectId) => `#${projectId}`,
  maxEntries: 100,
  maxImagesOfProject: LIMITS.maxImageTagsOfProject,
};

/**
 * By path, if a distribution has no tags: one wildcard covers every extension and query of an
 * image. At most fifteen may be in progress (CloudFront quotas, "Quotas on invalidations").
 */
export const BY_PATH: InvalidationForm = {
  entriesOf: ({ imageId, temporaryImageId }) => [`/res/${imageId}*`, `/res/${temporaryImageId}*`],
  entryOfProject: () => '/res/*', // no path names the project of an image
  maxEntries: 15,
  maxImagesOfProject: Infinity, // this would purge all projects
};

function entriesFor(form: InvalidationForm, images: readonly CachedImage[]): string[] {
  const byProject = Map.groupBy(images, ({ projectId }) => projectId);
  const entries = [...byProject].flatMap(([projectId, own]) => {
    const count = new Set(own.map(({ imageId }) => imageId)).size;
    return projectId !== undefined && count > form.maxImagesOfProject
      ? [form.entryOfProject(projectId)]
      : own.flatMap(form.entriesOf);
  });
  return [...new Set(entries)];
}

const PAUSE: Pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * Invalidations in CloudFront, as few as the form allows. If CloudFront has too many in progress it
 * waits a little; it rejects if CloudFront keeps refusing, and the queue then retries the purge.
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
      // the same for the client's own retries of this request only. A later purge of the same
      // images, such as the last sweep, needs a new invalidation for responses that were cached
      // since
      CallerReference: randomUUID(),
    };
    const input = { DistributionId: distributionId, InvalidationBatch: batch };
    await untilAccepted(() => client.send(new CreateInvalidationCommand(input)), pause);
  };
  return {
    purge: async (images) => {
      const entries = entriesFor(form, images);
      for (let at = 0; at < entries.length; at += form.maxEntries) {
        await invalidate(entries.slice(at, at + form.maxEntries));
      }
    },
    purgeProject: (projectId) => invalidate([form.entryOfProject(projectId)]),
  };
}
