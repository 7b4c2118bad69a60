import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { DeliveryStore } from '../../../core/ports/webhooks/delivery-store.ts';
import { type Delivery, type DeliveryState, deliveryEnd } from '../../../core/webhooks/delivery.ts';
import type { Row } from '../../rows/columns.ts';
import { delivery } from '../../rows/webhook-columns.ts';
import { dynamoItem } from '../client/read-item.ts';
import { withRetry } from '../client/retry.ts';
import { type Write, writeTransaction } from '../client/transactional-write.ts';
import { endsAt } from '../client/usage.ts';

/** The index's key of deliveries in one state. */
function stateOf(webhookId: string, state: DeliveryState): string {
  return `${webhookId}#${state}`;
}

const DUE_SHARDS = 16;
const shardName = (shard: number) => `due#${shard}`;

/** By the id, which is a hash: due deliveries of the whole service are spread over several keys. */
function shardOf({ deliveryId }: Pick<Delivery, 'deliveryId'>): string {
  return shardName((deliveryId.codePointAt(deliveryId.length - 1) ?? 0) % DUE_SHARDS);
}

function dueOf(delivery: Delivery): Record<string, unknown> {
  const { state, nextAt } = delivery;
  return state === 'pending' && nextAt !== null ? { dueShard: shardOf(delivery), nextAt } : {};
}

/** A delivery as its item. */
export function deliveryItem(delivery: Delivery): Record<string, unknown> {
  const { webhookId, deliveryId, state, createdAt, revision } = delivery;
  return {
    owner: webhookId,
    part: deliveryId,
    webhookState: stateOf(webhookId, state),
    createdAt,
    revision,
    endsAt: endsAt(deliveryEnd(delivery)),
    delivery: JSON.stringify(delivery),
    ...dueOf(delivery),
  };
}

const readItem = dynamoItem('webhooks', { delivery });
/** The delivery in an item. */
export const deliveryOfItem = (item: Row) => readItem(item).delivery;

function putWhere(table: string, delivery: Delivery, before: number): Write {
  const Item = deliveryItem(delivery);
  if (before === 0) {
    const isNew = { ConditionExpression: 'attribute_not_exists(part)' };
    return { Put: { TableName: table, Item, ...isNew } };
  }
  return {
    Put: {
      TableName: table,
      Item,
      ConditionExpression: 'revision = :before',
      ExpressionAttributeValues: { ':before': before },
    },
  };
}

/** The deliveries of a query. */
async function listQueried(
  client: DynamoDBDocumentClient,
  query: QueryCommandInput,
): Promise<Delivery[]> {
  const { Items = [] } = await withRetry(() => client.send(new QueryCommand(query)));
  return Items.map(deliveryOfItem);
}

/** Deliveries in DynamoDB, each an item that expires. */
export function createDynamoDeliveryStore(
  client: DynamoDBDocumentClient,
  table: string,
): DeliveryStore {
  const getDelivery: DeliveryStore['getDelivery'] = async (webhookId, deliveryId) => {
    const command = new GetCommand({
      TableName: table,
      Key: { owner: webhookId, part: deliveryId },
      ConsistentRead: true,
    });
    const { Item } = await withRetry(() => client.send(command));
    return Item && deliveryOfItem(Item);
  };
  return {
    addDelivery: async (delivery) => {
      const failed = await writeTransaction(client, [putWhere(table, delivery, 0)]);
      if (failed.size === 0) return delivery;
      return (await getDelivery(delivery.webhookId, delivery.deliveryId)) ?? delivery;
    },
    getDelivery,
    replaceDelivery: async (delivery) => {
      const write = putWhere(table, delivery, delivery.revision - 1);
      return (await writeTransaction(client, [write])).size === 0;
    },
    listDue: async (now, limit) => {
      const pages = await Promise.all(
        Array.from({ length: DUE_SHARDS }, (_, shard) =>
          listQueried(client, {
            TableName: table,
            IndexName: 'due',
            Limit: limit,
            KeyConditionExpression: 'dueShard = :shard AND nextAt <= :now',
            ExpressionAttributeValues: { ':shard': shardName(shard), ':now': now },
          }),
        ),
      );
      const all = pages.flat().sort((a, b) => (a.nextAt ?? 0) - (b.nextAt ?? 0));
      return all.slice(0, limit);
    },
    listDeliveries: (webhookId, state, limit) =>
      listQueried(client, {
        TableName: table,
        IndexName: 'byState',
        ScanIndexForward: false,
        Limit: limit,
        KeyConditionExpression: 'webhookState = :state',
        ExpressionAttributeValues: { ':state': stateOf(webhookId, state) },
      }),
  };
}
