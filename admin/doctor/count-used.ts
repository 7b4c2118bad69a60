import {
  APIGatewayClient,
  paginateGetDomainNames,
  paginateGetRestApis,
} from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation';
import {
  CloudFrontClient,
  ListCachePoliciesCommand,
  ListFunctionsCommand,
  ListKeyGroupsCommand,
  ListOriginAccessControlsCommand,
  ListOriginRequestPoliciesCommand,
  ListPublicKeysCommand,
  ListResponseHeadersPoliciesCommand,
  paginateListDistributions,
} from '@aws-sdk/client-cloudfront';
import { CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import {
  CognitoIdentityProviderClient,
  paginateListUserPools,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import {
  EventBridgeClient,
  ListEventBusesCommand,
  ListRulesCommand,
} from '@aws-sdk/client-eventbridge';
import { GetAccountSummaryCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { paginateListBuckets, S3Client } from '@aws-sdk/client-s3';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';
import type { AccountQuotaName } from '../../lib/quotas/account-quotas.ts';

/** A page's items, and what asks for the next page; undefined after the last. */
interface Page {
  readonly items: readonly unknown[] | undefined;
  readonly next: string | undefined;
}

/** No account of a stage has more pages; a count that ends here is too low. */
const MAX_PAGES = 200;

async function countPages(
  pages: AsyncIterable<readonly unknown[] | undefined>,
  enough: number,
): Promise<number> {
  let [count, read] = [0, 0];
  for await (const items of pages) {
    count += items?.length ?? 0;
    read += 1;
    if (count > enough || read === MAX_PAGES) break;
  }
  return count;
}

/** The pages of a call that the SDK has no paginator of. */
async function* pagesOf(ask: (marker: string | undefined) => Promise<Page>) {
  let marker: string | undefined;
  do {
    const { items, next } = await ask(marker);
    yield items;
    marker = next;
  } while (marker);
}

async function* itemsOf<Answer>(
  answers: AsyncIterable<Answer>,
  choose: (answer: Answer) => readonly unknown[] | undefined,
) {
  for await (const answer of answers) yield choose(answer);
}

type CountUsed = (enough: number) => Promise<number>;

const counted =
  (open: () => AsyncIterable<readonly unknown[] | undefined>): CountUsed =>
  (enough) =>
    countPages(open(), enough);

/** A list of CloudFront: its `Items`, and its `NextMarker`. */
interface CloudFrontList {
  readonly Items?: readonly unknown[] | undefined;
  readonly NextMarker?: string | undefined;
}

const MAX_ITEMS = 1_000;

function ofCloudFront(
  ask: (
    client: CloudFrontClient,
    Marker: { Marker?: string },
  ) => Promise<CloudFrontList | undefined>,
): CountUsed {
  return counted(() => {
    const client = createAwsClient('command', 'CloudFrontClient', CloudFrontClient);
    return pagesOf(async (marker) => {
      const list = await ask(client, marker === undefined ? {} : { Marker: marker });
      return { items: list?.Items, next: list?.NextMarker };
    });
  });
}

const CLOUDFRONT = {
  cachePolicies: ofCloudFront(async (client, from) => {
    const list = new ListCachePoliciesCommand({ Type: 'custom', MaxItems: MAX_ITEMS, ...from });
    return (await client.send(list)).CachePolicyList;
  }),
  originRequestPolicies: ofCloudFront(async (client, from) => {
    const input = { Type: 'custom', MaxItems: MAX_ITEMS, ...from } as const;
    return (await client.send(new ListOriginRequestPoliciesCommand(input))).OriginRequestPolicyList;
  }),
  responseHeadersPolicies: ofCloudFront(async (client, from) => {
    const input = { Type: 'custom', MaxItems: MAX_ITEMS, ...from } as const;
    const answer = await client.send(new ListResponseHeadersPoliciesCommand(input));
    return answer.ResponseHeadersPolicyList;
  }),
  edgeFunctions: ofCloudFront(async (client, from) => {
    const list = new ListFunctionsCommand({ Stage: 'DEVELOPMENT', MaxItems: MAX_ITEMS, ...from });
    return (await client.send(list)).FunctionList;
  }),
  originAccessControls: ofCloudFront(async (client, from) => {
    const list = new ListOriginAccessControlsCommand({ MaxItems: MAX_ITEMS, ...from });
    return (await client.send(list)).OriginAccessControlList;
  }),
  publicKeys: ofCloudFront(async (client, from) => {
    const list = new ListPublicKeysCommand({ MaxItems: MAX_ITEMS, ...from });
    return (await client.send(list)).PublicKeyList;
  }),
  keyGroups: ofCloudFront(async (client, from) => {
    const list = new ListKeyGroupsCommand({ MaxItems: MAX_ITEMS, ...from });
    return (await client.send(list)).KeyGroupList;
  }),
  distributions: counted(() =>
    itemsOf(
      paginateListDistributions(
        { client: createAwsClient('command', 'CloudFrontClient', CloudFrontClient) },
        {},
      ),
      ({ DistributionList }) => DistributionList?.Items,
    ),
  ),
};

function ofEvents(
  ask: (client: EventBridgeClient, from: { NextToken?: string }) => Promise<Page>,
): CountUsed {
  return counted(() => {
    const client = createAwsClient('command', 'EventBridgeClient', EventBridgeClient);
    return pagesOf((marker) => ask(client, marker === undefined ? {} : { NextToken: marker }));
  });
}

/** How each is counted, in its unit. */
const COUNT: Readonly<Record<AccountQuotaName, CountUsed>> = {
  ...CLOUDFRONT,
  tables: counted(() =>
    itemsOf(
      paginateListTables(
        { client: createAwsClient('command', 'DynamoDBClient', DynamoDBClient) },
        {},
      ),
      ({ TableNames }) => TableNames,
    ),
  ),
  async codeStorage() {
    const { AccountUsage } = await createAwsClient('command', 'LambdaClient', LambdaClient).send(
      new GetAccountSettingsCommand({}),
    );
    return AccountUsage?.TotalCodeSize ?? 0;
  },
  async roles() {
    const { SummaryMap } = await createAwsClient('command', 'IAMClient', IAMClient).send(
      new GetAccountSummaryCommand({}),
    );
    return SummaryMap?.Roles ?? 0;
  },
  stacks: counted(() =>
    itemsOf(
      paginateDescribeStacks(
        { client: createAwsClient('command', 'CloudFormationClient', CloudFormationClient) },
        {},
      ),
      ({ Stacks }) => Stacks,
    ),
  ),
  eventBuses: ofEvents(async (client, from) => {
    const { EventBuses, NextToken } = await client.send(new ListEventBusesCommand(from));
    return { items: EventBuses, next: NextToken };
  }),
  eventRules: ofEvents(async (client, from) => {
    const { Rules, NextToken } = await client.send(new ListRulesCommand(from));
    return { items: Rules, next: NextToken };
  }),
  alarms: counted(() =>
    itemsOf(
      paginateDescribeAlarms(
        { client: createAwsClient('command', 'CloudWatchClient', CloudWatchClient), pageSize: 100 },
        {},
      ),
      ({ MetricAlarms = [], CompositeAlarms = [] }) => [...MetricAlarms, ...CompositeAlarms],
    ),
  ),
  restApis: counted(() =>
    itemsOf(
      paginateGetRestApis(
        { client: createAwsClient('command', 'APIGatewayClient', APIGatewayClient), pageSize: 500 },
        {},
      ),
      ({ items }) => items,
    ),
  ),
  apiDomainNames: counted(() =>
    itemsOf(
      paginateGetDomainNames(
        { client: createAwsClient('command', 'APIGatewayClient', APIGatewayClient), pageSize: 500 },
        {},
      ),
      ({ items }) => items,
    ),
  ),
  userPools: counted(() =>
    itemsOf(
      paginateListUserPools(
        {
          client: createAwsClient(
            'command',
            'CognitoIdentityProviderClient',
            CognitoIdentityProviderClient,
          ),
          pageSize: 60,
        },
        { MaxResults: 60 },
      ),
      ({ UserPools }) => UserPools,
    ),
  ),
  buckets: counted(() =>
    itemsOf(
      paginateListBuckets(
        { client: createAwsClient('command', 'S3Client', S3Client), pageSize: 1_000 },
        {},
      ),
      ({ Buckets }) => Buckets,
    ),
  ),
};

/** How much of a quota the account uses, in its unit; counting may stop above `enough`. */
export function countUsed(name: AccountQuotaName, enough: number): Promise<number> {
  return COUNT[name](enough);
}
