import type { Delivery, DeliveryState } from '../../webhooks/delivery.ts';

/** Deliveries, each kept for thirty days; a port, with its adapters in adapters/delivery-store. */
export interface DeliveryStore {
  /** Stores it unless it is there; answers the one that there is then. */
  addDelivery(delivery: Delivery): Promise<Delivery>;
  getDelivery(webhookId: string, deliveryId: string): Promise<Delivery | undefined>;
  /**
   * In place of the one of the revision before; false, and nothing is changed, where there is
   * another.
   */
  replaceDelivery(delivery: Delivery): Promise<boolean>;
  /** Pending ones of any webhook that were due by `now`, the longest due first. */
  listDue(now: number, limit: number): Promise<Delivery[]>;
  /** Those of a webhook that are in a state, the newest first. */
  listDeliveries(webhookId: string, state: DeliveryState, limit: number): Promise<Delivery[]>;
}
