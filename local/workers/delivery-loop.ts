import type { Delivery, DeliveryName } from '../../core/webhooks/delivery.ts';

export interface DeliveryLoop {
  stop(): void;
}

interface DeliveryLoopOptions {
  listDue(limit: number): Promise<readonly Delivery[]>;
  /** Tries one and records what became of it. */
  deliver(name: DeliveryName): Promise<unknown>;
  readonly onFault: (message: string) => void;
}

const PERIOD_MS = 500;
const MAX_AT_ONCE = 10;

/** Attempts due deliveries: the counterpart of the queue and its worker in the cloud. */
export function startDeliveryLoop({
  listDue,
  deliver,
  onFault,
}: DeliveryLoopOptions): DeliveryLoop {
  const underWay = new Set<string>();
  let isStopped = false;
  const start = async (delivery: Delivery): Promise<void> => {
    underWay.add(delivery.deliveryId);
    try {
      await deliver(delivery);
    } catch (error) {
      if (!isStopped) onFault(`a delivery will be retried: ${(error as Error).message}`);
    }
    underWay.delete(delivery.deliveryId);
  };
  const startDue = async (): Promise<void> => {
    const due = await listDue(MAX_AT_ONCE + underWay.size);
    const waiting = due.filter(({ deliveryId }) => !underWay.has(deliveryId));
    for (const delivery of waiting.slice(0, MAX_AT_ONCE - underWay.size)) void start(delivery);
  };
  let isPolling = false;
  const poll = async (): Promise<void> => {
    if (isPolling || isStopped) return;
    isPolling = true;
    await startDue().catch((error: Error) => {
      if (!isStopped) onFault(`the search for due deliveries will be retried: ${error.message}`);
    });
    isPolling = false;
  };
  const timer = setInterval(() => void poll(), PERIOD_MS);
  timer.unref();
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
