import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { BY_TAG, createCloudFrontEdgePurge } from '../adapters/edge-purge/cloudfront.ts';
import { createGatheredEdgePurge } from '../adapters/edge-purge/gathered.ts';
import type { EdgePurge, Services } from '../core/ports.ts';
import { ENVIRONMENT, NO_DISTRIBUTION, readEnvironment } from './environment.ts';
import { recordedClient } from './recorded-client.ts';
import type { ServiceParts } from './services.ts';

/** As long as the images of one batch are apart in their purges. */
const GATHER_MS = 500;

function createEdgePurge(): EdgePurge {
  const distributionId = readEnvironment(ENVIRONMENT.distributionId);
  const nothing = async () => undefined;
  if (distributionId === NO_DISTRIBUTION) return { purge: nothing, purgeProject: nothing };
  const client = recordedClient(new CloudFrontClient({}));
  const cloudFront = createCloudFrontEdgePurge(client, distributionId, BY_TAG);
  return createGatheredEdgePurge(cloudFront, { waitMs: GATHER_MS, maxIds: BY_TAG.maxEntries });
}

/** For functions that purge: the client of CloudFront. */
export const AWS_EDGE: ServiceParts<Pick<Services, 'edge'>> = { edge: createEdgePurge };
