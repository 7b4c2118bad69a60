import * as sdkDynamo from '@aws-sdk/client-dynamodb';
import * as sdkEvents from '@aws-sdk/client-eventbridge';
import * as sdkS3 from '@aws-sdk/client-s3';
import * as sdkSqs from '@aws-sdk/client-sqs';
import * as sdkDocument from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as dynamo from '../../../../lambdas/aws-sdk/client-dynamodb.ts';
import * as events from '../../../../lambdas/aws-sdk/client-eventbridge.ts';
import * as s3 from '../../../../lambdas/aws-sdk/client-s3.ts';
import * as sqs from '../../../../lambdas/aws-sdk/client-sqs.ts';
import * as document from '../../../../lambdas/aws-sdk/lib-dynamodb.ts';
import { type Arrived, answer, type Respond, startScriptedAws } from './support/scripted-aws.ts';

type Input = Readonly<Record<string, unknown>>;
interface AnyClient {
  send(command: object): Promise<unknown>;
}
type AnyCommand = new (input: never) => object;

let aws: Awaited<ReturnType<typeof startScriptedAws>>;
/** Another file of this worker may have left a mock in place of a client's `send`. */
function restoreSend({ prototype }: { readonly prototype: { readonly send: unknown } }): void {
  const send = prototype.send as { restore?: () => void };
  send.restore?.();
}

beforeAll(async () => {
  restoreSend(sdkDocument.DynamoDBDocumentClient);
  restoreSend(sdkDynamo.DynamoDBClient);
  restoreSend(sdkS3.S3Client);
  restoreSend(sdkSqs.SQSClient);
  restoreSend(sdkEvents.EventBridgeClient);
  aws = await startScriptedAws();
});
afterAll(() => aws.stop());

const settings = () => ({
  region: 'eu-west-1',
  endpoint: aws.endpoint,
  credentials: { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'session' },
  maxAttempts: 1,
});

/** By service: the SDK's client and commands, and the light ones. */
const PAIRS = {
  dynamo: {
    clients: () => [
      sdkDocument.DynamoDBDocumentClient.from(new sdkDynamo.DynamoDBClient(settings()), {
        marshallOptions: { removeUndefinedValues: true },
      }),
      document.DynamoDBDocumentClient.from(new dynamo.DynamoDBClient(settings()), {
        marshallOptions: { removeUndefinedValues: true },
      }),
    ],
    commands: [sdkDocument, document],
  },
  s3: {
    clients: () => [new sdkS3.S3Client(settings()), new s3.S3Client(settings())],
    commands: [sdkS3, s3],
  },
  sqs: {
    clients: () => [
      new sdkSqs.SQSClient({ ...settings(), useQueueUrlAsEndpoint: false }),
      new sqs.SQSClient(settings()),
    ],
    commands: [sdkSqs, sqs],
  },
  events: {
    clients: () => [
      new sdkEvents.EventBridgeClient(settings()),
      new events.EventBridgeClient(settings()),
    ],
    commands: [sdkEvents, events],
  },
} as const;
type Service = keyof typeof PAIRS;

async function bodyIn(output: unknown) {
  const { $metadata: _, Body, ...rest } = output as Input;
  if (!Body) return rest;
  const parts: Uint8Array[] = [];
  for await (const part of Body as AsyncIterable<Uint8Array>) parts.push(part);
  return { ...rest, Body: Buffer.concat(parts).toString('base64') };
}

/** Both clients send one command to an endpoint with one answer. */
async function sendBoth(service: Service, name: string, input: Input, respond: Respond) {
  const { clients, commands } = PAIRS[service];
  const both = (clients() as unknown as AnyClient[]).map(async (client, at) => {
    const Command = (commands[at] as unknown as Record<string, AnyCommand>)[name] as AnyCommand;
    return { client, command: new Command(input as never) };
  });
  const results = [];
  for (const one of both) {
    const { client, command } = await one;
    aws.follow(respond);
    const outcome = await client.send(command).then(
      async (output) => ({ output: await bodyIn(output) }),
      (error: Error & { CancellationReasons?: unknown; code?: string }) => ({
        name: error.name,
        reasons: error.CancellationReasons,
        code: error.code,
      }),
    );
    results.push({ outcome, arrived: aws.arrived[0] as Arrived });
  }
  return results as [(typeof results)[0], (typeof results)[0]];
}

