import { LIMITS } from '../../foundation/limits.ts';
import type { Services } from '../../ports/services.ts';

type Needs = Pick<Services, 'clock' | 'deliveries' | 'deliveryQueue' | 'log'>;

/**
 * Queues overdue pending deliveries again, longest due first, whatever the cause of their loss;
 * answers their number.
 */
export async function requeueDeliveries(needs: Needs): Promise<number> {
  const { clock, deliveries, deliveryQueue, log } = needs;
  const overdueAt = clock() - LIMITS.deliveryOverdueMs;
  const overdue = await deliveries.listDue(overdueAt, LIMITS.maxDeliveriesRequeued);
  const dueAt = clock();
  const names = overdue.map(({ projectId, webhookId, deliveryId }) => ({
    projectId,
    webhookId,
    deliveryId,
    dueAt,
  }));
  if (names.length > 0) await deliveryQueue.add(names);
  log.info('deliveries queued again', { count: names.length });
  return names.length;
}
