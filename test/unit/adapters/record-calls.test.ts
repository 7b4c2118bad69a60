import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CopyObjectCommand, DeleteObjectsCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { type AwsCall, recordCalls } from '../../../adapters/aws-calls/record-calls.ts';

/** Nothing is sent: the step after the record fails. */
const SETTINGS = {
  region: 'us-east-1',
  maxAttempts: 1,
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  requestHandler: { handle: () => Promise.reject(new Error('no network here')) },
};

function dynamo() {
  return DynamoDBDocumentClient.from(new DynamoDBClient(SETTINGS));
}

async function recorded<Client extends { readonly middlewareStack: object }>(
  client: Client,
  send: (client: Client) => Promise<unknown>,
): Promise<AwsCall> {
  const calls: AwsCall[] = [];
  await send(recordCalls(client, (call) => calls.push(call))).catch(() => undefined);
  expect(calls).toHaveLength(1);
  return calls[0] as AwsCall;
}

describe('the record of calls', () => {
  it('names each item of a transaction, and none of its attributes', async () => {
    const TransactItems = [
      { Put: { TableName: 'i', Item: { id: 'img_1', part: 'record', filename: 'secret' } } },
      {
        Update: {
          TableName: 'u',
          Key: { counter: 'images#acc' },
          UpdateExpression: 'ADD used :one',
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
    ];
    const call = await recorded(dynamo(), (client) =>
      client.send(new TransactWriteCommand({ TransactItems })),
    );
    expect(call).toEqual({
      service: 'DynamoDB',
      operation: 'TransactWriteItems',
      subjects: [
        { write: 'Put', table: 'i', hashKey: 'img_1' },
        { write: 'Update', table: 'u', hashKey: 'images#acc' },
      ],
    });
  });

  it('leaves out what a key is found by', async () => {
    const Key = { lookup: 'sha256#00ff' };
    const call = await recorded(dynamo(), (client) =>
      client.send(new GetCommand({ TableName: 'keys', Key })),
    );
    expect(call).toMatchObject({ operation: 'GetItem', subjects: [{ table: 'keys' }] });
    expect(JSON.stringify(call)).not.toContain('00ff');
  });

  it('a batch, and a query of an index', async () => {
    const RequestItems = { i: [{ DeleteRequest: { Key: { id: 'img_1', part: 'p' } } }] };
    const batch = await recorded(dynamo(), (client) =>
      client.send(new BatchWriteCommand({ RequestItems })),
    );
    expect(batch.operation).toBe('BatchWriteItem');
    expect(batch.subjects).toEqual([{ write: 'DeleteRequest', table: 'i', hashKey: 'img_1' }]);
    const Keys = ['img_1', 'img_2'].map((id) => ({ id, part: 'record' }));
    const read = await recorded(dynamo(), (client) =>
      client.send(new BatchGetCommand({ RequestItems: { i: { Keys, ConsistentRead: true } } })),
    );
    expect(read.operation).toBe('BatchGetItem');
    expect(read.subjects).toEqual([
      { table: 'i', hashKey: 'img_1' },
      { table: 'i', hashKey: 'img_2' },
    ]);
    const query = await recorded(dynamo(), (client) =>
      client.send(
        new QueryCommand({
          TableName: 'i',
          IndexName: 'purgeDue',
          KeyConditionExpression: 'purge = :due',
          ExpressionAttributeValues: { ':due': 'due' },
        }),
      ),
    );
    expect(query.subjects).toEqual([{ table: 'i', index: 'purgeDue', hashKey: 'due' }]);
  });

  it('objects, queues and distributions', async () => {
    const copy = { Bucket: 'b', Key: 'img_1/original', CopySource: 'b/tmp_1%2Foriginal' };
    const copied = await recorded(new S3Client(SETTINGS), (client) =>
      client.send(new CopyObjectCommand(copy)),
    );
    expect(copied).toMatchObject({ service: 'S3', operation: 'CopyObject' });
    expect(copied.subjects).toEqual([
      { bucket: 'b', key: 'img_1/original', copySource: 'b/tmp_1%2Foriginal' },
    ]);
    const Delete = { Objects: [{ Key: 'k', VersionId: 'v' }, { Key: 'l' }] };
    const removed = await recorded(new S3Client(SETTINGS), (client) =>
      client.send(new DeleteObjectsCommand({ Bucket: 'b', Delete })),
    );
    expect(removed.subjects).toEqual([
      { bucket: 'b', key: 'k', hasVersion: true },
      { bucket: 'b', key: 'l', hasVersion: false },
    ]);
    const queued = await recorded(new SQSClient(SETTINGS), (client) =>
      client.send(new SendMessageBatchCommand({ QueueUrl: 'https://q', Entries: [] })),
    );
    expect(queued).toMatchObject({ service: 'SQS', subjects: [{ queueUrl: 'https://q' }] });
    const InvalidationBatch = { Paths: { Quantity: 0, Items: [] }, CallerReference: 'r' };
    const invalidated = await recorded(new CloudFrontClient(SETTINGS), (client) =>
      client.send(new CreateInvalidationCommand({ DistributionId: 'D', InvalidationBatch })),
    );
    expect(invalidated).toMatchObject({
      service: 'CloudFront',
      operation: 'CreateInvalidation',
      subjects: [{ distributionId: 'D' }],
    });
  });
});