/** Of a request: all that AWS reads, in one form; not the time, the trace and the sender. */
function readByAws({ method, url, headers, body }: Arrived) {
  const [path, query = ''] = url.split('?');
  const { host, 'content-length': length, 'x-amz-content-sha256': sum } = headers;
  const named = Object.entries(headers).filter(([name]) =>
    /^(if-|x-amz-(target|checksum|copy|sdk-checksum)|range$|expect$|content-type$)/.test(name),
  );
  const isJson = body.toString().startsWith('{');
  return {
    method,
    path,
    query: [...new URLSearchParams(query)].sort(),
    host,
    length,
    sum: isJson ? undefined : sum,
    session: headers['x-amz-security-token'],
    ...Object.fromEntries(named),
    body: isJson ? JSON.parse(body.toString()) : body.toString(),
  };
}

const json = (value: unknown, status = 200) =>
  answer(status, JSON.stringify(value), { 'content-type': 'application/x-amz-json-1.0' });
const xml = (text: string, status = 200) =>
  answer(status, `<?xml version="1.0" encoding="UTF-8"?>\n${text}`, {
    'content-type': 'application/xml',
  });

const ITEM = {
  id: 'img_1',
  part: 'record',
  size: 12,
  ratio: 0.5,
  isSaved: true,
  gone: undefined,
  none: null,
  names: new Set(['a', 'b']),
  numbers: new Set([1, 2]),
  metadata: { Key: 'of a user', Items: ['é', '𝄞'], nested: [{ deep: [] }] },
};
const WIRE_ITEM = {
  id: { S: 'img_1' },
  size: { N: '12' },
  none: { NULL: true },
  isSaved: { BOOL: false },
  names: { SS: ['a'] },
  metadata: { M: { Key: { S: 'of a user' }, Items: { L: [{ S: 'é' }] } } },
};
const CANCELLED = {
  __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
  Message: 'cancelled',
  CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'm' }],
};
const MD5_OF_X = '9dd4e461268c8034f5c8564e155c67a6';
const KEYS = ['img_1/original', "a b+c/ü!'()*&=?#%41/~.jpg", '<&>"', 'a//b/../c'];
const versions = `<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  <Name>b</Name><Prefix></Prefix><IsTruncated>true</IsTruncated>
  <NextKeyMarker>a&amp;b</NextKeyMarker><NextVersionIdMarker>v2</NextVersionIdMarker>
  <Version><Key>a&amp;b&#x41;</Key><VersionId>null</VersionId></Version>
  <Version><Key>c</Key><VersionId>v1</VersionId></Version>
  <DeleteMarker><Key>d</Key><VersionId>v2</VersionId></DeleteMarker></ListVersionsResult>`;

