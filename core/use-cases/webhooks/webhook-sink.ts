import type { ServiceEvent } from '../../events/service-event.ts';
import type { Services } from '../../ports/services.ts';
import type { EventSink } from '../../ports/webhooks/event-sink.ts';
import { createDelivery, type Delivery } from '../../webhooks/delivery.ts';
import { isSubscribed, type Webhook } from '../../webhooks/webhook.ts';

type Needs = Pick<Services, 'clock' | 'webhooks' | 'deliveries' | 'deliveryQueue'>;

async function webhooksOf(
  { webhooks }: Needs,
  events: readonly ServiceEvent[],
): Promise<ReadonlyMap<string, readonly Webhook[]>> {
  const ids = [...new Set(events.map(({ projectId }) => projectId))];
  const found = await Promise.all(ids.map((id) => webhooks.getWebhooks(id)));
  return new Map(ids.map((id, at) => [id, found[at]?.webhooks ?? []]));
}

/**
 * A delivery without an attempt may not be queued either: the process that stored it may have been
 * killed then.
 */
function isUntried({ state, tries }: Delivery): boolean {
  return state === 'pending' && tries === 0;
}

/**
 * Makes and queues a delivery of each event for each matching webhook of its project; a repeated
 * event makes no second one.
 */
export function createWebhookSink(needs: Needs): EventSink {
  const { clock, deliveries, deliveryQueue } = needs;
  return {
    send: async (events) => {
      const webhooks = await webhooksOf(needs, events);
      const subscribed = events.flatMap((event) =>
        (webhooks.get(event.projectId) ?? [])
          .filter((webhook) => isSubscribed(webhook, event))
          .map((webhook) => createDelivery(webhook, event, clock())),
      );
      const stored = await Promise.all(
        subscribed.map((delivery) => deliveries.addDelivery(delivery)),
      );
      const due = stored.filter(isUntried).map(({ projectId, webhookId, deliveryId, nextAt }) => ({
        projectId,
        webhookId,
        deliveryId,
        dueAt: nextAt ?? clock(),
      }));
      if (due.length > 0) await deliveryQueue.add(due);
    },
  };
}
