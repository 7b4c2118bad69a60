import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTimedClient } from '../../../../adapters/aws-clients/create-client.ts';
import {
  type FunctionClient,
  longestWaitMs,
  TIME_LIMITS,
} from '../../../../adapters/aws-clients/time-limits.ts';
import { createDynamoRateCounter } from '../../../../adapters/dynamodb/uploads/rate-counter.ts';
import { createS3ObjectStore } from '../../../../adapters/s3/object-store.ts';
import { createSqsDeliveryQueue } from '../../../../adapters/sqs/delivery-queue.ts';
import { createSqsPurgeQueue } from '../../../../adapters/sqs/purge-queue.ts';
import { answerProblem } from '../../../../lambdas/http/problem-response.ts';
import { CLIENT_CALLS, settingsOf } from '../../../support/faults/client-calls.ts';
import { PEER_FAULTS, startFaultyPeer } from '../../../support/faults/faulty-peer.ts';

const QUEUE_URL = 'https://q.invalid/1/q';
/** The milliseconds that a test waits for, if nothing answers. */
const SHORT = { requestMs: 30, bodyMs: 30, pauseMs: 1 };
const limitsOf = (client: FunctionClient) => ({ ...TIME_LIMITS.function[client], ...SHORT });

const s3 = (endpoint: string) => {
  const settings = { ...settingsOf(endpoint), forcePathStyle: true };
  const client = createTimedClient(limitsOf('S3Client'), S3Client, settings);
  return createS3ObjectStore(client, { originals: 'originals', renditions: 'renditions' });
};
const sqs = (endpoint: string) => {
  const settings = { ...settingsOf(endpoint), useQueueUrlAsEndpoint: false };
  return createTimedClient(limitsOf('SQSClient'), SQSClient, settings);
};

/** A client whose every call takes a second of the adapters' patience, by the clock alone. */
function dynamo(endpoint: string): DynamoDBDocumentClient {
  vi.useFakeTimers({ toFake: ['performance'] });
  const base = createTimedClient(limitsOf('DynamoDBClient'), DynamoDBClient, settingsOf(endpoint));
  const client = DynamoDBDocumentClient.from(base);
  const send = client.send.bind(client) as (command: unknown) => Promise<unknown>;
  const slow = async (command: unknown) => {
    vi.advanceTimersByTime(1_000);
    return send(command);
  };
  return { send: slow } as unknown as DynamoDBDocumentClient;
}

/** Calls of AWS for a caller of the API or a viewer, each with its client. */
const ASKED: Readonly<
  Record<string, readonly [FunctionClient, (endpoint: string) => Promise<unknown>]>
> = {
  'an object is written': [
    'S3Client',
    (endpoint) => s3(endpoint).put('img_a/original', Buffer.of(1), 'image/jpeg'),
  ],
  'objects are removed': ['S3Client', (endpoint) => s3(endpoint).removeAll('img_a/')],
  'a purge is queued': [
    'SQSClient',
    (endpoint) => createSqsPurgeQueue(sqs(endpoint), QUEUE_URL).add(['img_a']),
  ],
  'a webhook is queued': [
    'SQSClient',
    (endpoint) =>
      createSqsDeliveryQueue(sqs(endpoint), QUEUE_URL, Date.now).add([
        { projectId: 'prj_a', webhookId: 'whk_a', deliveryId: 'a', dueAt: 0 },
      ]),
  ],
  'a record is counted': [
    'DynamoDBClient',
    (endpoint) => createDynamoRateCounter(dynamo(endpoint), 'usage').countUp('a', 0, 60_000),
  ],
};

const stops: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) stop();
});

describe.each(PEER_FAULTS)('a peer that %s', (fault) => {
  it.each(Object.keys(ASKED))(
    'is busy to a caller where %s: a problem that says when to come again (errors.busy)',
    async (asked) => {
      const [client, ask] = ASKED[asked] ?? [];
      if (!client || !ask) throw new Error(`${asked} is not in the table`);
      const peer = await startFaultyPeer(fault, CLIENT_CALLS[client].throttled);
      stops.push(peer.stop);
      const thrown = await ask(peer.endpoint).catch((error: unknown) => error);
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      const { statusCode, headers, body } = answerProblem(thrown, 'r', log, 'https://cdn.example');
      expect([statusCode, JSON.parse(body).code]).toEqual([503, 'busy']);
      expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
      expect(headers['Content-Type']).toBe('application/problem+json');
    },
  );
});

it('the patience of an adapter is in the budget of its client’s row', () => {
  const { patienceMs, requestMs, bodyMs } = TIME_LIMITS.function.DynamoDBClient;
  expect(longestWaitMs(TIME_LIMITS.function.DynamoDBClient)).toBe(patienceMs + requestMs + bodyMs);
});
