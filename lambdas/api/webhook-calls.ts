import { createWebhook } from '../../core/use-cases/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../core/use-cases/webhooks/delete-webhook.ts';
import { listWebhookDeliveries } from '../../core/use-cases/webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from '../../core/use-cases/webhooks/list-webhooks.ts';
import { resendWebhookDelivery } from '../../core/use-cases/webhooks/resend-webhook-delivery.ts';
import { rotateWebhookSecret } from '../../core/use-cases/webhooks/rotate-webhook-secret.ts';
import { updateWebhook } from '../../core/use-cases/webhooks/update-webhook.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_USERS, type UserServices } from '../composition/user-services.ts';
import { AWS_WEBHOOKS, type WebhookParts } from '../composition/webhook-services.ts';
import { routeCalls } from '../http/route-calls.ts';
import { lazily } from '../lazily.ts';

/** Every user's call about webhooks; their input is validated by the calls' schemas. */
export function createHandler(services: RecordServices & UserServices & WebhookParts) {
  return routeCalls(services, 'webhook-calls', {
    createWebhook,
    listWebhooks,
    updateWebhook,
    deleteWebhook,
    rotateWebhookSecret,
    listWebhookDeliveries,
    resendWebhookDelivery,
  });
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_USERS, ...AWS_WEBHOOKS })),
);
