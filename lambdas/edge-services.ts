import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { BY_TAG, createCloudFrontEdgePurge } from '../adapters/edge-purge/cloudfront.ts';
import { createGatheredEdgePurge } from '../adapters/edge-purge/gathered.ts';
import type { EdgePurge, Services } from '../core/ports.ts';
import { ENVIRONMENT, NO_DISTRIBUTION, readEnvironment } from './environment.ts';
import { recordedClient } from './recorded-client.ts';
import type { ServiceParts } from './services.ts';

function createEdgePurge(): EdgePurge {
  const distributionId = readEnvironment(ENVIRONMENT.distributionId);
  if (distributionId === NO_DISTRIBUTION) return { purge: async () => undefined };
  const client = recordedClient(new CloudFrontClient({}));
  const edge = createCloudFrontEdgePurge(client, distributionId, BY_TAG);
  return createGatheredEdgePurge(edge, BY_TAG.maxEntries);
}

/** For functions that purge: the client of CloudFront. */
export const AWS_EDGE: ServiceParts<Pick<Services, 'edge'>> = { edge: createEdgePurge };