const CALLS: readonly (readonly [Service, string, Input, Respond])[] = [
  ['dynamo', 'GetCommand', { TableName: 't', Key: { id: 'a' } }, json({ Item: WIRE_ITEM })],
  ['dynamo', 'GetCommand', { TableName: 't', Key: { id: 'a' } }, json({})],
  ['dynamo', 'PutCommand', { TableName: 't', Item: ITEM }, json({})],
  [
    'dynamo',
    'UpdateCommand',
    {
      TableName: 't',
      Key: { id: 'a' },
      UpdateExpression: 'SET #a = :a',
      ExpressionAttributeNames: { '#a': 'Item' },
      ExpressionAttributeValues: { ':a': ITEM, ':gone': undefined },
      ReturnValues: 'ALL_NEW',
    },
    json({ Attributes: WIRE_ITEM }),
  ],
  ['dynamo', 'DeleteCommand', { TableName: 't', Key: { id: 'a', part: 'b' } }, json({})],
  [
    'dynamo',
    'QueryCommand',
    {
      TableName: 't',
      KeyConditionExpression: 'id = :id',
      ExpressionAttributeValues: { ':id': 'a' },
      ExclusiveStartKey: { id: 'a', part: 'b' },
      ScanIndexForward: false,
      Limit: 2,
    },
    json({ Items: [WIRE_ITEM, {}], Count: 2, LastEvaluatedKey: { id: { S: 'b' } } }),
  ],
  ['dynamo', 'ScanCommand', { TableName: 't', Limit: 1 }, json({ Items: [] })],
  [
    'dynamo',
    'BatchGetCommand',
    { RequestItems: { Item: { Keys: [{ id: 'a' }, { id: 'b' }], ConsistentRead: true } } },
    json({
      Responses: { t: [WIRE_ITEM] },
      UnprocessedKeys: { t: { Keys: [{ id: { S: 'b' } }], ConsistentRead: true } },
    }),
  ],
  [
    'dynamo',
    'BatchWriteCommand',
    {
      RequestItems: {
        t: [{ PutRequest: { Item: ITEM } }, { DeleteRequest: { Key: { id: 'a' } } }],
      },
    },
    json({ UnprocessedItems: { t: [{ PutRequest: { Item: WIRE_ITEM } }] } }),
  ],
  [
    'dynamo',
    'TransactWriteCommand',
    {
      ClientRequestToken: 'token',
      TransactItems: [
        { Put: { TableName: 't', Item: ITEM } },
        {
          Update: {
            TableName: 't',
            Key: { id: 'a' },
            UpdateExpression: 'ADD used :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
        { ConditionCheck: { TableName: 't', Key: { id: 'c' }, ConditionExpression: 'x' } },
        { Delete: { TableName: 't', Key: { id: 'd' } } },
      ],
    },
    json(CANCELLED, 400),
  ],
  [
    'dynamo',
    'PutCommand',
    { TableName: 't', Item: {} },
    json({ __type: 'com.amazon.coral.validate#ValidationException', message: 'no' }, 400),
  ],
  [
    'dynamo',
    'PutCommand',
    { TableName: 't', Item: {} },
    answer(400, '{}', { 'x-amzn-errortype': 'ConditionalCheckFailedException:http://x' }),
  ],
  [
    'sqs',
    'SendMessageCommand',
    {
      QueueUrl: 'http://elsewhere:1/q',
      MessageBody: 'x',
      MessageGroupId: 'g',
      MessageDeduplicationId: 'd',
    },
    json({ MessageId: 'm', MD5OfMessageBody: MD5_OF_X }),
  ],
  [
    'sqs',
    'SendMessageBatchCommand',
    {
      QueueUrl: 'http://elsewhere:1/q',
      Entries: [
        {
          Id: '0',
          MessageBody: 'x',
          DelaySeconds: 3,
          MessageAttributes: { chain: { DataType: 'String', StringValue: '{}' } },
        },
        { Id: '1', MessageBody: 'ü' },
      ],
    },
    json({
      Successful: [{ Id: '0', MessageId: 'm', MD5OfMessageBody: MD5_OF_X }],
      Failed: [{ Id: '1', Code: 'InternalError', SenderFault: false }],
    }),
  ],
  [
    'events',
    'PutEventsCommand',
    {
      Entries: [
        {
          EventBusName: 'b',
          Source: 's',
          DetailType: 't',
          Detail: '{"a":"ü"}',
          Time: new Date(1_700_000_000_123),
        },
      ],
    },
    json({ Entries: [{ EventId: 'e' }], FailedEntryCount: 0 }),
  ],
  ...KEYS.map(
    (Key) => ['s3', 'GetObjectCommand', { Bucket: 'bucket', Key }, answer(200, 'bytes')] as const,
  ),
  [
    's3',
    'GetObjectCommand',
    { Bucket: 'bucket', Key: 'k', IfMatch: '"e"', Range: 'bytes=0-3' },
    answer(206, 'byte', { 'content-range': 'bytes 0-3/5' }),
  ],
  [
    's3',
    'PutObjectCommand',
    { Bucket: 'bucket', Key: 'k', Body: Buffer.from('bytes'), ContentType: 'image/jpeg' },
    answer(200),
  ],
  [
    's3',
    'PutObjectCommand',
    { Bucket: 'a.b', Key: 'k', Body: Buffer.alloc(3_000_000), IfNoneMatch: '*' },
    xml('<Error><Code>PreconditionFailed</Code></Error>', 412),
  ],
  [
    's3',
    'CopyObjectCommand',
    { Bucket: 'bucket', Key: 'k', CopySource: 'bucket/tmp_1%2Foriginal' },
    xml('<CopyObjectResult><ETag>"e"</ETag></CopyObjectResult>'),
  ],
  [
    's3',
    'CopyObjectCommand',
    { Bucket: 'bucket', Key: 'k', CopySource: 'bucket/tmp_1%2Foriginal' },
    xml('<Error><Code>InternalError</Code><Message>m</Message></Error>'),
  ],
  ['s3', 'DeleteObjectCommand', { Bucket: 'bucket', Key: 'k/é' }, answer(204)],
  [
    's3',
    'DeleteObjectsCommand',
    {
      Bucket: 'bucket',
      Delete: { Objects: [{ Key: 'a&<b>\n', VersionId: 'v' }, { Key: 'é' }], Quiet: true },
    },
    xml(
      '<DeleteResult><Error><Key>a</Key><Code>SlowDown</Code><Message>m</Message></Error></DeleteResult>',
    ),
  ],
  [
    's3',
    'DeleteObjectsCommand',
    { Bucket: 'bucket', Delete: { Objects: [{ Key: 'a' }], Quiet: true } },
    xml('<DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"/>'),
  ],
  [
    's3',
    'ListObjectVersionsCommand',
    { Bucket: 'bucket', Prefix: 'img_1/ &', KeyMarker: 'a&b', VersionIdMarker: 'v+1' },
    xml(versions),
  ],
  [
    's3',
    'ListObjectVersionsCommand',
    { Bucket: 'bucket' },
    xml('<ListVersionsResult><IsTruncated>false</IsTruncated></ListVersionsResult>'),
  ],
  ...[
    ['NoSuchKey', 404],
    ['AccessDenied', 403],
    ['PreconditionFailed', 412],
    ['PermanentRedirect', 301],
    ['SlowDown', 503],
    ['ConditionalRequestConflict', 409],
  ].map(
    ([code, status]) =>
      [
        's3',
        'GetObjectCommand',
        { Bucket: 'bucket', Key: 'k' },
        xml(`<Error><Code>${code}</Code><Message>m</Message></Error>`, Number(status)),
      ] as const,
  ),
];

/** The fields of outputs that the adapters read. */
const READ = [
  'Item',
  'Items',
  'Attributes',
  'LastEvaluatedKey',
  'Responses',
  'UnprocessedKeys',
  'UnprocessedItems',
  'Body',
  'ContentLength',
  'Errors',
  'Entries',
  'Failed',
  'IsTruncated',
  'NextKeyMarker',
  'NextVersionIdMarker',
];
const keysOf = (list: unknown) =>
  ((list ?? []) as Input[]).map(({ Key, VersionId }) => ({ Key, VersionId }));

function readByAdapters(outcome: object) {
  if (!('output' in outcome)) return outcome;
  const output = outcome.output as Input;
  const read = READ.filter((name) => output[name] !== undefined).map((name) => [
    name,
    output[name],
  ]);
  const lists = [output.Versions, output.DeleteMarkers].map(keysOf);
  return { ...Object.fromEntries(read), lists };
}

describe('a light client sends what the SDK sends, and reads what it reads', () => {
  it.each(CALLS.map((call, at) => [`${at}: ${call[0]} ${call[1]}`, call] as const))(
    '%s',
    async (_, [service, name, input, respond]) => {
      const [ofSdk, ours] = await sendBoth(service, name, input, respond);
      expect(readByAws(ours.arrived)).toEqual(readByAws(ofSdk.arrived));
      expect(readByAdapters(ours.outcome)).toEqual(readByAdapters(ofSdk.outcome));
    },
  );
});
