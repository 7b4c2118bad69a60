import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { passChainOn, runInChain } from '../../../../adapters/aws-calls/message-chains.ts';
import { type AwsCall, recordCalls } from '../../../../adapters/aws-calls/record-calls.ts';
import { timedSettings } from '../../../../adapters/aws-clients/create-client.ts';
import { TIME_LIMITS } from '../../../../adapters/aws-clients/time-limits.ts';
import { orBusy } from '../../../../adapters/s3/s3-faults.ts';
import type { ClientSettings } from '../../../../lambdas/aws-sdk/call-aws.ts';
import { DynamoDBClient } from '../../../../lambdas/aws-sdk/client-dynamodb.ts';
import {
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '../../../../lambdas/aws-sdk/client-s3.ts';
import {
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '../../../../lambdas/aws-sdk/client-sqs.ts';
import { DynamoDBDocumentClient, GetCommand } from '../../../../lambdas/aws-sdk/lib-dynamodb.ts';
import { recordIdleLimits } from '../../../support/waits/record-idle-limits.ts';
import { stopTimers } from '../../../support/waits/stop-timers.ts';
import { signaturesOf } from './support/expected-signature.ts';
import { answer, type Respond, startScriptedAws } from './support/scripted-aws.ts';

const SECRET = 'secret';
const NAMED = { Bucket: 'bucket', Key: 'k' };
const BYTES = Buffer.from('the bytes of an object');

let aws: Awaited<ReturnType<typeof startScriptedAws>>;
beforeAll(async () => {
  aws = await startScriptedAws();
});
afterAll(() => aws.stop());
afterEach(() => vi.unstubAllEnvs());

const settings = (more: ClientSettings = {}) => ({
  region: 'eu-west-1',
  endpoint: aws.endpoint,
  credentials: { accessKeyId: 'AKID', secretAccessKey: SECRET },
  ...more,
});
const openS3 = (more: ClientSettings = {}) => new S3Client(settings(more));
const arrived = () => {
  const [first] = aws.arrived;
  if (!first) throw new Error('no request arrived');
  return first;
};

async function read(client: S3Client): Promise<Buffer> {
  const { Body } = (await client.send(new GetObjectCommand(NAMED))) as {
    Body: AsyncIterable<Uint8Array>;
  };
  return buffer(Body);
}

const failed = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Error & { code?: string }) => error,
  );
const xmlError = (code: string, status: number, headers = {}) =>
  answer(status, `<Error><Code>${code}</Code></Error>`, headers);

