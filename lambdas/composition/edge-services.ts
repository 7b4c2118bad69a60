import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';
import { createCloudFrontEdgePurge } from '../../adapters/cloudfront/edge-purge.ts';
import type { EdgePurge } from '../../core/ports/images/edge-purge.ts';
import type { Services } from '../../core/ports/services.ts';
import { ENVIRONMENT, NO_DISTRIBUTION, readEnvironment } from '../environment.ts';
import { recordedClient } from './recorded-client.ts';
import type { ServiceParts } from './services.ts';

function createEdgePurge(): EdgePurge {
  const distributionId = readEnvironment(ENVIRONMENT.distributionId);
  const nothing = async () => undefined;
  if (distributionId === NO_DISTRIBUTION) return { purge: nothing, purgeProject: nothing };
  const client = recordedClient(createAwsClient('function', 'CloudFrontClient', CloudFrontClient));
  return createCloudFrontEdgePurge(client, distributionId);
}

/** For functions that purge: the client of CloudFront. */
export const AWS_EDGE: ServiceParts<Pick<Services, 'edge'>> = { edge: createEdgePurge };
