import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import { S3Client } from '@aws-sdk/client-s3';
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { withBucket } from '../../../admin/backup/open-archive.ts';
import { openSourceStack } from '../../../admin/move/stack-place.ts';
import { adminAction } from '../../../admin/session/admin-action.ts';
import { runBootstrap } from '../../../admin/stacks/run-bootstrap.ts';
import { openSubject } from '../../../admin/verify/open-subject.ts';
import type { Session } from '../../../cli/session.ts';
import { TABLE_NAMES, tableOutput } from '../../../core/foundation/dynamodb-tables.ts';
import { startFakeAws } from '../adapters/support/fake-aws.ts';

const STACK = 'imagewell';
const TEAM = {
  maxImages: 1,
  maxTransformationsPerMonth: 2,
  maxBandwidthBytesPerMonth: 3,
  maxProjects: 40,
};
const Outputs = Object.entries({
  BaseUrl: 'https://api.example.com',
  CdnUrl: 'https://cdn.example.com',
  RenderUrl: 'https://render.example.com',
  OriginalsBucket: 'originals',
  Plans: JSON.stringify({ team: TEAM }),
  ...Object.fromEntries(TABLE_NAMES.map((name) => [tableOutput(name), name])),
}).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));

const cloudFormation = mockClient(CloudFormationClient);
const dynamo = mockClient(DynamoDBDocumentClient);

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  cloudFormation.reset();
  dynamo.reset();
  const stack = {
    StackName: STACK,
    StackId: 'id',
    StackStatus: 'CREATE_COMPLETE',
    Outputs,
  } as const;
  cloudFormation
    .on(DescribeStacksCommand)
    .resolves({ Stacks: [{ ...stack, CreationTime: new Date() }] });
  cloudFormation.on(ListStackResourcesCommand).resolves({});
  dynamo.onAnyCommand().resolves({});
  dynamo.on(QueryCommand).resolves({ Items: [] });
});
afterAll(() => {
  vi.unstubAllEnvs();
  cloudFormation.restore();
  dynamo.restore();
});

const PROJECT = { accountId: 'acc_operator', allowedOrigins: [], createdAt: 1 };
const session = { tell: () => undefined, print: () => undefined } as unknown as Session;

/** The account of the operator has a plan of the settings, and three projects. */
function giveTeamPlan(): void {
  const ids = ['prj_a', 'prj_b', 'prj_c'];
  const Items = ids.map((projectId) => ({ ...PROJECT, projectId, name: projectId }));
  dynamo.on(QueryCommand).resolves({ Items });
  const Key = { entity: PROJECT.accountId };
  const account = { ...Key, plan: 'team', projectCount: Items.length };
  dynamo.on(GetCommand, { Key }).resolves({ Item: account });
}

it('verify makes its project within the bounds of a plan of the settings', async () => {
  giveTeamPlan();
  await openSubject({ stack: STACK });
  const [write] = dynamo.commandCalls(TransactWriteCommand);
  const [count] = write?.args[0].input.TransactItems ?? [];
  expect(count?.Update?.ExpressionAttributeValues).toMatchObject({ ':plan': 'team', ':max': 40 });
});

it.each<readonly [string, () => Promise<unknown>]>([
  [
    'verify',
    () => {
      giveTeamPlan();
      return openSubject({ stack: STACK });
    },
  ],
  ['move', async () => (await openSourceStack(STACK)).close()],
  ['bootstrap', () => runBootstrap({ session, options: { stack: STACK, plan: 'team' }, args: [] })],
  [
    'a command of admin',
    () => {
      const command = { optsWithGlobals: () => ({ stack: STACK }), args: [] };
      return adminAction(session, async () => undefined)(command);
    },
  ],
])('%s reads the description of a stack once', async (_, open) => {
  await open();
  expect(cloudFormation.commandCalls(DescribeStacksCommand)).toHaveLength(1);
});

it('backups of a bucket and moves give a whole original two minutes, and end a request that hangs', async () => {
  const empty = {
    status: 200,
    body: '<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>',
  };
  const aws = await startFakeAws([empty, empty]);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', aws.endpoint);
  const clients: S3Client[] = [];
  const { send } = S3Client.prototype;
  vi.spyOn(S3Client.prototype, 'send').mockImplementation(function (this: S3Client, ...call) {
    clients.push(this);
    return send.apply(this, call);
  });
  const { endpoint } = aws;
  await withBucket(
    { endpoint, region: undefined, bucket: 'backup', prefix: '' },
    async () => undefined,
  );
  const place = await openSourceStack(STACK);
  await place.objects.keys().next();
  const waits = clients.map(({ config }) =>
    (config.requestHandler as { httpHandlerConfigs?(): object }).httpHandlerConfigs?.(),
  );
  expect(waits).toHaveLength(2);
  for (const wait of waits) {
    expect(wait).toMatchObject({ requestTimeout: 120_000, throwOnRequestTimeout: true });
  }
  place.close();
  aws.stop();
});
