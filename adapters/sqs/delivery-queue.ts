import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { LIMITS } from '../../core/foundation/limits.ts';
import type { Clock } from '../../core/foundation/nondeterminism.ts';
import type { DeliveryQueue, DueDelivery } from '../../core/ports/webhooks/delivery-queue.ts';
import { answerOfQueue } from './queue-faults.ts';

/**
 * Amazon SQS quotas: batched message entries. A delivery that arrives before its due time is queued
 * again.
 */
const MAX_BATCH = 10;
const MAX_DELAY_SECONDS = LIMITS.maxQueueDelayMs / 1000;

/** The queue in SQS: a message for each delivery, which names it. */
export function createSqsDeliveryQueue(
  client: SQSClient,
  queueUrl: string,
  clock: Clock,
): DeliveryQueue {
  const sendBatch = async (deliveries: readonly DueDelivery[]): Promise<void> => {
    const Entries = deliveries.map(({ dueAt, ...name }, at) => ({
      Id: String(at),
      MessageBody: JSON.stringify(name),
      DelaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil((dueAt - clock()) / 1000))),
    }));
    const { Failed = [] } = await answerOfQueue(
      client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries })),
    );
    if (Failed.length > 0)
      throw new Error(`${Failed.length} deliveries were not queued: ${Failed[0]?.Code}`);
  };
  return {
    isOn: true,
    add: async (deliveries) => {
      for (let at = 0; at < deliveries.length; at += MAX_BATCH) {
        await sendBatch(deliveries.slice(at, at + MAX_BATCH));
      }
    },
  };
}

/** For disabled events: it takes nothing, and has no callers. */
export const NO_DELIVERY_QUEUE: DeliveryQueue = {
  isOn: false,
  add: () => Promise.reject(new Error('events are disabled')),
};
