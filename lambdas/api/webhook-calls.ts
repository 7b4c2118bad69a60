import {
  listWebhookDeliveries,
  resendWebhookDelivery,
  testWebhook,
} from '../../core/use-cases/webhooks/manage-deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '../../core/use-cases/webhooks/manage-webhooks.ts';
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
    testWebhook,
  });
}

export const handler = /* @__PURE__ */ lazily(() =>
  createHandler(awsServices({ ...AWS_USERS, ...AWS_WEBHOOKS })),
);
