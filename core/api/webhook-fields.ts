import { SUBSCRIBABLE_TYPE_NAMES, type SubscribableType } from '../events/event-types.ts';
import { LIMITS } from '../foundation/limits.ts';
import { DELIVERY_STATES, type DeliveryState } from '../webhooks/delivery.ts';
import {
  findWebhookUrlFault,
  isLoopbackWebhookUrl,
  LOOPBACK_WEBHOOKS,
} from '../webhooks/webhook-url.ts';
import { validatedValue } from './fields.ts';

/**
 * The destination of events: https, port 443, a public name. A receiver on the loopback interface
 * is left to the use case, which knows whether the service allows it.
 */
export function webhookUrlField() {
  return validatedValue<string>(
    (sent) => {
      if (typeof sent !== 'string')
        return { code: 'invalid_type', detail: 'This field must be a string.' };
      if (isLoopbackWebhookUrl(sent)) return undefined;
      const detail = findWebhookUrlFault(sent);
      return detail === undefined ? undefined : { code: 'invalid_url', detail };
    },
    {
      type: 'string',
      format: 'uri',
      pattern: '^https?://',
      maxLength: LIMITS.maxWebhookUrlLength,
      description: `URL of the receiver: https on port 443, a public host name, no user name, password or fragment. A local service that was started with \`--loopback-webhooks\` also accepts ${LOOPBACK_WEBHOOKS}.`,
    },
  );
}

function isListOfTypes(sent: unknown): sent is SubscribableType[] {
  const names: readonly unknown[] = SUBSCRIBABLE_TYPE_NAMES;
  return Array.isArray(sent) && sent.length > 0 && sent.every((name) => names.includes(name));
}

/** The selected types of events. */
export function eventTypesField() {
  return validatedValue<SubscribableType[] | null>(
    (sent) => {
      if (sent === null) return undefined;
      const detail = `This field must be null or a list of event types: ${SUBSCRIBABLE_TYPE_NAMES.join(', ')}.`;
      if (!isListOfTypes(sent)) return { code: 'invalid_value', detail };
      if (new Set(sent).size === sent.length) return undefined;
      return { code: 'invalid_value', detail: 'The list contains an event type twice.' };
    },
    {
      type: ['array', 'null'],
      items: { title: 'SubscribedEventType', type: 'string', enum: SUBSCRIBABLE_TYPE_NAMES },
      minItems: 1,
      uniqueItems: true,
      description: 'Event types to send; null sends all types, including those of later versions.',
    },
  );
}

/** True or false. */
export function flagField(description: string) {
  return validatedValue<boolean>(
    (sent) =>
      typeof sent === 'boolean'
        ? undefined
        : { code: 'invalid_type', detail: 'This field must be true or false.' },
    { type: 'boolean', description },
  );
}

function idField(prefix: string, what: string) {
  const pattern = new RegExp(`^${prefix}_[a-z2-7]{26}$`);
  return validatedValue<string>(
    (sent) =>
      typeof sent === 'string' && pattern.test(sent)
        ? undefined
        : { code: 'invalid_id', detail: `This field must be the ID of a ${what} (${prefix}_…).` },
    { type: 'string', pattern: pattern.source, description: `ID of the ${what}.` },
  );
}

export const webhookIdField = () => idField('whk', 'webhook');
export const deliveryIdField = () => idField('dlv', 'delivery');

/** The state of deliveries. */
export function deliveryStateField() {
  return validatedValue<DeliveryState>(
    (sent) =>
      (DELIVERY_STATES as readonly unknown[]).includes(sent)
        ? undefined
        : {
            code: 'invalid_value',
            detail: `This field must be one of ${DELIVERY_STATES.join(', ')}.`,
          },
    { type: 'string', enum: DELIVERY_STATES, description: 'State of the delivery.' },
  );
}
