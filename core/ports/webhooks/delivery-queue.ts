import type { DeliveryName } from '../../webhooks/delivery.ts';

/** A delivery and the time of its next attempt. */
export interface DueDelivery extends DeliveryName {
  readonly dueAt: number;
}

/** A port that schedules attempts of deliveries. Locally the store itself is the queue. */
export interface DeliveryQueue {
  /** False: this service sends no events. */
  readonly isOn: boolean;
  /** True: webhooks may be on the loopback interface of this machine; left out: none may. */
  readonly mayReachLoopback?: boolean;
  /** Rejects unless all were taken. Each one reaches the worker at least once, then or sooner. */
  add(deliveries: readonly DueDelivery[]): Promise<void>;
}
