import type { EndpointName } from '../../core/contract/endpoints.ts';
import { createWebhook } from '../../core/use-cases/create-webhook.ts';
import { deleteWebhook } from '../../core/use-cases/delete-webhook.ts';
import { listWebhookDeliveries } from '../../core/use-cases/list-webhook-deliveries.ts';
import { listWebhooks } from '../../core/use-cases/list-webhooks.ts';
import { resendWebhookDelivery } from '../../core/use-cases/resend-webhook-delivery.ts';
import { rotateWebhookSecret } from '../../core/use-cases/rotate-webhook-secret.ts';
import { updateWebhook } from '../../core/use-cases/update-webhook.ts';
import type { PersonRun } from '../http/endpoint.ts';
import type { PeopleServices } from '../people-services.ts';
import type { RecordServices } from '../services.ts';
import type { WebhookParts } from '../webhook-services.ts';

/** What the calls about webhooks do; their input is as the contract's schemas have let it in. */
export function webhookCalls(services: RecordServices & PeopleServices & WebhookParts) {
  return {
    createWebhook: (person, input) => createWebhook(services, person, input as never),
    listWebhooks: (person, input) => listWebhooks(services, person, input as never),
    updateWebhook: (person, input) => updateWebhook(services, person, input as never),
    deleteWebhook: (person, input) => deleteWebhook(services, person, input as never),
    rotateWebhookSecret: (person, input) => rotateWebhookSecret(services, person, input as never),
    listWebhookDeliveries: (person, input) =>
      listWebhookDeliveries(services, person, input as never),
    resendWebhookDelivery: (person, input) =>
      resendWebhookDelivery(services, person, input as never),
  } as const satisfies Partial<Record<EndpointName, PersonRun>>;
}
