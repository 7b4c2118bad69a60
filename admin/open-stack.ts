import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { createCloudFrontEdgePurge } from '../adapters/cloudfront/edge-purge.ts';
import { createDynamoAuditStore } from '../adapters/dynamodb/accounts/audit-store.ts';
import { createDynamoClient } from '../adapters/dynamodb/client/dynamo-client.ts';
import { createDynamoKeyStore } from '../adapters/dynamodb/keys/key-store.ts';
import { createDynamoSigningSecretStore } from '../adapters/dynamodb/keys/signing-secret-store.ts';
import { createDynamoProjectStore } from '../adapters/dynamodb/projects/project-store.ts';
import { LIMITS } from '../core/foundation/limits.ts';
import type { OperatorServices } from './operator-services.ts';
import { findStackOutputs, readStackOutputs, STACK_ACCOUNT_ID } from './stack-outputs.ts';

/**
 * Twice: an answer that was begun by the old settings may reach the CDN after the first
 * invalidation, until the renderer's deadline. Nothing where the stack has no CDN.
 */
function purgeTwice(distributionId: string | undefined): OperatorServices['edge'] {
  if (!distributionId) return { purgeProject: async () => undefined };
  const { purgeProject } = createCloudFrontEdgePurge(new CloudFrontClient({}), distributionId);
  return {
    purgeProject: async (projectId) => {
      await purgeProject(projectId);
      const waitMs = LIMITS.deliveryWorkMs + LIMITS.renditionWaitMs;
      console.error(
        `invalidated at the CDN; a second invalidation for requests in flight follows in ${waitMs / 1000} s`,
      );
      await delay(waitMs);
      await purgeProject(projectId);
    },
  };
}

/**
 * Those of a deployed stack; credentials, region and endpoint come from where the AWS SDK looks for
 * them.
 */
export async function openStack(stack: string): Promise<OperatorServices> {
  const output = await readStackOutputs(stack);
  const distributionId = (await findStackOutputs(stack))('DistributionId');
  const client = createDynamoClient();
  return {
    clock: Date.now,
    randomBytes,
    accountId: STACK_ACCOUNT_ID,
    keys: createDynamoKeyStore(client, output('KeysTable')),
    projects: createDynamoProjectStore(client, output('ProjectsTable')),
    audit: createDynamoAuditStore(client, output('AuditTable')),
    signingSecrets: createDynamoSigningSecretStore(client, output('ProjectsTable')),
    edge: purgeTwice(distributionId),
  };
}
