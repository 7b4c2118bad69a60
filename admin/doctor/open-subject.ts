import {
  APIGatewayClient,
  GetAccountCommand,
  paginateGetRestApis,
} from '@aws-sdk/client-api-gateway';
import {
  CloudFrontClient,
  ListCachePoliciesCommand,
  ListDistributionsCommand,
  ListFunctionsCommand,
  ListOriginAccessControlsCommand,
  ListResponseHeadersPoliciesCommand,
} from '@aws-sdk/client-cloudfront';
import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';
import { openQuotaSubject } from './open-quota-subject.ts';
import type { OwnStack } from './own-stack.ts';
import type { StageSubject } from './setting-subject.ts';
import type { DoctorSubject, NamedThings } from './subject.ts';

/** AWS CDK Developer Guide, "Customize bootstrapping". */
const DEFAULT_QUALIFIER = 'hnb659fds';
const MAX_ITEMS = 1_000;

async function listCloudFrontNames(): Promise<NamedThings[]> {
  const client = createAwsClient('command', 'CloudFrontClient', CloudFrontClient);
  const [policies, headers, functions, controls] = await Promise.all([
    client.send(new ListCachePoliciesCommand({ Type: 'custom', MaxItems: MAX_ITEMS })),
    client.send(new ListResponseHeadersPoliciesCommand({ Type: 'custom', MaxItems: MAX_ITEMS })),
    client.send(new ListFunctionsCommand({ Stage: 'DEVELOPMENT', MaxItems: MAX_ITEMS })),
    client.send(new ListOriginAccessControlsCommand({ MaxItems: MAX_ITEMS })),
  ]);
  const names = (found: readonly (string | undefined)[] = []) => found.map((name = '') => name);
  return [
    {
      kind: 'cache policies',
      names: names(
        policies.CachePolicyList?.Items?.map((item) => item.CachePolicy?.CachePolicyConfig?.Name),
      ),
    },
    {
      kind: 'response headers policies',
      names: names(
        headers.ResponseHeadersPolicyList?.Items?.map(
          (item) => item.ResponseHeadersPolicy?.ResponseHeadersPolicyConfig?.Name,
        ),
      ),
    },
    {
      kind: 'functions',
      names: names(functions.FunctionList?.Items?.map((item) => item.Name)),
    },
    {
      kind: 'origin access controls',
      names: names(controls.OriginAccessControlList?.Items?.map((item) => item.Name)),
    },
  ];
}

async function findBootstrapVersion(qualifier: string): Promise<number | undefined> {
  try {
    // the same name as in aws-cdk-lib's default synthesizer
    const read = new GetParameterCommand({ Name: `/cdk-bootstrap/${qualifier}/version` });
    return Number(
      (await createAwsClient('command', 'SSMClient', SSMClient).send(read)).Parameter?.Value,
    );
  } catch (error) {
    if ((error as Error).name === 'ParameterNotFound') return undefined;
    throw error;
  }
}

async function listAll<Page, Item>(
  pages: AsyncIterable<Page>,
  itemsOf: (page: Page) => readonly Item[],
): Promise<Item[]> {
  const found: Item[] = [];
  for await (const page of pages) for (const item of itemsOf(page)) found.push(item);
  return found;
}

const openApiGateway = () => createAwsClient('command', 'APIGatewayClient', APIGatewayClient);

async function findLogRole(): Promise<string | undefined> {
  const { cloudwatchRoleArn } = await openApiGateway().send(new GetAccountCommand({}));
  return cloudwatchRoleArn || undefined;
}

async function countDistributions(): Promise<number> {
  const client = createAwsClient('command', 'CloudFrontClient', CloudFrontClient);
  const { DistributionList } = await client.send(new ListDistributionsCommand({}));
  return DistributionList?.Items?.length ?? 0;
}

/** The parts of a subject that a clone knows. */
export interface CloneFacts {
  /** Of the CDK's bootstrap; the CDK's own unless given. */
  readonly qualifier?: string | undefined;
  readonly stage?: StageSubject | undefined;
}

/** The account and region that the AWS SDK finds in its environment; `region` is what that says. */
export function openDoctorSubject(
  own: OwnStack,
  region: string | undefined,
  { qualifier = DEFAULT_QUALIFIER, stage }: CloneFacts = {},
): DoctorSubject {
  return {
    stack: own.name,
    region,
    quotas: openQuotaSubject(own),
    stage,
    async getIdentity() {
      const { Account = '', Arn = '' } = await createAwsClient(
        'command',
        'STSClient',
        STSClient,
      ).send(new GetCallerIdentityCommand({}));
      return { account: Account, arn: Arn };
    },
    findBootstrapVersion: () => findBootstrapVersion(qualifier),
    countDistributions,
    listCloudFrontNames,
    findApiGatewayLogRole: findLogRole,
    listRestApiNames: () =>
      listAll(paginateGetRestApis({ client: openApiGateway() }, {}), ({ items = [] }) =>
        items.map(({ name = '' }) => name),
      ),
    listTableNames: () =>
      listAll(
        paginateListTables(
          { client: createAwsClient('command', 'DynamoDBClient', DynamoDBClient) },
          {},
        ),
        ({ TableNames = [] }) => TableNames,
      ),
    findStackStatus: async () => (await own.find())?.status,
  };
}
