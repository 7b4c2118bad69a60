import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';
import { createCloudFrontEdgePurge } from '../../adapters/cloudfront/edge-purge.ts';
import { createDynamoAccountDirectory } from '../../adapters/dynamodb/accounts/account-directory.ts';
import { createDynamoAccountStore } from '../../adapters/dynamodb/accounts/account-store.ts';
import { createDynamoAuditStore } from '../../adapters/dynamodb/accounts/audit-store.ts';
import { createDynamoClient } from '../../adapters/dynamodb/client/dynamo-client.ts';
import { createDynamoRecords } from '../../adapters/dynamodb/images/image-records.ts';
import { createDynamoImageStore } from '../../adapters/dynamodb/images/image-store.ts';
import { createDynamoTakedowns } from '../../adapters/dynamodb/images/takedowns.ts';
import { createDynamoTermIndex } from '../../adapters/dynamodb/images/term-index.ts';
import { createDynamoKeyStore } from '../../adapters/dynamodb/keys/key-store.ts';
import { createDynamoSigningSecretStore } from '../../adapters/dynamodb/keys/signing-secret-store.ts';
import { createDynamoMembershipStore } from '../../adapters/dynamodb/members/membership-store.ts';
import { createDynamoProjectMarks } from '../../adapters/dynamodb/projects/project-marks.ts';
import { createDynamoProjectStore } from '../../adapters/dynamodb/projects/project-store.ts';
import { createDynamoRouteStore } from '../../adapters/dynamodb/projects/route-store.ts';
import { createDynamoUsageStore } from '../../adapters/dynamodb/usage/usage-store.ts';
import { createSqsDeadLetters } from '../../adapters/sqs/dead-letters.ts';
import { createSqsClient } from '../../adapters/sqs/sqs-client.ts';
import { findStackDeadLetters } from '../../adapters/sqs/stack-queues.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { createPlanNamed } from '../../core/projects/plans.ts';
import type { ClosingServices } from '../../core/use-cases/moderation/suspend-project.ts';
import { type DeployedStack, STACK_ACCOUNT_ID } from '../read-stack.ts';
import type { AdminServices } from './admin-services.ts';
import { ERROR_LOG } from './error-log.ts';

/**
 * Nothing where the stack has no CDN. An answer that was begun before may come to it until the
 * renderer's deadline.
 */
function closingServices(
  distributionId: string | undefined,
  tell: (line: string) => void,
): ClosingServices {
  const nothing = async () => undefined;
  if (!distributionId) {
    const edge = { purge: nothing, purgeProject: nothing };
    return { clock: Date.now, edge, untilNothingInFlight: nothing };
  }
  return {
    clock: Date.now,
    edge: createCloudFrontEdgePurge(
      createAwsClient('command', 'CloudFrontClient', CloudFrontClient),
      distributionId,
    ),
    untilNothingInFlight: async () => {
      const waitMs = LIMITS.deliveryWorkMs + LIMITS.renditionWaitMs;
      tell(
        `done at the origin and invalidated at the CDN; a second invalidation for requests in flight follows in ${waitMs / 1000} s`,
      );
      await delay(waitMs);
    },
  };
}

/**
 * Those of a deployed stack; credentials, region and endpoint come from where the AWS SDK looks for
 * them.
 */
export function openAdminStack(
  { name, find, table, plans }: DeployedStack,
  tell: (line: string) => void,
): AdminServices {
  const planNamed = createPlanNamed(plans);
  const client = createDynamoClient('command');
  const [projects, members] = [table('projects'), table('members')];
  const tables = { images: table('images'), usage: table('usage') };
  const sqs = createSqsClient('command');
  return {
    ...closingServices(find('DistributionId'), tell),
    plans,
    randomBytes,
    // only the stack knows; without Rekognition an image waits for a member, or has no point
    hasRekognition: true,
    log: ERROR_LOG,
    accountId: STACK_ACCOUNT_ID,
    keys: createDynamoKeyStore(client, table('keys')),
    signingSecrets: createDynamoSigningSecretStore(client, projects),
    audit: createDynamoAuditStore(client, table('audit')),
    accounts: createDynamoAccountStore(client, { projects, members }, planNamed),
    memberships: createDynamoMembershipStore(client, { projects, members }),
    projects: createDynamoProjectStore(client, projects, planNamed),
    images: createDynamoImageStore(client, tables),
    usage: createDynamoUsageStore(client, tables.usage),
    directory: createDynamoAccountDirectory(client, projects),
    routes: createDynamoRouteStore(client, tables.images),
    projectMarks: createDynamoProjectMarks(client, projects),
    takeDowns: createDynamoTakedowns(client, tables.images),
    termIndex: createDynamoTermIndex(client, createDynamoRecords(client, tables.images)),
    deadLetters: createSqsDeadLetters(sqs, () =>
      findStackDeadLetters(
        createAwsClient('command', 'CloudFormationClient', CloudFormationClient),
        sqs,
        name,
      ),
    ),
    close: () => undefined,
  };
}
