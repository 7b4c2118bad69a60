import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createAwsClient, createTimedClient } from '../../../adapters/aws-clients/create-client.ts';
import { TIME_LIMITS } from '../../../adapters/aws-clients/time-limits.ts';
import { createCloudFrontEdgePurge } from '../../../adapters/cloudfront/edge-purge.ts';
import { createDynamoClient } from '../../../adapters/dynamodb/client/dynamo-client.ts';
import { createS3ObjectStore } from '../../../adapters/s3/object-store.ts';
import { createS3Client } from '../../../adapters/s3/s3-client.ts';
import { recordIdleLimits } from '../../support/waits/record-idle-limits.ts';
import { stopTimers } from '../../support/waits/stop-timers.ts';
import { turnUntil } from '../../support/waits/turn-until.ts';
import { type Answer, startFakeAws } from './support/fake-aws.ts';

const SETTINGS = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
};
const LIMITS_OF_S3 = TIME_LIMITS.function.S3Client;
const REQUEST_TIMEOUT_MS = LIMITS_OF_S3.requestMs;
const SLOW: Answer = { status: 503, body: '<Error><Code>SlowDown</Code></Error>' };
const MADE: Answer = {
  status: 201,
  body: '<Invalidation><Id>I1</Id><Status>InProgress</Status></Invalidation>',
};

describe('the clients of the AWS SDK', () => {
  const stops: (() => void)[] = [];
  const start = async (answers: readonly Answer[]) => {
    const aws = await startFakeAws(answers);
    stops.push(aws.stop);
    return aws;
  };
  afterAll(() => {
    for (const stop of stops) stop();
  });

  it('a request that S3 slows down is repeated', async () => {
    const aws = await start([SLOW, { status: 200, body: '' }]);
    const client = createS3Client({ ...SETTINGS, endpoint: aws.endpoint, forcePathStyle: true });
    const store = createS3ObjectStore(client, { originals: 'originals', renditions: 'renditions' });
    await store.put('img_a/original', Buffer.from('x'), 'image/jpeg');
    expect(aws.bodies).toHaveLength(2);
  });

  it('a body of S3 is read to its end by a reader that pauses for longer than a call may hang', async () => {
    const bytes = 20_000_000; // more than what lies between the two can hold
    const server = createServer((_, response) => response.end(Buffer.alloc(bytes)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    const client = createS3Client({ ...SETTINGS, endpoint, forcePathStyle: true });
    const store = createS3ObjectStore(client, { originals: 'originals', renditions: 'renditions' });
    stopTimers();
    const idleLimits = recordIdleLimits(port);
    let read = 0;
    for await (const chunk of (await store.get('img_a/original'))?.body ?? []) {
      if (read === 0) await vi.advanceTimersByTimeAsync(100 * REQUEST_TIMEOUT_MS);
      read += chunk.length;
    }
    expect(read).toBe(bytes);
    expect(idleLimits).toEqual([]);
  });

  it('a call of S3 that hangs is given up, and said to be busy', async () => {
    let requests = 0;
    const server = createServer(() => {
      requests += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stops.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    const settings = { ...SETTINGS, endpoint, forcePathStyle: true };
    const once = createTimedClient({ ...LIMITS_OF_S3, attempts: 1 }, S3Client, settings);
    const store = createS3ObjectStore(once, {
      originals: 'originals',
      renditions: 'renditions',
    });
    stopTimers();
    const given = expect(store.get('img_a/original')).rejects.toMatchObject({ code: 'busy' });
    await turnUntil(() => requests === 1);
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);
    await given;
  });

  it('an invalidation whose answer was lost is requested again under the same reference', async () => {
    const aws = await start(['cut', MADE]);
    const settings = { ...SETTINGS, endpoint: aws.endpoint };
    const client = createAwsClient('function', 'CloudFrontClient', CloudFrontClient, settings);
    await createCloudFrontEdgePurge(client, 'DIST').purge([
      { imageId: 'img_a', temporaryImageId: 'tmp_a' },
    ]);
    expect(aws.bodies).toHaveLength(2);
    expect(aws.bodies[1]).toBe(aws.bodies[0]);
    expect(aws.bodies[0]).toMatch(/<CallerReference>[0-9a-f-]{36}<\/CallerReference>/);
  });

  it('DynamoDB is tried once by its client: the adapters try again, with one bound in all', async () => {
    expect(await createDynamoClient().config.maxAttempts()).toBe(1);
  });
});
