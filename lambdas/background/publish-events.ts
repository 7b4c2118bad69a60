import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';
import { createEventBridgeSink } from '../../adapters/eventbridge/event-sink.ts';
import type { EventSink } from '../../core/ports/webhooks/event-sink.ts';
import { publishChanges } from '../../core/use-cases/events/publish-changes.ts';
import { createWebhookSink } from '../../core/use-cases/webhooks/webhook-sink.ts';
import { recordedClient } from '../composition/recorded-client.ts';
import { awsServices, type RecordServices } from '../composition/services.ts';
import { AWS_WEBHOOKS } from '../composition/webhook-services.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { lazily } from '../lazily.ts';
import { changeOfRecord } from './stream-changes.ts';

/**
 * Publishes changes from the tables' own streams: exactly the durable ones. It rejects if a sink
 * didn't take all, and the same records return; a repeated event has the same id.
 */
export function createHandler(services: RecordServices, sinks: readonly EventSink[]) {
  return async ({ Records }: DynamoDBStreamEvent): Promise<void> => {
    const changes = Records.flatMap((record) => changeOfRecord(record) ?? []);
    const count = await publishChanges(services, sinks, changes);
    if (count > 0) services.log.info('events published', { count });
  };
}

function createAwsHandler() {
  const client = recordedClient(
    createAwsClient('function', 'EventBridgeClient', EventBridgeClient),
  );
  const bus = createEventBridgeSink(client, readEnvironment(ENVIRONMENT.eventBus));
  const services = awsServices(AWS_WEBHOOKS);
  return createHandler(services, [bus, createWebhookSink(services)]);
}

export const handler = /* @__PURE__ */ lazily(createAwsHandler);
