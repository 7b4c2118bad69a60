import { createHash } from 'node:crypto';
import { type CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import type { AnyImageId } from '../../core/images/ids.ts';
import type { EdgePurge } from '../../core/ports.ts';

/** Amazon CloudFront quotas, "Quotas on invalidations": wildcard paths in progress at once. */
const MAX_WILDCARDS = 15;

/** One path covers every extension and query of a picture: its only wildcard stands at the end. */
function pathOf(id: AnyImageId): string {
  return `/res/${id}*`;
}

/** The same for a batch that is tried again, so that CloudFront answers with the invalidation that there is. */
function referenceOf(paths: readonly string[], attempt: string): string {
  return createHash('sha256')
    .update([attempt, ...paths].join('\n'))
    .digest('hex');
}

/**
 * Invalidations in CloudFront, gathered: one for up to fifteen pictures. Rejects where CloudFront has too many in progress or refuses: the purge is
 * then tried again by its queue. `attempt` tells a purge from a later one of the same pictures, to the minute.
 */
export function createCloudFrontEdgePurge(
  client: CloudFrontClient,
  distributionId: string,
  attempt: () => string = () => new Date().toISOString().slice(0, 16),
): EdgePurge {
  const invalidate = async (paths: readonly string[]): Promise<void> => {
    const batch = {
      Paths: { Quantity: paths.length, Items: [...paths] },
      CallerReference: referenceOf(paths, attempt()),
    };
    await client.send(
      new CreateInvalidationCommand({ DistributionId: distributionId, InvalidationBatch: batch }),
    );
  };
  return {
    purge: async (ids) => {
      const paths = [...new Set(ids)].sort().map(pathOf);
      for (let at = 0; at < paths.length; at += MAX_WILDCARDS) {
        await invalidate(paths.slice(at, at + MAX_WILDCARDS));
      }
    },
  };
}
