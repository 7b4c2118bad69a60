import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { createDynamoAccountDirectory } from '../../adapters/account-directory/dynamodb.ts';
import { createDynamoAccountStore } from '../../adapters/account-store/dynamodb.ts';
import { createDynamoAuditStore } from '../../adapters/audit-store/dynamodb.ts';
import { createSqsDeadLetters } from '../../adapters/dead-letters/sqs.ts';
import { findStackDeadLetters } from '../../adapters/dead-letters/stack-queues.ts';
import { createDynamoClient } from '../../adapters/dynamodb-tables/dynamo-client.ts';
import { createCloudFrontEdgePurge } from '../../adapters/edge-purge/cloudfront.ts';
import { createDynamoImageStore } from '../../adapters/image-store/dynamodb.ts';
import { createDynamoMembershipStore } from '../../adapters/membership-store/dynamodb.ts';
import { createDynamoProjectStore } from '../../adapters/project-store/dynamodb.ts';
import { createSqsClient } from '../../adapters/sqs-queues/sqs-client.ts';
import { createDynamoSuspensions } from '../../adapters/suspensions/dynamodb.ts';
import { createDynamoTakeDowns } from '../../adapters/take-downs/dynamodb.ts';
import { createDynamoUsageStore } from '../../adapters/usage-store/dynamodb.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { createPlanNamed } from '../../core/projects/plans.ts';
import type { ClosingServices } from '../../core/use-cases/moderation/suspend-project.ts';
import { findStackOutputs, readStackOutputs, readStackPlans } from '../stack-outputs.ts';
import type { AdminServices } from './admin-services.ts';
import { ERROR_LOG } from './error-log.ts';

/** Nothing where the stack has no CDN. An answer that was begun before may come to it until the renderer's deadline. */
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
    edge: createCloudFrontEdgePurge(new CloudFrontClient({}), distributionId),
    untilNothingInFlight: async () => {
      const waitMs = LIMITS.deliveryWorkMs + LIMITS.renditionWaitMs;
      tell(
        `done at the origin, and the CDN forgets; once more in ${waitMs / 1000} s, for what was under way`,
      );
      await delay(waitMs);
    },
  };
}

/** Those of a deployed stack; credentials, region and endpoint come from where the AWS SDK looks for them. */
export async function openAdminStack(
  stack: string,
  tell: (line: string) => void,
): Promise<AdminServices> {
  const output = await readStackOutputs(stack);
  const distributionId = (await findStackOutputs(stack))('DistributionId');
  const plans = await readStackPlans(stack);
  const planNamed = createPlanNamed(plans);
  const client = createDynamoClient();
  const [projects, members] = [output('ProjectsTable'), output('MembersTable')];
  const pictures = { images: output('ImagesTable'), usage: output('UsageTable') };
  const sqs = createSqsClient();
  return {
    ...closingServices(distributionId, tell),
    plans,
    randomBytes,
    log: ERROR_LOG,
    audit: createDynamoAuditStore(client, output('AuditTable')),
    accounts: createDynamoAccountStore(client, { projects, members }, planNamed),
    memberships: createDynamoMembershipStore(client, { projects, members }),
    projects: createDynamoProjectStore(client, projects, planNamed),
    images: createDynamoImageStore(client, pictures),
    usage: createDynamoUsageStore(client, pictures.usage),
    directory: createDynamoAccountDirectory(client, projects),
    suspensions: createDynamoSuspensions(client, projects),
    takeDowns: createDynamoTakeDowns(client, pictures.images),
    deadLetters: createSqsDeadLetters(sqs, () =>
      findStackDeadLetters(new CloudFormationClient({}), sqs, stack),
    ),
    close: () => undefined,
  };
}
