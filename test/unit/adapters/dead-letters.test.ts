import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { createSqsDeadLetters } from '../../../adapters/sqs/dead-letters.ts';

const message = (id: string, more: Partial<Message> = {}): Message => ({
  MessageId: id,
  ReceiptHandle: `handle ${id}`,
  Body: `body ${id}`,
  Attributes: { SentTimestamp: '5' },
  ...more,
});

/** A queue that hands these messages out together, then nothing; `log` has the commands. */
function openQueue(messages: readonly Message[], faults: { send?: Error } = {}) {
  const mock = mockClient(SQSClient);
  const log: string[] = [];
  const note = (word: string) => async (input: { ReceiptHandle?: string }) => {
    log.push(`${word} ${input.ReceiptHandle}`);
    return {};
  };
  mock
    .on(ReceiveMessageCommand)
    .resolvesOnce({ Messages: [...messages] })
    .resolves({});
  mock.on(ChangeMessageVisibilityCommand).callsFake(note('back'));
  mock.on(DeleteMessageCommand).callsFake(note('delete'));
  mock.on(SendMessageCommand).callsFake(async (input) => {
    log.push(`send ${input.MessageBody}`);
    if (faults.send) throw faults.send;
    return {};
  });
  const queue = { name: 'dead', url: 'u', count: 2, sourceUrl: 'source' };
  const letters = createSqsDeadLetters(mock as unknown as SQSClient, async () => [queue]);
  const sent = () => mock.commandCalls(SendMessageCommand)[0]?.args[0].input;
  return { letters, log, sent };
}

it('gives back all that SQS handed out, though it stops at the first', async () => {
  const { letters, log } = openQueue([message('a'), message('b'), message('c')]);
  expect(await letters.list(undefined, 1)).toEqual([
    { id: 'a', queue: 'dead', since: 5, body: 'body a' },
  ]);
  expect(log.sort()).toEqual(['back handle a', 'back handle b', 'back handle c']);
});

it('takes a letter out once its old queue has it, and not before', async () => {
  const { letters, log } = openQueue([message('a'), message('b')]);
  expect([...(await letters.resend(['b']))]).toEqual([['b', 'done']]);
  expect(log.slice(0, 2)).toEqual(['send body b', 'delete handle b']);
});

it('keeps a letter that its old queue didn’t take, and gives it back', async () => {
  const send = new Error('no room');
  const { letters, log } = openQueue([message('a')], { send });
  await expect(letters.resend(['a'])).rejects.toThrow('no room');
  expect(log).toEqual(['send body a', 'back handle a']);
});

it('sends to a FIFO queue in the old group under a new deduplication id: SQS would swallow the old one', async () => {
  const fifo = { SentTimestamp: '5', MessageGroupId: 'g', MessageDeduplicationId: 'd' };
  const attributes = { kind: { DataType: 'String', StringValue: 'x' } };
  const { letters, sent } = openQueue([
    message('a', { Attributes: fifo, MessageAttributes: attributes }),
  ]);
  await letters.resend(['a']);
  expect(sent()).toMatchObject({ QueueUrl: 'source', MessageGroupId: 'g' });
  expect(sent()?.MessageAttributes).toEqual(attributes);
  expect(sent()?.MessageDeduplicationId).toMatch(/^[0-9a-f-]{36}$/);
});
