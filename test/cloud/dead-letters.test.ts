import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { createSqsDeadLetters, type SqsDeadLetterQueue } from '../../adapters/sqs/dead-letters.ts';

const client = new SQSClient({});
const urls: string[] = [];

async function makeQueue(isFifo = false): Promise<string> {
  const command = new CreateQueueCommand({
    QueueName: `dead-${randomUUID()}${isFifo ? '.fifo' : ''}`,
    ...(isFifo ? { Attributes: { FifoQueue: 'true' } } : {}),
  });
  const { QueueUrl = '' } = await client.send(command);
  urls.push(QueueUrl);
  return QueueUrl;
}
async function bodiesIn(url: string): Promise<string[]> {
  const receive = new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 });
  const { Messages = [] } = await client.send(receive);
  return Messages.map(({ Body = '' }) => Body).sort();
}
async function visibleIn(url: string): Promise<number> {
  const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] });
  return Number((await client.send(command)).Attributes?.ApproximateNumberOfMessages);
}
async function makeDeadLetters(isFifo: boolean, count: number) {
  const [url, sourceUrl] = [await makeQueue(isFifo), await makeQueue(isFifo)];
  for (let at = 0; at < count; at += 1) {
    const fifo = isFifo ? { MessageGroupId: `g${at}`, MessageDeduplicationId: `d${at}` } : {};
    const message = { QueueUrl: url, MessageBody: `letter ${at}`, ...fifo };
    await client.send(new SendMessageCommand(message));
  }
  const queue: SqsDeadLetterQueue = { name: 'dead', url, count, sourceUrl };
  const other: SqsDeadLetterQueue = {
    name: 'streams',
    url: await makeQueue(),
    count: 0,
    sourceUrl: undefined,
  };
  const letters = createSqsDeadLetters(client, async () => [queue, other]);
  return { letters, url, sourceUrl, otherUrl: other.url };
}
afterEach(async () => {
  for (const url of urls.splice(0)) await client.send(new DeleteQueueCommand({ QueueUrl: url }));
});

describe.each([
  ['a plain queue', false],
  ['a FIFO queue', true],
])('dead letters in %s', (_, isFifo) => {
  it('are read any number of times, more than SQS hands out in one call, and nothing changes', async () => {
    const { letters, url } = await makeDeadLetters(isFifo, 13);
    for (let round = 0; round < 2; round += 1) {
      const listed = await letters.list(undefined, 100);
      expect(listed.map(({ body }) => body).sort()).toEqual(
        Array.from({ length: 13 }, (_, at) => `letter ${at}`).sort(),
      );
      expect(new Set(listed.map(({ queue }) => queue))).toEqual(new Set(['dead']));
    }
    const [first] = await letters.list('dead', 1);
    expect(first && (await letters.find(first.id))).toEqual(first);
    expect(first?.since).toBeGreaterThan(Date.now() - 60_000);
    expect(await visibleIn(url)).toBe(13);
    expect(await letters.list('streams', 5)).toEqual([]);
  });

  it('are sent again one by one to the queue that they died in, and dropped; the others stay', async () => {
    const { letters, url, sourceUrl } = await makeDeadLetters(isFifo, 3);
    const [first, second, three] = await letters.list(undefined, 5);
    if (!first || !second || !three) throw new Error('there are three');
    const ids = [first.id, 'none'];
    expect([...(await letters.resend(ids))]).toEqual([
      [first.id, 'done'],
      ['none', 'not_found'],
    ]);
    expect([...(await letters.drop([second.id]))]).toEqual([[second.id, 'done']]);
    expect(await bodiesIn(sourceUrl)).toEqual([first.body]);
    expect(await letters.find(first.id)).toBeUndefined();
    expect((await letters.list(undefined, 5)).map(({ id }) => id)).toEqual([three.id]);
    expect(await visibleIn(url)).toBe(1);
  });
});

describe('dead letters of a stream or a rule', () => {
  it('have nowhere to be sent to, and can be dropped', async () => {
    const { letters, otherUrl } = await makeDeadLetters(false, 0);
    await client.send(new SendMessageCommand({ QueueUrl: otherUrl, MessageBody: 'a place' }));
    const [first] = await letters.list(undefined, 5);
    if (!first) throw new Error('there is one');
    expect((await letters.resend([first.id])).get(first.id)).toBe('kept');
    expect(await letters.find(first.id)).toEqual(first);
    expect((await letters.drop([first.id])).get(first.id)).toBe('done');
    expect(await letters.list(undefined, 5)).toEqual([]);
  });
});
