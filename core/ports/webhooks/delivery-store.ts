import type { Delivery, DeliveryState } from '../../webhooks/delivery.ts';

/** A port for deliveries, each kept for thirty days. */
export interface DeliveryStore {
  /** Stores it unless it exists; answers the stored one. */
  addDelivery(delivery: Delivery): Promise<Delivery>;
  getDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  /** Replaces the revision before; false, and nothing is changed, if another revision is stored. */
  replaceDelivery(delivery: Delivery): Promise<boolean>;
  /** Pending deliveries of any webhook that were due by `now`, longest due first. */
  listDue(now: number, limit: number): Promise<Delivery[]>;
  /** Deliveries of a webhook in a state, newest first. */
  listDeliveries(webhookId: string, state: DeliveryState, limit: number): Promise<Delivery[]>;
}
