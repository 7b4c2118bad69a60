import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import { DeleteObjectsCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyBucket } from '../../../admin/stacks/empty-bucket.ts';
import { findKept, tearDown } from '../../../admin/stacks/tear-down.ts';

const cloudFormation = mockClient(CloudFormationClient);
const s3 = mockClient(S3Client);
const client = new S3Client({});
const STACK = {
  name: 'imagewell-trial',
  id: 'arn:1',
  status: 'CREATE_COMPLETE',
  output: () => 'x',
};

/** Versions of objects as a bucket of S3 holds them: a page has three. */
function holdVersions(keys: string[]): string[] {
  s3.on(ListObjectVersionsCommand).callsFake(() => ({
    Versions: keys.slice(0, 2).map((Key) => ({ Key, VersionId: `v-${Key}` })),
    DeleteMarkers: keys.slice(2, 3).map((Key) => ({ Key, VersionId: `v-${Key}` })),
    IsTruncated: keys.length > 3,
  }));
  s3.on(DeleteObjectsCommand).callsFake(({ Delete }) => {
    for (const { Key, VersionId } of Delete.Objects) {
      if (VersionId === `v-${Key}`) keys.splice(keys.indexOf(Key), 1);
    }
    return {};
  });
  return keys;
}

beforeEach(() => {
  cloudFormation.reset();
  s3.reset();
});

describe('emptying a bucket', () => {
  it('removes every version and delete marker, page by page', async () => {
    const keys = holdVersions(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(await emptyBucket(client, 'b')).toBe(7);
    expect(keys).toEqual([]);
  });

  it('is no fault for a missing bucket', async () => {
    s3.on(ListObjectVersionsCommand).rejects(
      Object.assign(new Error('gone'), { name: 'NoSuchBucket' }),
    );
    expect(await emptyBucket(client, 'b')).toBe(0);
  });

  it('reports resources that could not be deleted, and never loops', async () => {
    s3.on(ListObjectVersionsCommand).resolves({ Versions: [{ Key: 'a', VersionId: '1' }] });
    s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'a', Message: 'locked' }] });
    await expect(emptyBucket(client, 'b')).rejects.toThrow('a: locked');
    s3.on(DeleteObjectsCommand).resolves({});
    await expect(emptyBucket(client, 'b')).rejects.toThrow('still lists a');
  });
});

describe('tearing down', () => {
  const clients = {
    cloudFormation: new CloudFormationClient({}),
    s3: client,
    tell: () => undefined,
  };
  const bucket = {
    LogicalResourceId: 'Logs',
    PhysicalResourceId: 'logs',
    ResourceType: 'AWS::S3::Bucket',
    LastUpdatedTimestamp: new Date(0),
  };
  const holdStack = (StackStatus: string) =>
    cloudFormation.on(DescribeStacksCommand).resolves({
      Stacks: [{ StackName: 'x', StackStatus: StackStatus as never, CreationTime: new Date(0) }],
    });

  it('empties once more what came into a bucket meanwhile', async () => {
    const keys = holdVersions(['a']);
    cloudFormation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: [
        { ...bucket, ResourceStatus: 'DELETE_FAILED', ResourceStatusReason: 'not empty' },
      ],
    });
    cloudFormation.on(DescribeStackEventsCommand).resolves({ StackEvents: [] });
    let tries = 0;
    cloudFormation.on(DeleteStackCommand).callsFake(() => {
      tries += 1;
      if (tries === 1) keys.push('late'); // as access logs are
      holdStack(keys.length > 0 ? 'DELETE_FAILED' : 'DELETE_COMPLETE');
      return {};
    });
    expect(await tearDown(clients, STACK)).toEqual([]);
    expect([tries, keys]).toEqual([2, []]);
  });

  it('gives up after three times, with the reasons', async () => {
    holdVersions([]);
    cloudFormation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: [
        { ...bucket, ResourceStatus: 'DELETE_FAILED', ResourceStatusReason: 'a policy forbids it' },
      ],
    });
    cloudFormation.on(DeleteStackCommand).resolves({});
    holdStack('DELETE_FAILED');
    await expect(tearDown(clients, STACK)).rejects.toMatchObject({
      message: 'imagewell-trial could not be deleted.',
      details: ['Logs: a policy forbids it'],
    });
    expect(cloudFormation.commandCalls(DeleteStackCommand)).toHaveLength(3);
  });

  it('knows what would stay by the template that is deployed', async () => {
    const Resources = {
      Kept: { Type: 'AWS::S3::Bucket', DeletionPolicy: 'RetainExceptOnCreate' },
      Protected: { Type: 'AWS::DynamoDB::Table', DeletionPolicy: 'Retain' },
      Gone: { Type: 'AWS::S3::Bucket', DeletionPolicy: 'Delete' },
      Role: { Type: 'AWS::IAM::Role', DeletionPolicy: 'Retain' },
    };
    cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify({ Resources }) });
    expect(await findKept(clients.cloudFormation, STACK)).toEqual(['Kept', 'Protected']);
  });
});
