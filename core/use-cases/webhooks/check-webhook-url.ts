import { ServiceError } from '../../foundation/service-error.ts';
import type { Services } from '../../ports/services.ts';
import { findWebhookUrlFault, isLoopbackWebhookUrl } from '../../webhooks/webhook-url.ts';

/**
 * Throws validation_failed for a URL of the machine itself, unless the service may send there. All
 * else was validated with the input.
 */
export function checkWebhookUrl(
  { deliveryQueue }: Pick<Services, 'deliveryQueue'>,
  url: string,
): void {
  if (deliveryQueue.mayReachLoopback || !isLoopbackWebhookUrl(url)) return;
  const detail = findWebhookUrlFault(url) ?? '';
  throw new ServiceError('validation_failed', {
    detail,
    errors: [{ pointer: '/url', code: 'invalid_url', detail }],
  });
}
