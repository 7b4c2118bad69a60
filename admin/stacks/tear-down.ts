import {
  type CloudFormationClient,
  DeleteStackCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import type { S3Client } from '@aws-sdk/client-s3';
import { CommandError } from '../../cli/command-error.ts';
import { isJsonObject, textOr, valueAt } from '../../core/foundation/json/json-value.ts';
import type { KeptResource } from '../../lib/kept-resources.ts';
import type { FoundStack } from '../read-stack.ts';
import { emptyBucket } from './empty-bucket.ts';
import { listKept } from './list-kept.ts';
import { listResources, type StackResource } from './list-resources.ts';
import { untilSettled } from './until-settled.ts';

export interface TearDownClients {
  readonly cloudFormation: CloudFormationClient;
  readonly s3: S3Client;
  /** Hears of each step. */
  readonly tell: (line: string) => void;
}

const BUCKET = 'AWS::S3::Bucket';
/** The resource types that store data. */
const HOLDERS = [BUCKET, 'AWS::DynamoDB::Table', 'AWS::Cognito::UserPool'];
/**
 * Objects that arrive after the emptying, such as access logs, fail the deletion; it is repeated.
 */
const TRIES = 3;

/** The resources that the removal policy of a stack retains, by logical ID. */
export async function findKept(
  client: CloudFormationClient,
  { name }: FoundStack,
): Promise<string[]> {
  const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName: name }));
  const resources = valueAt(JSON.parse(TemplateBody), 'Resources');
  return Object.entries(isJsonObject(resources) ? resources : {})
    .filter(([, resource]) => {
      const policy = textOr(valueAt(resource, 'DeletionPolicy'), 'Delete');
      return HOLDERS.includes(textOr(valueAt(resource, 'Type'))) && policy !== 'Delete';
    })
    .map(([id]) => id);
}

async function emptyBuckets({ s3, tell }: TearDownClients, resources: readonly StackResource[]) {
  for (const { type, physicalId, status } of resources) {
    if (type !== BUCKET || status === 'DELETE_COMPLETE') continue;
    const count = await emptyBucket(s3, physicalId);
    tell(`${physicalId}: ${count} object versions deleted`);
  }
}

function describeFailed(resources: readonly StackResource[]): string[] {
  const failed = resources.filter(({ status }) => status === 'DELETE_FAILED');
  return failed.map(({ logicalId, reason }) => `${logicalId}: ${reason}`);
}

/**
 * Deletes a stack with the contents of its buckets; answers its remaining resources. Throws a
 * CommandError with the reasons if it can't be deleted.
 */
export async function tearDown(
  clients: TearDownClients,
  { id, name }: FoundStack,
): Promise<KeptResource[]> {
  const { cloudFormation, tell } = clients;
  let failed: string[] = [];
  for (let remaining = TRIES; remaining > 0; remaining -= 1) {
    await emptyBuckets(clients, await listResources(cloudFormation, id));
    tell(`${name}: deleting; a distribution takes some minutes`);
    await cloudFormation.send(new DeleteStackCommand({ StackName: id }));
    const status = await untilSettled(cloudFormation, id);
    if (status === undefined || status === 'DELETE_COMPLETE') return listKept(cloudFormation, id);
    failed = describeFailed(await listResources(cloudFormation, id));
    tell(`${name}: ${status}`);
  }
  const hint = 'Fix the causes above and run the command again; it continues where it stopped.';
  throw new CommandError('failed', `${name} could not be deleted.`, hint, failed);
}