/** The function's environment, as Lambda sets it. */
function stubFunction(session: string): void {
  const env = {
    AWS_REGION: 'ap-southeast-2',
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_ACCESS_KEY_ID: `id-of-${session}`,
    AWS_SECRET_ACCESS_KEY: SECRET,
    AWS_SESSION_TOKEN: session,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}

describe('a request of a light client', () => {
  it.each(['img_1/original', "ü b+c!'()*&=?#%41~/.jpg", 'a//b/../c'])(
    'is signed as it is sent, for the key %s',
    async (Key) => {
      aws.follow(answer(200, BYTES));
      await openS3().send(new GetObjectCommand({ Bucket: 'bucket', Key, Range: 'bytes=0-3' }));
      const { seen, expected, region, service, names } = signaturesOf(arrived(), SECRET);
      expect(seen).toBe(expected);
      expect([region, service]).toEqual(['eu-west-1', 's3']);
      expect(names.split(';')).toEqual(expect.arrayContaining(['host', 'range', 'x-amz-date']));
      const path = arrived().url.split('?')[0] ?? '';
      expect(decodeURIComponent(path)).toBe(`/bucket/${Key}`);
    },
  );

  it.each([
    ['sqs', () => new SQSClient(settings()).send(new SendMessageCommand({ MessageBody: 'x' }))],
    [
      'dynamodb',
      () =>
        DynamoDBDocumentClient.from(new DynamoDBClient(settings())).send(
          new GetCommand({ TableName: 't', Key: { id: 'ü' } }),
        ),
    ],
    ['s3', () => openS3().send(new PutObjectCommand({ ...NAMED, Body: BYTES }))],
  ])('is signed with its body, for %s', async (service, send) => {
    aws.follow(answer(200, '{"MD5OfMessageBody":"9dd4e461268c8034f5c8564e155c67a6"}'));
    await send();
    const signatures = signaturesOf(arrived(), SECRET);
    expect(signatures.seen).toBe(signatures.expected);
    expect(signatures.service).toBe(service);
    const sum = createHash('sha256').update(arrived().body).digest('hex');
    expect(arrived().headers['x-amz-content-sha256'] ?? sum).toBe(sum);
  });

  it('has the region and the temporary credentials that the function has now', async () => {
    const client = new S3Client();
    for (const session of ['first', 'second']) {
      stubFunction(session);
      aws.follow(answer(200, BYTES));
      await read(client);
      const { headers } = arrived();
      expect(headers['x-amz-security-token']).toBe(session);
      expect(headers.authorization).toContain(`Credential=id-of-${session}/`);
      const signatures = signaturesOf(arrived(), SECRET);
      expect(signatures.seen).toBe(signatures.expected);
      expect(signatures.region).toBe('ap-southeast-2');
      expect(signatures.names).toContain('x-amz-security-token');
    }
  });

  it('is not sent without credentials or a region', async () => {
    stubFunction('s');
    vi.stubEnv('AWS_ACCESS_KEY_ID', '');
    await expect(read(new S3Client())).rejects.toThrow('no credentials');
    stubFunction('s');
    vi.stubEnv('AWS_ENDPOINT_URL', '');
    vi.stubEnv('AWS_REGION', '');
    await expect(read(new S3Client())).rejects.toThrow('no region');
  });

  it('has the trace by which Lambda counts a chain of runs, without signing it', async () => {
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-2;Lineage=3');
    aws.follow(answer(200, BYTES));
    await read(openS3());
    expect(arrived().headers['x-amzn-trace-id']).toBe('Root=1-2;Lineage=3');
    expect(signaturesOf(arrived(), SECRET).names).not.toContain('trace');
  });

  it('goes to the bucket in the name of its region, or in China in the domain there', () => {
    stubFunction('s');
    vi.stubEnv('AWS_ENDPOINT_URL', '');
    const hostIn = (region: string) => new S3Client({ region }).context.caller.address().host;
    expect(hostIn('eu-west-1')).toBe('s3.eu-west-1.amazonaws.com');
    expect(hostIn('cn-north-1')).toBe('s3.cn-north-1.amazonaws.com.cn');
  });

  it('has the bucket in the host, where that is a name', async () => {
    const { port } = new URL(aws.endpoint);
    aws.follow(answer(200, BYTES));
    // every name below localhost is this machine (RFC 6761), for `lookup` of Node too
    const lookup = (_: unknown, __: unknown, done: (...found: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    const requestHandler = { httpAgent: { lookup } as object };
    await read(openS3({ endpoint: `http://localhost:${port}`, requestHandler }));
    expect(arrived().headers.host).toBe(`bucket.localhost:${port}`);
    expect(arrived().url).toBe('/k?x-id=GetObject');
  });
});

describe('a light client repeats', () => {
  const SLOW = xmlError('SlowDown', 503);
  const CUT: Respond = (response) => response.socket?.destroy();

  it.each([
    ['SlowDown', SLOW],
    ['an internal error', xmlError('InternalError', 500)],
    ['a page of a proxy', answer(502, '<html>')],
    ['a cut connection', CUT],
    ['too many requests', answer(429)],
  ])('a call after %s, each attempt signed', async (_, fault) => {
    aws.follow(fault, fault, answer(200, BYTES));
    expect(await read(openS3({ maxAttempts: 3 }))).toEqual(BYTES);
    expect(aws.arrived.map(({ headers }) => headers['amz-sdk-request'])).toEqual([
      'attempt=1; max=3',
      'attempt=2; max=3',
      'attempt=3; max=3',
    ]);
    expect(new Set(aws.arrived.map(({ headers }) => headers['amz-sdk-invocation-id'])).size).toBe(
      1,
    );
    for (const one of aws.arrived) {
      const { seen, expected } = signaturesOf(one, SECRET);
      expect(seen).toBe(expected);
    }
  });

  it('a put with its whole body', async () => {
    aws.follow(SLOW, CUT, answer(200));
    await openS3({ maxAttempts: 3 }).send(new PutObjectCommand({ ...NAMED, Body: BYTES }));
    expect(aws.arrived.map(({ body }) => body)).toEqual([BYTES, BYTES, BYTES]);
  });

  it('no more often than it may, and then says that S3 is busy', async () => {
    aws.follow(SLOW);
    const error = await failed(read(openS3({ maxAttempts: 2 })));
    expect(error?.name).toBe('SlowDown');
    expect(orBusy(error as Error)).toMatchObject({ code: 'busy' });
    expect(aws.arrived).toHaveLength(2);
  });

  it.each([
    ['NoSuchKey', 404],
    ['AccessDenied', 403],
    ['PreconditionFailed', 412],
    ['PermanentRedirect', 301],
  ])('nothing that will not pass: %s', async (code, status) => {
    aws.follow(xmlError(code, status));
    expect((await failed(read(openS3())))?.name).toBe(code);
    expect(aws.arrived).toHaveLength(1);
  });

  it.each([
    [404, 'NotFound'],
    [403, 'Forbidden'],
    [412, 'PreconditionFailed'],
    [304, 'NotModified'],
    [503, 'ServiceUnavailable'],
  ])('or names a response %i without a document: %s', async (status, name) => {
    aws.follow(answer(status));
    expect((await failed(read(openS3({ maxAttempts: 1 }))))?.name).toBe(name);
  });

  it('no call of DynamoDB, whose adapters repeat', async () => {
    aws.follow(answer(500, '{"__type":"InternalServerError"}'));
    const client = new DynamoDBClient(settings({ maxAttempts: 1 }));
    const get = new GetCommand({ TableName: 't', Key: {} });
    const error = await failed(DynamoDBDocumentClient.from(client).send(get));
    expect(error?.name).toBe('InternalServerError');
    expect(aws.arrived).toHaveLength(1);
  });

  it('a call after the clock of AWS, if ours is wrong', async () => {
    const now = Date.now();
    const late = { date: new Date(now + 3_600_000).toUTCString() };
    aws.follow(xmlError('RequestTimeTooSkewed', 403, late), answer(200, BYTES, late));
    expect(await read(openS3())).toEqual(BYTES);
    const [first, second] = aws.arrived.map(({ headers }) => String(headers['x-amz-date']));
    const asDate = (text = '') =>
      Date.parse(text.replace(/(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:'));
    expect(Math.round((asDate(second) - asDate(first)) / 60_000)).toBe(60);
  });

  it('not a refusal, if the clocks agree', async () => {
    aws.follow(xmlError('AccessDenied', 403, { date: new Date().toUTCString() }));
    expect((await failed(read(openS3())))?.name).toBe('AccessDenied');
    expect(aws.arrived).toHaveLength(1);
  });
});

const S3_CLIENT_SETTINGS = timedSettings(TIME_LIMITS.function.S3Client);

describe('the time limits of a light client', () => {
  it('give up a call that has no response, as the settings of S3 say', async () => {
    aws.follow(() => undefined);
    const requestHandler = { ...S3_CLIENT_SETTINGS.requestHandler, requestTimeout: 2_000 };
    const error = await failed(read(openS3({ maxAttempts: 1, requestHandler })));
    expect(error?.name).toBe('TimeoutError');
    expect(orBusy(error as Error)).toMatchObject({ code: 'busy' });
  });

  it('let a body take its time', async () => {
    let finish = () => {};
    aws.follow((response) => {
      response.writeHead(200, { 'content-length': String(BYTES.length) });
      response.write(BYTES.subarray(0, 4));
      finish = () => void response.end(BYTES.subarray(4));
    });
    stopTimers();
    const idleLimits = recordIdleLimits(Number(new URL(aws.endpoint).port));
    const { requestHandler } = S3_CLIENT_SETTINGS;
    const client = openS3({ maxAttempts: 1, requestHandler });
    const { Body } = (await client.send(new GetObjectCommand(NAMED))) as { Body: Readable };
    const body = buffer(Body);
    await vi.advanceTimersByTimeAsync(100 * requestHandler.requestTimeout);
    finish();
    expect(await body).toEqual(BYTES);
    expect(idleLimits).toEqual([]);
  });
});

describe('a body of S3', () => {
  it('fails its reader if it is cut', async () => {
    aws.follow((response) => {
      response.writeHead(200, { 'content-length': String(BYTES.length) });
      response.write(BYTES.subarray(0, 4), () => response.destroy());
    });
    await expect(read(openS3())).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  // the sums of "123456789" are the check values of the algorithms
  it.each([
    ['x-amz-checksum-crc32', 'y/Q5Jg=='],
    ['x-amz-checksum-crc32c', '4waSgw=='],
    ['x-amz-checksum-crc64nvme', 'rosUhgp5mIg='],
    ['x-amz-checksum-sha1', createHash('sha1').update('123456789').digest('base64')],
    ['x-amz-checksum-sha256', createHash('sha256').update('123456789').digest('base64')],
  ])('is compared with its %s', async (header, sum) => {
    aws.follow(answer(200, '123456789', { [header]: sum }));
    expect((await read(openS3())).toString()).toBe('123456789');
    aws.follow(answer(200, '123456780', { [header]: sum }));
    await expect(read(openS3())).rejects.toThrow('checksum');
    expect(arrived().headers['x-amz-checksum-mode']).toBe('ENABLED');
  });

  it('is not compared with a sum over the sums of its parts', async () => {
    aws.follow(answer(200, BYTES, { 'x-amz-checksum-crc32': 'AAAAAA==-2' }));
    expect(await read(openS3())).toEqual(BYTES);
  });
});

describe('a message for SQS', () => {
  it('is refused if SQS received another one', async () => {
    aws.follow(answer(200, JSON.stringify({ MD5OfMessageBody: 'f'.repeat(32) })));
    const sent = new SQSClient(settings()).send(new SendMessageCommand({ MessageBody: 'x' }));
    await expect(sent).rejects.toThrow('another message');
  });
});

describe('the middleware of a light client', () => {
  it('sees the input in the order in which it was added', async () => {
    aws.follow(answer(200, '{}'));
    const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient(settings()));
    const seen: string[] = [];
    for (const name of ['first', 'second']) {
      dynamo.middlewareStack.add((next) => ({ input }) => {
        seen.push(`${name} ${input.TableName}`);
        return next({ input: { ...input, TableName: name } });
      });
    }
    await dynamo.send(new GetCommand({ TableName: 'given', Key: {} }));
    expect(seen).toEqual(['first given', 'second first']);
    expect(JSON.parse(arrived().body.toString()).TableName).toBe('second');
  });

  it('records a call under the names of the SDK', async () => {
    aws.follow(answer(200, '{}'));
    const calls: AwsCall[] = [];
    const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient(settings()));
    const clients = [dynamo, openS3(), new SQSClient(settings())] as const;
    for (const client of clients) recordCalls(client, (call) => calls.push(call));
    await clients[0].send(new GetCommand({ TableName: 'images', Key: { id: 'img_1' } }));
    await read(clients[1]);
    await failed(clients[2].send(new SendMessageCommand({ QueueUrl: 'q', MessageBody: 'x' })));
    expect(calls).toEqual([
      {
        service: 'DynamoDB',
        operation: 'GetItem',
        subjects: [{ table: 'images', hashKey: 'img_1' }],
      },
      { service: 'S3', operation: 'GetObject', subjects: [{ bucket: 'bucket', key: 'k' }] },
      { service: 'SQS', operation: 'SendMessage', subjects: [{ queueUrl: 'q' }] },
    ]);
  });

  it('adds the chain of runs to messages', async () => {
    aws.follow(answer(200, '{}'));
    const client = passChainOn(new SQSClient(settings()));
    const batch = { QueueUrl: 'q', Entries: [{ Id: '0', MessageBody: 'x' }] };
    await runInChain(
      'f',
      {},
      () => undefined,
      () => client.send(new SendMessageBatchCommand(batch)),
    );
    const { Entries } = JSON.parse(arrived().body.toString());
    expect(Entries[0].MessageAttributes.chain.StringValue).toBe('{"f":1}');
  });
});
