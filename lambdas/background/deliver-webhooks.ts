import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { createHttpsWebhookSender } from '../../adapters/https/webhook-sender.ts';
import { fields, json, text } from '../../adapters/rows/columns.ts';
import type { Services } from '../../core/ports/services.ts';
import { deliverWebhook } from '../../core/use-cases/webhooks/deliver-webhook.ts';
import { requeueDeliveries } from '../../core/use-cases/webhooks/requeue-deliveries.ts';
import type { DeliveryName } from '../../core/webhooks/delivery.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_WEBHOOKS, type WebhookParts } from '../composition/webhook-services.ts';
import { lazily } from '../lazily.ts';

type DeliveryServices = RecordServices & WebhookParts & Pick<Services, 'webhookSender'>;

const readName = json(fields({ projectId: text, webhookId: text, deliveryId: text }));

async function deliver(services: DeliveryServices, { body }: SQSRecord): Promise<void> {
  const name: DeliveryName = readName(body);
  const dueAt = await deliverWebhook(services, name);
  if (dueAt !== undefined) await services.deliveryQueue.add([{ ...name, dueAt }]);
}

/**
 * The worker of the deliveries: a message for each, all of a batch concurrently. It queues later
 * attempts again, and failed messages return. Without messages, as its schedule runs it, it queues
 * lost deliveries again.
 */
export function createHandler(services: DeliveryServices) {
  return async ({ Records }: Partial<Pick<SQSEvent, 'Records'>>): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    if (!Records) await requeueDeliveries(services);
    const work = (Records ?? []).map(async (record) => {
      try {
        await deliver(services, record);
      } catch (error) {
        services.log.error('delivery not processed', { error: String((error as Error).stack) });
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    });
    await Promise.all(work);
    return { batchItemFailures };
  };
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_WEBHOOKS, webhookSender: () => createHttpsWebhookSender() })),
);
