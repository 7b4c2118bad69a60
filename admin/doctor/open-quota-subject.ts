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
import type { StackResource } from '../stacks/list-resources.ts';
import { countUsed } from './count-used.ts';
import type { OwnStack } from './own-stack.ts';
import type { QuotaSubject } from './quota-subject.ts';

/** Service Quotas has the quotas of global services in this region (its user guide). */
const GLOBAL_REGION = 'us-east-1';
/** The one function of a stage that may have a reservation, by its logical ID. */
const RENDERER = /renderimage/i;
const FUNCTION = 'AWS::Lambda::Function';
const STACK = 'AWS::CloudFormation::Stack';

/** One that failed or is deleted has no place in a quota. */
const isThere = ({ physicalId, status }: StackResource): boolean =>
  physicalId !== '' && status !== 'DELETE_COMPLETE';

async function reservedBy(own: readonly StackResource[]): Promise<number> {
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
export function openQuotaSubject(own: OwnStack): QuotaSubject {
  const listThere = async () => (await own.listResources()).filter(isThere);
  return {
    countUsed,
    async findDeployedSettings() {
      const found = await own.find();
      const text = found && readRecordedSettings(found.output);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async countResources() {
      if (!(await own.find())) return {};
      const types = Map.groupBy(await listThere(), ({ type }) => type);
      const counts = [...types].map(([type, same]) => [type, same.length] as const);
      return { [STACK]: 1, ...Object.fromEntries(counts) };
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
      const ofStack = reserved > 0 ? await reservedBy(await listThere()) : 0;
      return { concurrent, reservedByOthers: reserved - ofStack };
    },
  };
}
