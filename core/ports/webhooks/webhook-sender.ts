import type { SendOutcome, WebhookMessage } from '../../webhooks/send-outcome.ts';

/** Posts to addresses that strangers chose; a port, with its adapter in adapters/webhook-sender. */
export interface WebhookSender {
  /**
   * Never rejects, within LIMITS.webhookTimeoutMs: to global addresses alone, no redirect followed,
   * no answer shown.
   */
  send(message: WebhookMessage): Promise<SendOutcome>;
}
