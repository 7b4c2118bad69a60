import type { SendOutcome, WebhookMessage } from '../../webhooks/send-outcome.ts';

/** A port that posts to addresses which strangers chose. */
export interface WebhookSender {
  /**
   * Never rejects, within LIMITS.webhookTimeoutMs. It connects to global addresses only, and if the
   * service was started for it to the loopback interface. It follows no redirect and shows no
   * response.
   */
  send(message: WebhookMessage): Promise<SendOutcome>;
}
