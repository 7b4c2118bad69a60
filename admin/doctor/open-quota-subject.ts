import { paginateListStackResources } from '@aws-sdk/client-cloudformation';
import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import {
  GetAWSDefaultServiceQuotaCommand,
  GetServiceQuotaCommand,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';
import { readRecordedSettings } from '../../lib/recorded-settings.ts';
import { findStack, openCloudFormation } from '../read-stack.ts';
import { countUsed } from './count-used.ts';
import type { QuotaSubject } from './quota-subject.ts';

/** Service Quotas has the quotas of global services in this region (its user guide). */
const GLOBAL_REGION = 'us-east-1';
/** The one function of a stage that may have a reservation, by its logical ID. */
const RENDERER = /renderimage/i;
const FUNCTION = 'AWS::Lambda::Function';

interface OwnResource {
  readonly type: string;
  readonly logicalId: string;
  readonly physicalId: string;
}

async function listOwn(stack: string): Promise<OwnResource[]> {
  const client = await openCloudFormation();
  const found = await findStack(client, stack);
  if (!found) return [];
  const own: OwnResource[] = [];
  const type = 'AWS::CloudFormation::Stack';
  own.push({ type, logicalId: stack, physicalId: found.id });
  for await (const page of paginateListStackResources({ client }, { StackName: stack })) {
    for (const one of page.StackResourceSummaries ?? []) {
      const { ResourceType = '', LogicalResourceId = '', PhysicalResourceId = '' } = one;
      // one that failed or is deleted has no place in a quota
      if (PhysicalResourceId === '' || one.ResourceStatus === 'DELETE_COMPLETE') continue;
      own.push({
        type: ResourceType,
        logicalId: LogicalResourceId,
        physicalId: PhysicalResourceId,
      });
    }
  }
  return own;
}

async function reservedBy(own: readonly OwnResource[]): Promise<number> {
  const renderer = own.find(({ type, logicalId }) => type === FUNCTION && RENDERER.test(logicalId));
  if (!renderer) return 0;
  const read = new GetFunctionConcurrencyCommand({ FunctionName: renderer.physicalId });
  return (
    (await createAwsClient('command', 'LambdaClient', LambdaClient).send(read))
      .ReservedConcurrentExecutions ?? 0
  );
}

/** The value that applies to the account, or AWS's default where the account has none. */
async function findValue(
  client: ServiceQuotasClient,
  [ServiceCode, QuotaCode]: readonly [string, string],
): Promise<number | undefined> {
  const input = { ServiceCode, QuotaCode };
  try {
    return (await client.send(new GetServiceQuotaCommand(input))).Quota?.Value;
  } catch (error) {
    if ((error as Error).name !== 'NoSuchResourceException') return undefined;
    const usual = new GetAWSDefaultServiceQuotaCommand(input);
    return (await client.send(usual).catch(() => undefined))?.Quota?.Value;
  }
}

/** The quotas of the account and region that the AWS SDK finds in its environment. */
export function openQuotaSubject(stack: string): QuotaSubject {
  let own: Promise<OwnResource[]> | undefined;
  const listOnce = () => {
    own ??= listOwn(stack);
    return own;
  };
  return {
    countUsed,
    async findDeployedSettings() {
      const found = await findStack(await openCloudFormation(), stack);
      const text = found && readRecordedSettings(found.output);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async countResources() {
      const types = Map.groupBy(await listOnce(), ({ type }) => type);
      return Object.fromEntries([...types].map(([type, same]) => [type, same.length]));
    },
    async findQuota({ code, home, factor = 1 }) {
      if (!code) return undefined;
      const place = home === 'global' ? { region: GLOBAL_REGION } : {};
      const client = createAwsClient('command', 'ServiceQuotasClient', ServiceQuotasClient, place);
      const value = await findValue(client, code);
      return value === undefined ? undefined : value * factor;
    },
    async getExecutions() {
      const { AccountLimit } = await createAwsClient('command', 'LambdaClient', LambdaClient).send(
        new GetAccountSettingsCommand({}),
      );
      const concurrent = AccountLimit?.ConcurrentExecutions ?? 0;
      const reserved = concurrent - (AccountLimit?.UnreservedConcurrentExecutions ?? 0);
      const ofStack = reserved > 0 ? await reservedBy(await listOnce()) : 0;
      return { concurrent, reservedByOthers: reserved - ofStack };
    },
  };
}
