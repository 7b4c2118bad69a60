import { randomUUID } from 'node:crypto';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { DeadLetter, DeadLetters, LetterOutcome } from '../../core/ports/dead-letters.ts';

/** A dead-letter queue, and its source queue if it has one. */
export interface SqsDeadLetterQueue {
  readonly name: string;
  readonly url: string;
  readonly count: number;
  readonly sourceUrl: string | undefined;
}

interface Taken {
  readonly queue: SqsDeadLetterQueue;
  readonly message: Message;
}

/** The maximum time for reading a queue: received messages return if this process dies. */
const VISIBILITY_SECONDS = 60;
/** More than SQS answers in one call. */
const BATCH = 10;

function letterOf({ queue, message }: Taken): DeadLetter {
  const { MessageId = '', Body = '', Attributes } = message;
  return { id: MessageId, queue: queue.name, since: Number(Attributes?.SentTimestamp), body: Body };
}

/**
 * The messages of a queue in batches, each once. In a FIFO queue a later message of a group follows
 * when the earlier one is returned or deleted.
 */
async function* takeAll(client: SQSClient, queue: SqsDeadLetterQueue): AsyncGenerator<Taken[]> {
  const seen = new Set<string>();
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queue.url,
        MaxNumberOfMessages: BATCH,
        VisibilityTimeout: VISIBILITY_SECONDS,
        // asks every server: a short poll may miss messages
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    );
    const found = Messages.filter(({ MessageId = '' }) => !seen.has(MessageId));
    if (found.length === 0) return;
    for (const { MessageId = '' } of found) seen.add(MessageId);
    yield found.map((message) => ({ queue, message }));
  }
}

async function giveBack(client: SQSClient, { queue, message }: Taken): Promise<void> {
  const { ReceiptHandle } = message;
  const back = { QueueUrl: queue.url, ReceiptHandle, VisibilityTimeout: 0 };
  await client.send(new ChangeMessageVisibilityCommand(back));
}

async function remove(client: SQSClient, { queue, message }: Taken): Promise<void> {
  const { ReceiptHandle } = message;
  await client.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle }));
}

async function sendAgain(client: SQSClient, url: string, message: Message): Promise<void> {
  const { Body: MessageBody, MessageAttributes, Attributes } = message;
  const group = Attributes?.MessageGroupId;
  // not the old deduplication id: within five minutes SQS would accept and drop the message
  const fifo = group ? { MessageGroupId: group, MessageDeduplicationId: randomUUID() } : {};
  await client.send(
    new SendMessageCommand({ QueueUrl: url, MessageBody, MessageAttributes, ...fifo }),
  );
}

/** Receives messages until `see` has found its own, and answers that; the others are returned. */
async function visit<T>(
  client: SQSClient,
  queues: readonly SqsDeadLetterQueue[],
  see: (taken: Taken) => Promise<T | undefined>,
): Promise<T | undefined> {
  const back: Taken[] = [];
  try {
    for (const queue of queues) {
      for await (const batch of takeAll(client, queue)) {
        // all of it, even if the first message is the right one
        for (const one of batch) back.push(one);
        for (const taken of batch) {
          const found = await see(taken);
          if (found !== undefined) return found;
        }
      }
    }
    return undefined;
  } finally {
    await Promise.allSettled(back.map((taken) => giveBack(client, taken)));
  }
}

/**
 * Dead letters in SQS, which can't show messages without receiving them: unused ones are returned.
 */
export function createSqsDeadLetters(
  client: SQSClient,
  listQueues: () => Promise<readonly SqsDeadLetterQueue[]>,
): DeadLetters {
  /** In one pass through the queues. */
  const act = async (ids: readonly string[], work: (taken: Taken) => Promise<LetterOutcome>) => {
    const outcomes = new Map<string, LetterOutcome>(ids.map((id) => [id, 'not_found']));
    let remaining = outcomes.size;
    await visit(client, await listQueues(), async (taken) => {
      const id = taken.message.MessageId ?? '';
      if (outcomes.get(id) !== 'not_found') return undefined;
      outcomes.set(id, await work(taken));
      remaining -= 1;
      return remaining === 0 ? true : undefined;
    });
    return outcomes;
  };
  return {
    listQueues: async () =>
      (await listQueues()).map(({ name, count, sourceUrl }) => {
        return { name, count, isResendable: sourceUrl !== undefined };
      }),
    list: async (name, limit) => {
      const queues = (await listQueues()).filter((queue) => !name || queue.name === name);
      const letters: DeadLetter[] = [];
      await visit(client, queues, async (taken) => {
        letters.push(letterOf(taken));
        return letters.length >= limit ? true : undefined;
      });
      return letters;
    },
    find: async (id) =>
      visit(client, await listQueues(), async (taken) =>
        taken.message.MessageId === id ? letterOf(taken) : undefined,
      ),
    resend: (ids) =>
      act(ids, async (taken) => {
        const { sourceUrl } = taken.queue;
        if (sourceUrl === undefined) return 'kept';
        await sendAgain(client, sourceUrl, taken.message);
        await remove(client, taken);
        return 'done';
      }),
    drop: (ids) => act(ids, (taken) => remove(client, taken).then(() => 'done' as const)),
  };
}
