import type { DeliveryName } from '../../webhooks/delivery.ts';

/** A delivery and when it is to be tried. */
export interface DueDelivery extends DeliveryName {
  readonly dueAt: number;
}

/**
 * Has deliveries tried; a port, with its adapter in adapters/delivery-queue. Locally the store
 * itself is the queue.
 */
export interface DeliveryQueue {
  /** False: this service sends no events. */
  readonly isOn: boolean;
  /** Rejects unless all were taken. Each is handed on once at least, then or sooner. */
  add(deliveries: readonly DueDelivery[]): Promise<void>;
}
